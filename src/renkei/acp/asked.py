"""A request of a coding agent, as a rule or a person judges it."""

import json
from collections.abc import Callable
from difflib import unified_diff

from renkei.acp.activity import Edit, ToolActivity
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data, object_of
from renkei.workspace.permission_rules import Asked

LONGEST_DIFF = 1_000_000
"""Characters of the two texts of an edit that are compared line by line; longer ones are shown one after the other."""


def asked_of(
    program: AcpProgram, activity: ToolActivity, call: Data, named: Callable[[str], str] = lambda path: path
) -> Asked:
    """Return what an agent asks for, from what is known of the tool call.

    A command is one whatever its program calls the kind of the call, such as `search` for `rg`.
    """
    told, raw = activity.told, object_of(call.get("rawInput"))
    diff = _diff(activity) or (found if isinstance(found := raw.get("diff"), str) else "")
    places = (*told.paths, told.directory) if told.directory else told.paths
    is_own_tool = not told.command and program.is_own_tool(activity.kind, told.title)
    return Asked(
        kind=activity.kind,
        title=told.title,
        command=told.command or (told.title if activity.kind == "execute" else ""),
        paths=tuple(dict.fromkeys((*activity.paths, *map(named, places)))),
        diff=diff,
        directory=told.directory,
        arguments=json.dumps(raw, ensure_ascii=False, indent=2) if raw and not told.command and not diff else "",
        is_own_tool=is_own_tool,
    )


def _diff(activity: ToolActivity) -> str:
    return "\n".join(filter(None, map(difference, activity.edits)))


def difference(edit: Edit) -> str:
    """Return an edit as a unified diff."""
    before, after = (edit.before or "").splitlines(), edit.after.splitlines()
    if len(edit.before or "") + len(edit.after) > LONGEST_DIFF:
        return "\n".join(
            (f"--- {edit.path}", f"+++ {edit.path}", *(f"-{one}" for one in before), *(f"+{one}" for one in after))
        )
    return "\n".join(unified_diff(before, after, edit.path, edit.path, lineterm=""))
