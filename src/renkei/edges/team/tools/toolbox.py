"""The table of tools for each standing in a team.

The runtime begins and ends turns, so members have no tools for that.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Literal

from renkei.agent_tools import board_tools, message_tools, work_tools
from renkei.agent_tools.tool import Tool
from renkei.edges.team.port import RunningTeam
from renkei.edges.team.standings import LEAD_TOOLS
from renkei.edges.team.tools import lead_tools, plain_messages, task_tools
from renkei.errors import BadValueError
from renkei.immutable.replacing import replace
from renkei.wording.values import quote

Standing = Literal["lead", "teammate"]


def typed_tools(team: RunningTeam) -> tuple[Tool, ...]:
    """Return the protocol's tools, which every member has. The team runs the commands of criteria itself."""
    tools = (*message_tools.TOOLS, *board_tools.TOOLS, *work_tools.TOOLS)
    return tuple(
        replace(one, call=partial(task_tools.submit_checked, team, one)) if one.arguments in task_tools.SUBMITS else one
        for one in tools
    )


TABLE: tuple[Callable[[RunningTeam], Sequence[Tool]], ...] = (
    lambda team: team.workspaces.tools(team.workspaces.root),
    task_tools.tools,
    plain_messages.tools,
    lead_tools.tools,
    typed_tools,
)
"""All tools in the order they are listed; those in `LEAD_TOOLS` are reserved for the lead."""


def all_tools(team: RunningTeam, standing: Standing) -> tuple[Tool, ...]:
    """Return the tools of a standing."""
    found = (one for tools in TABLE for one in tools(team))
    return tuple(one for one in found if standing == "lead" or one.name not in LEAD_TOOLS)


def chosen(
    team: RunningTeam, standing: Standing, names: Sequence[str] | None, path: str = "/tools"
) -> tuple[Tool, ...]:
    """Return the tools of a standing with these names, in the order of the table; all if `names` is None.

    Raises BadValueError for a name that is no tool, or a tool of the lead for a teammate.
    """
    tools = all_tools(team, standing)
    known = [one.name for one in tools]
    for index, name in enumerate(names or ()):
        if name not in known:
            raise BadValueError(path=f"{path}/{index}", got=name, **_why(name, known))
    return tuple(one for one in tools if names is None or one.name in names)


def _why(name: str, known: Sequence[str]) -> dict[str, str]:
    """Return what is wrong with a tool's name, and what would be right."""
    if name in LEAD_TOOLS:
        return {"problem": f"{quote(name)} is a tool of the lead", "hint": "Leave it out: a teammate cannot have it."}
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"Did you mean {quote(near[0])}? " if near else ""
    return {"problem": f"there is no tool {quote(name)}", "hint": f"{hint}Tools: {', '.join(known)}."}
