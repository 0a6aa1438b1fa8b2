"""OpenCode and Gemini CLI: how they are started, what is written for them, and what their hooks say."""

import json
from pathlib import Path

import pytest

from renkei.edges.coding_agents import gemini_cli, opencode
from renkei.edges.coding_agents.connect import connecting, disconnecting
from renkei.edges.coding_agents.program import PROGRAMS, JoiningAgent, Launch, Program, Said, find_program
from renkei.edges.coding_agents.run import prepare
from renkei.errors import BadValueError


def member(work: Path) -> JoiningAgent:
    """Return who joins."""
    return JoiningAgent("ann", work / ".renkei", "py thon")


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_is_connected_once_and_leaves_nothing_behind(name: str, work: Path) -> None:
    program = find_program(name)
    assert program.name == name
    connecting(program, member(work), work).write()
    assert connecting(program, member(work), work).is_empty
    change = disconnecting(name, work / ".renkei", work)
    assert change is not None
    change.write()
    assert change.kept == ()
    assert [one.name for one in work.iterdir()] == [".renkei"]


def test_opencode_is_started_with_what_is_written(work: Path) -> None:
    given = json.loads(opencode.PROGRAM.launch(member(work)).environment["OPENCODE_CONFIG_CONTENT"])
    connecting(opencode.PROGRAM, member(work), work).write()
    assert json.loads((work / opencode.CONFIG).read_text()) == given
    assert opencode.PLUGIN.is_file()
    assert given["plugin"] == [opencode.PLUGIN.as_uri()]
    assert given["mcp"]["renkei"]["environment"] == {"RENKEI_PROJECT": f"{work}/.renkei", "RENKEI_AS": "ann"}


def test_the_plugin_asks_for_moments_that_are_known() -> None:
    text = opencode.PLUGIN.read_text()
    assert all(f'"{event}"' in text for event in (*opencode.MOMENTS, opencode.PROGRAM.before_tool))


def test_gemini_cli_has_a_hook_for_each_moment_and_must_be_connected(work: Path) -> None:
    with pytest.raises(BadValueError, match="only from files"):
        prepare(gemini_cli.PROGRAM, member(work), work)
    connecting(gemini_cli.PROGRAM, member(work), work).write()
    found = json.loads((work / gemini_cli.SETTINGS).read_text())["hooks"]
    assert set(found) == {*gemini_cli.MOMENTS, gemini_cli.BEFORE}
    command = found["AfterTool"][0]["hooks"][0]["command"]
    assert command == f"'py thon' -m renkei -C {work}/.renkei hook gemini-cli --as ann"
    environment = prepare(gemini_cli.PROGRAM, member(work), work, stay=True).environment
    assert environment["RENKEI_AGENT"] == "ann"
    assert gemini_cli.PROGRAM.waits_in_stop(environment)
    assert not gemini_cli.PROGRAM.waits_in_stop({"RENKEI_STAY": ""})
    assert prepare(gemini_cli.PROGRAM, member(work), work).arguments == Launch((), {}).arguments


@pytest.mark.parametrize(
    ("program", "said", "text"),
    [
        (opencode.PROGRAM, Said("news"), {"text": "news"}),
        (opencode.PROGRAM, Said("why", go_on=True), {"text": "why"}),
        (gemini_cli.PROGRAM, Said("news"), {"hookSpecificOutput": {"hookEventName": "E", "additionalContext": "news"}}),
        (gemini_cli.PROGRAM, Said("why", go_on=True), {"decision": "deny", "reason": "why"}),
    ],
)
def test_what_a_hook_says(program: Program, said: Said, text: object) -> None:
    assert json.loads(program.write("E", said)) == text
