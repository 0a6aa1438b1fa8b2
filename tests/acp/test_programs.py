"""What the table says about real programs: the calls below are as these programs sent them."""

import pytest

from renkei.acp.activity import Edit
from renkei.acp.asked import asked_of
from renkei.acp.programs import PROGRAMS
from renkei.acp.turn_record import TurnRecord
from renkei.acp.usage import usage_of

OWN = {
    "claude-code": ("other", "mcp__renkei__next_turn"),
    "codex": ("execute", "mcp.renkei.next_turn"),
    "gemini-cli": ("other", "next_turn (renkei MCP Server)"),
    "opencode": ("other", "renkei_next_turn"),
}
"""The kind and the title of a call of renkei's tool."""

OTHERS = {
    "claude-code": ("execute", "mcp__renkei__next_turn"),
    "codex": ("execute", "mcp.renkei.next_turn; rm -rf ."),
    "gemini-cli": ("other", "next_turn (another MCP Server)"),
    "opencode": ("other", "other_next_turn"),
}


@pytest.mark.parametrize("program", OWN)
def test_own_tools_are_told_from_others(program: str) -> None:
    assert PROGRAMS[program].is_own_tool(*OWN[program])
    assert not PROGRAMS[program].is_own_tool(*OTHERS[program])


def test_codex_names_a_tool_before_it_asks() -> None:
    record = TurnRecord(str, lambda call: None)
    raw = {"server": "renkei", "tool": "next_turn", "arguments": {}}
    first = {"toolCallId": "call_1", "kind": "execute", "title": "mcp.renkei.next_turn", "rawInput": raw}
    record.take({"sessionUpdate": "tool_call", "status": "in_progress", **first})
    asked = {"toolCallId": "call_1", "kind": "execute", "status": "pending"}

    assert asked_of(PROGRAMS["codex"], record.asked(asked), asked).is_own_tool


def test_opencode_gives_its_diff_in_its_own_arguments() -> None:
    raw = {"filepath": "/work/new.py", "diff": "@@ -0,0 +1 @@\n+x = 1"}
    asked = {"toolCallId": "toolu_4", "title": "/work/new.py", "kind": "edit", "rawInput": raw}

    assert asked_of(PROGRAMS["opencode"], TurnRecord(str, lambda call: None).asked(asked), asked).diff == raw["diff"]


TOLD = {
    "write": ({"filePath": "/work/new.py", "content": "x = 1\n"}, Edit("/work/new.py", None, "x = 1\n")),
    "edit": ({"filePath": "/work/a.py", "oldString": "1", "newString": "2"}, Edit("/work/a.py", "1", "2")),
}


@pytest.mark.parametrize("tool", TOLD)
def test_opencode_tells_an_edit_only_in_its_own_arguments(tool: str) -> None:
    raw, edit = TOLD[tool]
    record = TurnRecord(str, lambda call: None)
    first = {"toolCallId": "toolu_4", "title": tool, "kind": "edit"}
    record.take({"sessionUpdate": "tool_call", "status": "pending", "rawInput": {}, **first})
    record.take({"sessionUpdate": "tool_call_update", "status": "in_progress", "rawInput": raw, **first})
    record.take({"sessionUpdate": "tool_call_update", "toolCallId": "toolu_4", "status": "completed"})

    assert record.calls["toolu_4"].edits == (edit,)
    assert record.calls["toolu_4"].paths == (edit.path,)


EXITS = {
    "opencode": {"rawOutput": {"output": "hello", "metadata": {"exit": 3}}},
    "codex": {"_meta": {"terminal_exit": {"exit_code": 3, "signal": None}}},
}


@pytest.mark.parametrize("program", EXITS)
def test_the_exit_status_of_a_command_is_found(program: str) -> None:
    record = TurnRecord(str, lambda call: None)
    record.take({"sessionUpdate": "tool_call_update", "toolCallId": "1", "kind": "execute", **EXITS[program]})

    assert record.calls["1"].exit_status == 3


USAGES = {
    "claude-code": {"usage": {"inputTokens": 20, "outputTokens": 10, "cachedReadTokens": 0, "totalTokens": 30}},
    "gemini-cli": {"_meta": {"quota": {"token_count": {"input_tokens": 20, "output_tokens": 10}}}},
}


@pytest.mark.parametrize("program", USAGES)
def test_tokens_of_a_turn_are_found(program: str) -> None:
    assert usage_of(USAGES[program]) == (20, 10, 0, 0)
    assert usage_of({"stopReason": "end_turn"}) is None
