"""Hooks that are commands reach the tool server of their agent by a socket."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.edges.coding_agents.hook_socket import SOCKET, answering, ask
from renkei.edges.coding_agents.notes import Notes
from renkei.errors import UnknownActorError


def test_a_question_is_answered_by_the_newest_server_of_the_agent(tmp_path: Path) -> None:
    with answering(tmp_path, "ann", lambda given: f"1 {given['event']}"):
        assert ask(tmp_path, "ann", {"event": "Stop"}) == "1 Stop"
        place = Path(Notes(tmp_path, "ann").read(SOCKET))
        assert (place.name, place.parent.name[:13]) == ("hooks", "renkei-hooks-")
        with answering(tmp_path, "ann", lambda given: f"2 {given['event']}"):
            assert ask(tmp_path, "ann", {"event": "é"}) == "2 é"
        assert ask(tmp_path, "bob", {"event": "Stop"}) == ""
    assert ask(tmp_path, "ann", {"event": "Stop"}, patience=0.1) == ""


def test_a_server_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.coding_agents.hook_socket.LONGEST_ANSWER", 0.01)
    with socket.socket(socket.AF_UNIX) as stopped:
        place = Path(tempfile.mkdtemp(dir=tmp_path)) / "s"
        stopped.bind(str(place))
        stopped.listen()  # as a process that was stopped: the system accepts for it
        Notes(tmp_path, "ann").write(SOCKET, str(place))
        assert ask(tmp_path, "ann", {"event": "BeforeAgent"}) == ""


def test_what_is_no_question_is_not_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    def refuse(given: object) -> str:
        raise UnknownActorError(actor="ann", known=())

    with answering(tmp_path, "ann", refuse):
        assert ask(tmp_path, "ann", {}) == ""
        for text in (b"no JSON\n", b"[]\n", b""):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(Notes(tmp_path, "ann").read(SOCKET))
                client.sendall(text)
                client.shutdown(socket.SHUT_WR)
                assert client.recv(10) == b""
    with answering(tmp_path, "ann", lambda given: json.dumps(dict(given))):
        assert json.loads(ask(tmp_path, "ann", {"a": "1"})) == {"a": "1"}


SERVER = """
import sys
from pathlib import Path
from threading import Thread
from renkei.edges.coding_agents.hook_socket import answering
with answering(Path(sys.argv[1]), "bob", lambda given: "yes"):
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a directory for what is temporary; its path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="t-") as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


def test_what_a_killed_server_left_is_removed_by_the_next(tmp_path: Path, place: Path) -> None:
    environment = os.environ | {"TMPDIR": str(place), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SERVER, str(tmp_path)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        (left,) = place.iterdir()
        with answering(tmp_path, "ann", lambda given: ""):
            assert ask(tmp_path, "bob", {}) == "yes", "who lives keeps its socket"
        assert list(place.iterdir()) == [left]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert list(place.iterdir()) == [left]
    another = tmp_path / "another"
    another.mkdir()
    with answering(another, "ann", lambda given: ""):
        assert left not in place.iterdir()
    assert list(place.iterdir()) == []


def test_what_is_not_ours_stays(tmp_path: Path, place: Path) -> None:
    (place / "renkei-hooks-1").mkdir()
    (place / "renkei-hooks-2").write_text("a file")
    with answering(tmp_path, "ann", lambda given: "yes"):
        assert ask(tmp_path, "ann", {}) == "yes"
    assert len(list(place.iterdir())) == 2
