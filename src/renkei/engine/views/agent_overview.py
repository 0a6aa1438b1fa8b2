"""A participant's status: activity, waits, obligations, wake reason, usage."""

from collections.abc import Iterable, Mapping
from typing import Literal

from renkei.contracts.state import Contract
from renkei.engine.participants.access import need_actor
from renkei.engine.state import State, Usage
from renkei.engine.views.obligations import OpenObligation, open_obligations
from renkei.engine.views.waking.reasons import wake_reason
from renkei.immutable.frozen import frozen

Activity = Literal["paused", "in_turn", "interrupted", "between_turns"]
"""`paused`: it may do nothing. `in_turn`: its turn is open. `interrupted`: its last turn was ended from outside."""


@frozen
class AgentOverview:
    """A participant at a time; fields that do not apply are empty."""

    agent: str
    role: str
    lead: bool
    human: bool
    activity: Activity
    why: str
    """The reason for its pause, or for the interruption of its last turn."""
    status: str
    """The status in its entry on the board."""
    task: str
    waits_for: str
    last_active: str
    """Time of its last action or heartbeat."""
    turn: str
    """The id of its open turn."""
    usage: Usage
    unread: int
    to_reread: int
    """Its overwritten or rejected values that it has not re-read."""
    owes: tuple[OpenObligation, ...]
    """The replies that it owes."""
    awaits: tuple[OpenObligation, ...]
    """The replies that it waits for."""
    contracts: tuple[Contract, ...]
    """The open contracts that are assigned to it, the oldest first."""
    delegated: tuple[Contract, ...]
    """The open contracts that it has delegated, the oldest first."""
    groups: tuple[str, ...]
    wake_reason: str
    """Why it should take a turn now, or what interrupts its open turn."""


def agent_overview(state: State, agent: str, at: str, alive: Mapping[str, str]) -> AgentOverview:
    """Return a participant's status at a time; `alive` is each agent's last heartbeat.

    Raises UnknownActorError.
    """
    need_actor(state, agent)
    return _overview(state, agent, at, alive, open_obligations(state, agent))


def agent_overviews(state: State, at: str, alive: Mapping[str, str]) -> list[AgentOverview]:
    """Return each agent's status at a time, in the order of joining."""
    replies: dict[str, list[OpenObligation]] = {}
    for one in open_obligations(state):
        for name in {one.debtor, one.creditor}:
            replies.setdefault(name, []).append(one)
    agents = [one.id for one in state.everybody() if not one.human]
    return [_overview(state, one, at, alive, replies.get(one, ())) for one in agents]


def _overview(
    state: State, agent: str, at: str, alive: Mapping[str, str], replies: Iterable[OpenObligation]
) -> AgentOverview:
    known, turn = state.actors[agent], state.turns.get(agent)
    activity, why = _activity(state, agent)
    status, task, waits_for = (state.board.agent(agent, one) or "" for one in ("status", "current_task", "blocked_by"))
    delegated = sorted(state.contracts.delegated_by(agent).values(), key=lambda one: (one.seq, one.terms.id))
    replies = tuple(replies)
    return AgentOverview(
        agent=agent,
        role=known.role,
        lead=known.lead,
        human=known.human,
        activity=activity,
        why=why,
        status=status,
        task=task,
        waits_for=waits_for,
        last_active=max(state.last_active.get(agent, ""), alive.get(agent, "")),
        turn=turn.turn if turn is not None else "",
        usage=state.used_by(agent),
        unread=len(state.unread.get(agent, ())),
        to_reread=len(state.board.notices.get(agent, ())),
        owes=tuple(one for one in replies if one.debtor == agent),
        awaits=tuple(one for one in replies if one.creditor == agent),
        contracts=tuple(state.contracts.of(agent)),
        delegated=tuple(delegated),
        groups=tuple(one for one in sorted(state.groups) if agent in state.groups[one]),
        wake_reason="" if known.human else wake_reason(state, agent, at) or "",
    )


def _activity(state: State, agent: str) -> tuple[Activity, str]:
    if agent in state.suspended:
        return "paused", state.suspended[agent]
    if agent in state.turns:
        return "in_turn", ""
    if agent in state.interrupted:
        return "interrupted", state.interrupted[agent].reason
    return "between_turns", ""
