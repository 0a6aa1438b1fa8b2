"""Edits as each program's hooks report them, in the forms that the real programs were seen to use."""

import json
from typing import Any

import pytest

from renkei.edges.coding_agents.edits import Edit, ToolCall, command_of, edits_of, read_call
from renkei.workspace.edited_lines import edited_lines

BEFORE = "".join(f"line {number}\n" for number in range(1, 21))
NOW = BEFORE.replace("line 10\n", "ten\nand more\n").replace("line 15\n", "")

PATCH = [
    {
        "oldStart": 9,
        "oldLines": 3,
        "newStart": 9,
        "newLines": 4,
        "lines": [" line 9", "-line 10", "+ten", "+and more", " line 11"],
    },
    {"oldStart": 14, "oldLines": 3, "newStart": 15, "newLines": 2, "lines": [" line 14", "-line 15", " line 16"]},
]

DIFF = """Index: /work/app.py
===================================================================
--- /work/app.py
+++ /work/app.py
@@ -9,3 +9,4 @@
 line 9
-line 10
+ten
+and more
 line 11
@@ -14,3 +15,2 @@
 line 14
-line 15
 line 16
\\ No newline at end of file
"""

CODEX = """*** Begin Patch
*** Update File: app.py
@@ def f():
 line 9
-line 10
+ten
+and more
 line 11
@@
 line 14
-line 15
 line 16
*** Add File: made.py
+x
*** Delete File: gone.py
*** Update File: old.py
*** Move to: new.py
@@
-a
+b
*** End Patch
"""

CALLS: dict[str, tuple[str, Any, Any]] = {
    "Claude Code": ("Edit", {"file_path": "/work/app.py", "old_string": "x", "new_string": "y"}, PATCH),
    "Claude Code, a whole file": ("Write", {"file_path": "/work/app.py", "content": NOW}, PATCH),
    "Gemini CLI": ("replace", {"file_path": "/work/app.py", "old_string": "x", "new_string": "y"}, {"fileDiff": DIFF}),
    "OpenCode": ("edit", {"filePath": "/work/app.py", "oldString": "x", "newString": "y"}, {"diff": DIFF}),
    "Codex": ("apply_patch", {"command": CODEX}, None),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_text", [False, True], ids=["object", "text"])
def test_the_file_before_an_edit_is_known_from_its_hook(name: str, is_text: bool) -> None:
    tool, given, output = CALLS[name]
    call = read_call(tool, json.dumps(given), json.dumps(output)) if is_text else read_call(tool, given, output)
    assert call is not None
    edit, *_ = edits_of(call)
    assert edit.path.endswith("app.py")
    assert edit.before(NOW) == BEFORE
    assert edited_lines(BEFORE, NOW) == ((10, 10), (15, 15))


def test_without_a_diff_the_arguments_are_enough() -> None:
    edit = only("Edit", {"file_path": "a", "old_string": "line 10\n", "new_string": "ten\nand more\n"})
    assert edit.before(NOW) == BEFORE.replace("line 15\n", "")
    several = {
        "file_path": "a",
        "edits": [{"old_string": "1", "new_string": "2"}, {"old_string": "2", "new_string": "3"}],
    }
    assert only("MultiEdit", several).before("3\n") == "1\n"
    everywhere = {"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": True}
    assert only("Edit", everywhere).before("y y") == "x x"


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Edit", {"file_path": "a", "old_string": "x", "new_string": ""}),
        ("Edit", {"file_path": "a", "old_string": "x", "new_string": "not there"}),
        ("Write", {"file_path": "a", "content": "x"}),
        ("NotebookEdit", {"notebook_path": "a", "new_source": "x"}),
    ],
)
def test_what_cannot_be_known_is_not_guessed(tool: str, given: dict[str, Any]) -> None:
    assert only(tool, given).before(NOW) is None


def test_a_patch_may_have_many_files() -> None:
    call = read_call("apply_patch", {"command": CODEX})
    assert call is not None
    found = [(one.path, one.kind, len(one.replacements)) for one in edits_of(call)]
    assert found == [
        ("app.py", "edited", 2),
        ("made.py", "added", 0),
        ("gone.py", "deleted", 0),
        ("old.py", "deleted", 0),
        ("new.py", "edited", 1),
    ]


def test_a_new_file_is_one_without_a_diff() -> None:
    assert only("Write", {"file_path": "a", "content": "x"}, []).kind == "added"


@pytest.mark.parametrize("name", ["Bash", "bash", "run_shell_command", "exec_command"])
def test_tools_that_run_commands_are_known(name: str) -> None:
    assert command_of(ToolCall(name, {"command": "make"})) == "make"
    assert command_of(ToolCall(name, {"cmd": "make"})) == "make"
    assert command_of(ToolCall(name, {"command": ["make"]})) == ""
    assert command_of(ToolCall("Edit", {})) is None


@pytest.mark.parametrize("name", ["Read", "mcp__renkei__list_work", "", "\ud800"])
def test_other_tools_are_none_of_them(name: str) -> None:
    assert read_call(name, {}) is None


@pytest.mark.parametrize(
    "given", ["", "{", "[]", "null", "7", '{"file_path": 7}', '{"file_path": null, "edits": 3}', "[" * 100_000, None, 3]
)
@pytest.mark.parametrize(
    "output", ["[{}]", '[{"newStart": "x", "lines": 3}]', '{"diff": {"diff": 7}}', "@@ -1 +1 @@", 7]
)
def test_strange_input_is_no_edit_or_one_of_unknown_lines(given: Any, output: Any) -> None:
    for tool in ("Edit", "Write", "apply_patch"):
        call = read_call(tool, given, output)
        assert call is not None
        assert all(one.before("x\n") is None or one.path for one in edits_of(call))


def only(tool: str, given: dict[str, Any], output: Any = None) -> Edit:
    call = read_call(tool, given, output)
    assert call is not None
    (found,) = edits_of(call)
    return found
