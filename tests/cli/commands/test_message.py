"""`renkei message`: a message in full."""

import json
from pathlib import Path

from process import renkei

LONG = "The endpoint /api/v1/login answers 401 for expired tokens. " + "Nothing else was changed. " * 100


def test_a_message_is_shown_with_nothing_left_out(conversation: Path) -> None:
    renkei("send", "--as", "ann", "--to", "bob", "--text", LONG, cwd=conversation)
    (found,) = json.loads(renkei("search", "expired", "--format", "json", cwd=conversation).stdout)
    assert "[more]" in renkei("context", "--agent", "bob", "--budget", "260", cwd=conversation).stdout
    shown = renkei("message", "show", found["id"], cwd=conversation).stdout
    assert LONG.strip() in shown
    for slip in (found["id"][:8], found["id"][:-1] + "x"):
        assert f"Did you mean '{found['id']}'?" in renkei("message", "show", slip, cwd=conversation).stderr
    missing = renkei("message", "show", "m-none", cwd=conversation)
    assert (missing.returncode, "UNKNOWN_MESSAGE" in missing.stderr, "mean" in missing.stderr) == (1, True, False)
