"""Hooks that are commands reach the tool server of their agent by a socket."""

import json
import socket
from pathlib import Path

from renkei.edges.coding_agents.hook_socket import SOCKET, answering, ask
from renkei.edges.coding_agents.notes import Notes
from renkei.errors import UnknownActorError


def test_a_question_is_answered_by_the_newest_server_of_the_agent(tmp_path: Path) -> None:
    with answering(tmp_path, "ann", lambda given: f"1 {given['event']}"):
        assert ask(tmp_path, "ann", {"event": "Stop"}) == "1 Stop"
        with answering(tmp_path, "ann", lambda given: f"2 {given['event']}"):
            assert ask(tmp_path, "ann", {"event": "é"}) == "2 é"
        assert ask(tmp_path, "bob", {"event": "Stop"}) == ""
    assert ask(tmp_path, "ann", {"event": "Stop"}, patience=0.1) == ""


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
