"""What waits for a person: what it has to answer, decide or accept, the oldest and most blocking first."""

from collections.abc import Iterator
from typing import Literal

from renkei.engine.state import State
from renkei.frozen import frozen

Kind = Literal["decision", "reply", "result", "agent"]


@frozen
class Waiting:
    """Something that waits for a person since a time: `kind` says what to do, `ref` about what."""

    kind: Kind
    ref: str
    since: str
    creditors: tuple[str, ...]
    """Who waits for it."""
    summary: str
    blocks: bool
    """Whether work waits for it."""
    overdue: bool = False


def waiting_for(state: State, person: str, at: str) -> list[Waiting]:
    """Return what waits for a person at a time: what blocks others first, then the oldest."""
    found = [*_replies(state, person), *_results(state, person), *_suspended(state)]
    return sorted(found, key=lambda one: (not one.blocks, not one.overdue, one.since, one.ref))


def _replies(state: State, person: str) -> Iterator[Waiting]:
    for one in state.owed_by(person):
        since = state.messages[one.message_id].message.timestamp
        kind: Kind = "decision" if "DECISION_RESULT" in one.expects else "reply"
        ref = one.subject if kind == "decision" and one.subject else one.message_id
        yield Waiting(kind, ref, since, (one.creditor,), one.summary, one.blocks, one.overdue)


def _results(state: State, person: str) -> Iterator[Waiting]:
    for name, entry in state.contracts.entries.items():
        if entry.status == "submitted" and entry.terms.delegator == person:
            summary = entry.terms.inputs.description
            yield Waiting("result", name, state.at, (entry.assignee or "",), summary, blocks=True)


def _suspended(state: State) -> Iterator[Waiting]:
    for agent, reason in state.suspended.items():
        yield Waiting("agent", agent, state.last_active.get(agent, state.at), (), reason, blocks=True)
