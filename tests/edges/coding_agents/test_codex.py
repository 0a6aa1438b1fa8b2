"""Codex: what it is started with, what is written for it, and what its hooks say."""

import json
import stat
import tomllib
from functools import partial
from pathlib import Path

import pytest

from connected_program import connect_program, disconnect_program
from renkei.edges.coding_agents.codex import CONFIG, HOOKS, PROGRAM, trusted
from renkei.edges.coding_agents.program import JoiningAgent, Launch, Said
from renkei.errors import BadValueError

THEIRS = """model = "o9"  # the best

[mcp_servers.other]
command = "x"
"""

connect = partial(connect_program, PROGRAM, python="py thon")
disconnect = partial(disconnect_program, "codex")


def test_what_it_is_started_with_says_the_same_as_what_is_written(work: Path) -> None:
    connect(work)
    written = tomllib.loads((work / CONFIG).read_text()) | json.loads((work / HOOKS).read_text())
    given = PROGRAM.launch(JoiningAgent("ann", work / ".renkei", "py thon")).arguments
    assert set(given[::2]) == {"-c"}
    read = tomllib.loads("\n".join(given[1::2]))
    assert read == written
    assert set(read["hooks"]) == set(PROGRAM.moments)
    start = read["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    assert start == f"'py thon' -m renkei -C {work}/.renkei hook codex --as ann"
    assert read["mcp_servers"]["renkei"]["env"] == {"RENKEI_PROJECT": f"{work}/.renkei", "RENKEI_AS": "ann"}


def test_connecting_twice_changes_nothing_and_disconnecting_leaves_what_was_there(work: Path) -> None:
    (work / CONFIG).parent.mkdir()
    (work / CONFIG).write_text(THEIRS)
    assert connect(work)
    assert not connect(work)
    assert connect(work, "bob")
    assert "ann" not in (work / CONFIG).read_text() + (work / HOOKS).read_text()
    assert disconnect(work) == []
    assert (work / CONFIG).read_text() == THEIRS
    assert not (work / HOOKS).exists()


def test_disconnecting_leaves_no_file(work: Path) -> None:
    connect(work)
    assert disconnect(work) == []
    assert not (work / ".codex").exists()


def test_a_table_that_somebody_wrote_in_another_form_is_theirs(work: Path) -> None:
    connect(work)
    path = work / CONFIG
    path.write_text(path.read_text().replace("[mcp_servers.renkei]", "[mcp_servers]").replace("\n", "\nrenkei.", 1))
    assert disconnect(work) == ["/mcp_servers/renkei"]
    assert path.exists()


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Said("news"), {"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "news"}}),
        (Said("why", go_on=True), {"decision": "block", "reason": "why"}),
    ],
)
def test_what_a_hook_says(said: Said, text: object) -> None:
    assert json.loads(PROGRAM.write("Stop", said)) == text


def program(work: Path, text: str) -> str:
    """Return the path of a program that reads the questions and prints a text."""
    path = work / "codex"
    path.write_text(f"#!/bin/sh\nhead -n 3 > /dev/null\ncat <<'EOF'\n{text}\nEOF\n")
    path.chmod(stat.S_IRWXU)
    return str(path)


def test_only_hooks_that_are_given_by_arguments_become_trusted(work: Path) -> None:
    hooks = [
        {"key": "flags.toml:stop:0:0", "currentHash": "sha256:1", "source": "sessionFlags"},
        {"key": "theirs.json:stop:0:0", "currentHash": "sha256:2", "source": "project"},
    ]
    answers = [{"id": 1, "result": {}}, {"method": "note"}, {"id": 2, "result": {"data": [{"hooks": hooks}]}}]
    launch = Launch(("-c", "a=1"), {"A": "b"})
    found = trusted(program(work, "\n".join(map(json.dumps, answers))), launch)
    assert found.environment == launch.environment
    assert found.arguments[:3] == ("-c", "a=1", "-c")
    assert tomllib.loads(found.arguments[3]) == {
        "hooks": {"state": {"flags.toml:stop:0:0": {"trusted_hash": "sha256:1"}}}
    }


@pytest.mark.parametrize("text", ["", "no JSON", '{"id": 2, "error": {}}', '{"id": 2, "result": {"data": []}}'])
def test_a_program_that_does_not_tell_its_digests_is_not_started(work: Path, text: str) -> None:
    with pytest.raises(BadValueError, match="does not tell"):
        trusted(program(work, text), Launch(("-c", "a=1"), {}))


def test_a_connected_program_is_not_asked() -> None:
    assert trusted("no-such-program", Launch((), {})) == Launch((), {})
