"""The edits in a tool call of a coding agent's program, as its hooks describe it.

Programs describe an edit by its text before and after, by a diff, or by a patch. Each is read as replacements of lines,
from which the file before the edit is rebuilt: then it is known which of its lines the edit has changed.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from renkei.files.model import ChangeKind
from renkei.immutable.frozen import frozen
from renkei.workspace.edited_lines import lines_of

SHELLS = frozenset(("Bash", "bash", "shell", "local_shell", "exec_command", "run_shell_command"))
"""Names of the tools that run a command line, in any program."""

PATHS = ("file_path", "filePath", "notebook_path", "path")
"""Names of a tool's argument that is the path of the file to edit."""

PATCHES = ("command", "input", "patch", "patchText")
"""Names of the argument that holds a patch."""

OLD, NEW = ("old_string", "oldString"), ("new_string", "newString")

_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_FILE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVED = "*** Move to: "
_KINDS: dict[str, ChangeKind] = {"Add": "added", "Update": "edited", "Delete": "deleted"}


@frozen
class ToolCall:
    """A call of a program's own tool. `input` and `output` are what the program says of it, and `id` names the call."""

    name: str
    input: Mapping[str, Any]
    output: Any = None
    directory: str = ""
    id: str = ""


@frozen
class Replacement:
    """A text and the text that replaced it; `line`: where the new one begins now, if that is known."""

    old: str
    new: str
    line: int | None = None
    everywhere: bool = False


@frozen
class Edit:
    """An edit of a file; without replacements, its lines are unknown."""

    path: str
    kind: ChangeKind = "edited"
    replacements: tuple[Replacement, ...] = ()

    def before(self, now: str) -> str | None:
        """Return the text of the file before the edit, from its text now; None if it cannot be known."""
        text = now
        for one in reversed(self.replacements):
            if one.line is not None:
                lines = lines_of(text)
                end = one.line - 1 + len(lines_of(one.new))
                text = "".join((*lines[: one.line - 1], one.old, *lines[end:]))
            elif one.new and one.new in text:
                text = text.replace(one.new, one.old, -1 if one.everywhere else 1)
            else:
                return None
        return text if self.replacements else None


def read_call(name: str, given: Any, output: Any = None, directory: str = "", id: str = "") -> ToolCall | None:  # noqa: A002
    """Return a call from what a hook gives, as values or as JSON; None for a tool that changes no files."""
    arguments = _read(given)
    call = ToolCall(name, arguments if isinstance(arguments, dict) else {}, _read(output), directory, id)
    return call if name in SHELLS or name in EDITING else None


def command_of(call: ToolCall) -> str | None:
    """Return the command line of a call; "" if it is unknown, None if the tool does not run one."""
    if call.name not in SHELLS:
        return None
    found = call.input.get("command", call.input.get("cmd"))
    return found if isinstance(found, str) else ""


def edits_of(call: ToolCall) -> tuple[Edit, ...]:
    """Return the edits of a call."""
    patch = next((text for text in _texts(call.input, PATCHES) if "*** Begin Patch" in text), None)
    if patch is not None:
        return tuple(_without_numbers(patch))
    reading = EDITING.get(call.name)
    path = next(_texts(call.input, PATHS), "")
    return (Edit(path, *reading(call)),) if reading is not None and path else ()


def _written(call: ToolCall) -> tuple[ChangeKind, tuple[Replacement, ...]]:
    return "added" if call.output == [] else "edited", tuple(_of_output(call.output))


def _replaced(call: ToolCall) -> tuple[ChangeKind, tuple[Replacement, ...]]:
    found = tuple(_of_output(call.output))
    parts = call.input.get("edits")
    parts = parts if isinstance(parts, list) else [call.input]
    everywhere = ("replace_all", "replaceAll", "allow_multiple")
    return "edited", found or tuple(
        Replacement(old, new, None, any(one.get(name) for name in everywhere))
        for one in parts
        if isinstance(one, dict)
        for old, new in zip(_texts(one, OLD), _texts(one, NEW), strict=False)
    )


EDITING: Mapping[str, Callable[[ToolCall], tuple[ChangeKind, tuple[Replacement, ...]]]] = {
    "Edit": _replaced,
    "MultiEdit": _replaced,
    "Write": _written,
    "NotebookEdit": _written,
    "edit": _replaced,
    "multiedit": _replaced,
    "write": _written,
    "replace": _replaced,
    "write_file": _written,
    "apply_patch": _written,
    "patch": _written,
}
"""Names of the tools that edit files, in any program, and how their calls are read."""


def _of_output(output: Any) -> Iterator[Replacement]:
    """Yield the replacements of the first diff in a tool's answer."""
    if isinstance(output, list):
        yield from _of_hunks(output)
    elif isinstance(output, dict):
        for name in ("structuredPatch", "returnDisplay", "fileDiff", "diff"):
            if output.get(name):
                yield from _of_output(output[name])
                return
    elif isinstance(output, str):
        yield from _of_diff(output)


def _of_hunks(hunks: Sequence[Any]) -> Iterator[Replacement]:
    for one in hunks:
        if isinstance(one, dict) and isinstance(one.get("newStart"), int) and isinstance(one.get("lines"), list):
            yield _hunk(one["newStart"], [str(line) for line in one["lines"]])


def _of_diff(text: str) -> Iterator[Replacement]:
    """Yield the hunks of a unified diff."""
    start, lines = 0, list[str]()
    for line in [*text.split("\n"), "@@ end"]:
        if line.startswith("@@"):
            if start:
                yield _hunk(start, lines)
            found = _HUNK.match(line)
            start, lines = (int(found[1]) + (found[2] == "0") if found else 0), []
        elif line[:1] in ("+", "-", " "):
            lines.append(line)


def _hunk(start: int, lines: Sequence[str]) -> Replacement:
    """Return a hunk as a replacement; `start`: the line at which it begins now."""
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("-", " "))
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("+", " "))
    return Replacement(old, new, max(1, start))


def _without_numbers(text: str) -> Iterator[Edit]:
    """Yield the edits of a patch without line numbers, as Codex writes it."""
    path, kind, found, lines = "", _KINDS["Update"], list[Replacement](), list[str]()

    def ended() -> None:
        if lines:
            hunk = _hunk(1, lines)
            found.append(Replacement(hunk.old, hunk.new))
            lines.clear()

    for line in text.split("\n"):
        heading = _FILE.match(line)
        if heading or line.startswith("*** End Patch"):
            ended()
            if path:
                yield Edit(path, kind, tuple(found) if kind == "edited" else ())
            path, kind, found = (heading[2].strip(), _KINDS[heading[1]], []) if heading else ("", kind, [])
        elif line.startswith(_MOVED):
            yield Edit(path, "deleted")
            path = line.removeprefix(_MOVED).strip()
        elif line.startswith("@@"):
            ended()
        elif line[:1] in ("+", "-", " "):
            lines.append(line)


def _texts(given: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    return (given[name] for name in names if isinstance(given.get(name), str))


def _read(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value
