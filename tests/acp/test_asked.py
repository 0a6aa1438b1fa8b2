"""What a coding agent asks for is what a rule and a person judge: nothing of it is cut, joined or left out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.acp.activity import ToolActivity
from renkei.acp.asked import asked_of
from renkei.acp.programs import PROGRAMS, find_program
from renkei.acp.turn_record import TurnRecord
from renkei.workspace.permission_rules import Asked, PermissionRule, RuleBook

PYTEST = PermissionRule(allow=["execute"], commands=["pytest"])


def asking(
    call: dict[str, Any], *before: dict[str, Any], seen: Callable[[ToolActivity], None] = lambda _: None
) -> Asked:
    """Return what an agent asks for in a permission request, after the updates on its calls."""
    record = TurnRecord(str, seen)
    for one in before:
        record.take({"sessionUpdate": "tool_call", **one})
    return asked_of(find_program(["some-agent"]), record.asked(call), call)


def ruling(tmp_path: Path, asked: Asked) -> str:
    return RuleBook([PYTEST], tmp_path).ruling(asked)[0]


@pytest.mark.parametrize("line", [f"pytest {'x' * 600}; rm -rf ~", "pytest\nrm -rf ~", "pytest\n\nrm -rf ~"])
def test_a_command_that_only_its_title_tells_is_judged_whole(line: str, tmp_path: Path) -> None:
    call = {"toolCallId": "t", "kind": "execute", "title": line}
    for asked in (asking(call), asking({"toolCallId": "t"}, call)):
        assert asked.command == line
        assert ruling(tmp_path, asked) == "ask"


@pytest.mark.parametrize("kind", ["read", "search", "think", "edit"])
def test_a_command_is_one_whatever_its_program_calls_it(kind: str, tmp_path: Path) -> None:
    call = {"toolCallId": "t", "kind": kind, "title": "List files", "rawInput": {"command": "rg x; rm -rf ."}}
    asked = asking(call)
    assert asked.command == "rg x; rm -rf ."
    assert ruling(tmp_path, asked) == "ask"


def test_the_arguments_of_a_command_are_told_apart(tmp_path: Path) -> None:
    words = ["bash", "-lc", "pytest; rm -rf ~"]
    asked = asking({"toolCallId": "t", "kind": "execute", "title": "pytest", "rawInput": {"command": words}})
    assert asked.command == "bash -lc 'pytest; rm -rf ~'"
    assert ruling(tmp_path, asked) == "ask"


@pytest.mark.parametrize("name", ["cwd", "workdir", "dir_path"])
def test_a_command_elsewhere_is_not_the_one_that_a_rule_allows(name: str, tmp_path: Path) -> None:
    def ruled(directory: str) -> str:
        raw = {"command": "pytest", name: directory}
        return ruling(tmp_path, asking({"toolCallId": "t", "kind": "execute", "rawInput": raw}))

    assert ruled("/somewhere/else") == ruled("..") == "ask"
    assert ruled("sub") == ruled(str(tmp_path)) == "allow"


def test_files_that_only_the_arguments_name_count(tmp_path: Path) -> None:
    def ruled(path: str) -> str:
        call = {"toolCallId": "t", "kind": "search", "title": "Grep", "rawInput": {"path": path, "pattern": "key"}}
        return ruling(tmp_path, asking(call))

    assert ruled("/etc") == "ask"
    assert ruled("src") == "allow"


def test_an_id_that_is_used_again_says_nothing_of_the_new_call(tmp_path: Path) -> None:
    first = {"toolCallId": "t", "kind": "read", "title": "Read a", "status": "completed", "locations": [{"path": "a"}]}
    assert asking({"toolCallId": "t"}, first) == Asked("other", "")
    assert asking({"toolCallId": "t"}, {**first, "status": "pending"}).paths == ("a",)


def test_calls_without_an_id_are_not_one_call() -> None:
    own = {"kind": "other", "title": "renkei_next_turn"}
    record = TurnRecord(str, lambda _: None)
    assert asked_of(PROGRAMS["opencode"], record.asked(own), own).is_own_tool
    assert not asked_of(PROGRAMS["opencode"], record.asked({}), {}).is_own_tool


def test_a_call_that_only_its_permission_request_describes_is_recorded() -> None:
    seen = list[ToolActivity]()
    call = {"toolCallId": "t", "kind": "edit", "title": "Write a.txt", "locations": [{"path": "a.txt"}]}
    asking(call, seen=seen.append)
    assert [(one.title, one.kind, one.paths) for one in seen] == [("Write a.txt", "edit", ("a.txt",))]


def test_the_arguments_of_a_call_are_evidence() -> None:
    call = {"toolCallId": "t", "kind": "other", "title": "create_issue", "rawInput": {"title": "Ä"}}
    assert asking(call).arguments == '{\n  "title": "Ä"\n}'
    assert asking({**call, "kind": "execute", "rawInput": {"command": "ls"}}).arguments == ""
