"""Blocked agents: the participants that can end a block or hear of it, and the blockers of rules (section 8)."""

from collections.abc import Iterator
from typing import Any

from renkei.dispatch.graph.links import agents_along, node
from renkei.documents.json_pointer import join
from renkei.engine.references import mentions
from renkei.engine.state import SYSTEM, State


def blockers_of(state: State, agent: str) -> Iterator[str]:
    """Yield the open blockers that a rule added for an agent alone."""
    board = state.board
    for blocker in board.ids("blockers"):
        path = join("blockers", blocker)
        by_rule = board.cells[f"{path}/resolved"].author == SYSTEM
        if by_rule and board.get(f"{path}/affected_agents") == [agent] and not board.get(f"{path}/resolved"):
            yield blocker


def notified_variables(state: State, agent: str, author: str) -> dict[str, Any]:
    """Return the variables of a changed agent that decide whom rules notify.

    `unattended`: the cause of its block is known and no other participant can end it, since it is outside the project,
    no participant is responsible, or the responsible one is paused. `was_blocked`: a blocker shows that it was blocked
    before. `overseers`: the leads and the people, except those who know from the same record; `reported`: whether one
    knows.
    """
    others = [one.id for one in state.everybody() if (one.human or one.lead) and one.id not in (agent, author)]
    overseers = [one for one in others if not _was_told(state, one, agent)]
    cause = state.board.agent(agent, "blocked_by")
    sources = agents_along(state.links, [node("agent", agent)], (("out", ("waits_for",)),))
    return {
        "unattended": cause is not None and all(one == agent or one in state.suspended for one in sources),
        "was_blocked": state.board.agent(agent, "status") == "blocked" and any(True for _ in blockers_of(state, agent)),
        "overseers": overseers,
        "reported": overseers != others,
    }


def _was_told(state: State, reader: str, agent: str) -> bool:
    """Return whether the record in the making has a message by an agent, or of the system about it, to a reader."""
    kept = (state.messages[one] for one in state.unread.get(reader, ()))
    new = [one.message for one in kept if one.seq == state.seq + 1]
    return any(one.from_ == agent or (one.from_ == SYSTEM and mentions(one.context_summary, agent)) for one in new)
