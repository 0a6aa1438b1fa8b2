"""Items that wait for people, in the groups of the view and under its titles, with age and the agents that it holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.budget.context.message_text import cut
from renkei.edges.cli.output.tables import Table, table
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import notice_text
from renkei.engine.views.titles import entry_title
from renkei.engine.views.waiting.entry import SHARED, Group, Kind, Waiting, group_of
from renkei.engine.views.waiting.person import waiting_for
from renkei.protocol.primitives import seconds_between
from renkei.wording.values import duration

GROUPS: Mapping[Group, str] = {"holds": "holds others", "yours": "for {who}", "reading": "to read"}
"""The heading of each group, in order."""

FOR_HUMANS: dict[Kind, tuple[str, str]] = {
    "decision": ("decide", "{title}"),
    "conflict": ("decide", "{title}"),
    "result": ("accept", "{title}"),
    "review": ("review", "{title}"),
    "task": ("do", "{title}"),
    "reply": ("reply", "{title}"),
    "returned": ("reopen", "{title}: renkei contract reopen {ref}"),
    "reread": ("re-read", "{title}"),
    "message": ("read", "{title}"),
    "deadlock": ("unblock", "{title}"),
    "agent": ("resume", "renkei resume {ref}"),
    "contract": ("resume", "{title}: renkei contract resume {ref}"),
    "project": ("resume", "renkei project resume"),
    "quota": ("resume", "renkei project quota --turns N --tokens N"),
}
"""The command that answers each kind of request to people, and its description on the screen."""


def triage(state: State) -> Iterator[dict[str, Any]]:
    """Yield what waits for each human, group by group; what waits for all of them once."""
    shared = set[tuple[str, str]]()
    rows: list[dict[str, Any]] = []
    for human in (one.id for one in state.everybody() if one.human):
        for one in waiting_for(state, human):
            if one.kind not in SHARED or (one.kind, one.ref) not in shared:
                rows.append(waiting_row(state, human, one))
            shared.add((one.kind, one.ref))
    order = list(GROUPS)
    yield from sorted(rows, key=lambda row: order.index(row["group"]))


def waiting_row(state: State, human: str, one: Waiting) -> dict[str, Any]:
    """Return what a human has to do about something that waits, about what, who asked, and what it says.

    `holds` counts the agents that cannot continue before; `for` is "" for what waits for any person.
    """
    does, says = FOR_HUMANS[one.kind]
    text = says.format(ref=one.ref, title=entry_title(state, one))
    if one.kind == "reread":
        text = next(
            notice_text(notice, state.locale) for notice in state.board.notices[human] if notice.path == one.ref
        )
    return {
        "group": group_of(one),
        "for": "" if one.kind in SHARED else human,
        "what": does,
        "id": one.ref,
        "from": ", ".join(one.creditors),
        "since": one.since,
        "holds": len(one.behind),
        "says": cut(text, 80),
    }


def triage_tables(rows: Sequence[Mapping[str, Any]], now: str, who: str = "a human") -> Iterator[Table]:
    """Yield a table for each group that has rows, with their ages at a time; `who` is the person or people."""
    is_for_several = len({row["for"] for row in rows if row["for"]}) > 1
    for group, title in GROUPS.items():
        mine = [row for row in rows if row["group"] == group]
        if mine:
            project = ("project",) if "project" in mine[0] else ()
            columns = (*project, "what", "id", *(("for",) if is_for_several else ()), "from", "age", "holds", "about")
            cells = ([_cell(row, name, now) for name in columns] for row in mine)
            yield table(columns, cells, f"waiting: {title.format(who=who)}")


def _cell(row: Mapping[str, Any], name: str, now: str) -> str:
    if name == "age":
        return duration(seconds_between(row["since"], now)) if row["since"] else ""
    return str(row["says" if name == "about" else name] or "")
