"""A call of a member's tool as an activity, the same value that a coding agent's tool calls have."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from renkei.acp.activity import Edit, ToolActivity
from renkei.agent_tools.tool import Answer, Tool
from renkei.immutable.replacing import replace
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen
from renkei.wording.visible import one_line
from renkei.workspace.permission_rules import Kind

KINDS: Mapping[str, tuple[Kind, str]] = {
    "bash": ("execute", "command"),
    "read_file": ("read", "path"),
    "write_file": ("edit", "path"),
    "edit_file": ("edit", "path"),
    "search_files": ("search", "text"),
    "git_diff": ("read", "path"),
    "git_log": ("read", "path"),
}
"""Tools for files and commands → their kind, and the argument that is shown. All others write to the log."""

LONGEST_TITLE = 200
LONGEST_OUTPUT = 2_000
"""Most characters of a command's output."""

_numbers = count(1)


def activity_of(tool: str, arguments: Mapping[str, Any]) -> ToolActivity:
    """Return a call that begins."""
    kind, shown = KINDS.get(tool, ("other", ""))
    title = one_line(f"{tool} {arguments.get(shown) or ''}".strip())[:LONGEST_TITLE]
    path = arguments.get("path")
    edits: tuple[Edit, ...] = ()
    if tool == "edit_file":
        edits = (Edit(arguments["path"], arguments["old_text"], arguments["new_text"]),)
    elif tool == "write_file":
        edits = (Edit(arguments["path"], None, arguments["content"]),)
    paths = (path,) if kind in ("read", "edit") and isinstance(path, str) and path else ()
    return ToolActivity(f"call-{next(_numbers)}", kind, title, "in_progress", paths, edits, is_of_team=True)


def called(tool: Tool, session: Session, arguments: Frozen, on_activity: Callable[[ToolActivity], None]) -> Answer:
    """Call a tool, and give `on_activity` the call when it begins and when it has ended; raises what the tool does."""
    activity = activity_of(tool.name, arguments.model_dump(mode="json"))
    on_activity(activity)
    try:
        answer = tool.call(session, arguments)
    except Exception as error:
        on_activity(replace(activity, status="failed", output=str(error)[:LONGEST_OUTPUT]))
        raise
    output = answer[:LONGEST_OUTPUT] if activity.kind == "execute" and isinstance(answer, str) else ""
    on_activity(replace(activity, status="completed", output=output))
    return answer
