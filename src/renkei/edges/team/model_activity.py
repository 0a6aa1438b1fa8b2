"""The tool calls of a member on a language model, in the form of a coding agent's."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from renkei.acp.activity import ToolActivity
from renkei.agent_tools.tool import Answer, Tool
from renkei.immutable.replacing import replace
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen
from renkei.workspace.permission_rules import Kind

KINDS: Mapping[str, Kind] = {
    "read_file": "read",
    "search_files": "search",
    "git_diff": "read",
    "git_log": "read",
    "write_file": "edit",
    "edit_file": "edit",
    "bash": "execute",
}
"""The kinds of the tools for files and commands; the team's own tools have the kind `other`."""

_NUMBERS = count(1)


def announced(tool: Tool, announce: Callable[[ToolActivity], None]) -> Tool:
    """Return a tool that announces when a call begins, and how it ends."""

    def call(session: Session, arguments: Frozen) -> Answer:
        activity = _begun(tool, arguments.model_dump(mode="json"))
        announce(activity)
        try:
            answer = tool.call(session, arguments)
        except BaseException:
            announce(replace(activity, status="failed"))
            raise
        announce(replace(activity, status="completed"))
        return answer

    return replace(tool, call=call)


def _begun(tool: Tool, arguments: Mapping[str, Any]) -> ToolActivity:
    path, command = arguments.get("path"), arguments.get("command")
    return ToolActivity(
        f"call-{next(_NUMBERS)}",
        KINDS.get(tool.name, "other"),
        command if isinstance(command, str) else tool.name,
        "in_progress",
        (path,) if isinstance(path, str) else (),
        is_of_team=True,
    )
