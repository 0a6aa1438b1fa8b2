"""Agents: what each does and waits for, what would wake it, and what it has used; people, groups, and quotas."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from renkei.edges.view.visit import Visit
from renkei.engine.state import HUMAN, State
from renkei.engine.views.agent_overview import AgentOverview, agent_overview, agent_overviews
from renkei.frozen import frozen
from renkei.store.tokens import Token

SHOWN = 200
"""Agents that one page shows."""

MESSAGES = 10
"""Newest messages between the person and an agent that its page shows."""


@frozen
class Row:
    """An agent as the screen shows it: since when its turn is open, the pages of its task and wait, its programs."""

    agent: AgentOverview
    turn_since: str
    task_at: str
    waits_at: str
    programs: tuple[dict[str, str], ...]


def show(visit: Visit) -> dict[str, Any]:
    """Return all participants, the groups, and the quota."""
    state = visit.state
    found = agent_overviews(state, visit.now, _alive(visit))
    shown = found[:SHOWN]
    programs = _programs(visit)
    return {
        "rows": [_row(visit, one, programs) for one in shown],
        "hidden": len(found) - len(shown),
        "counts": _counts(found),
        "people": [one for one in state.everybody() if one.human],
        "groups": {one: state.groups[one] for one in sorted(state.groups)},
        "everybody": [one.id for one in state.everybody()],
        "limits": _limits(state),
    }


def show_one(visit: Visit) -> dict[str, Any]:
    """Return one participant with its work, its duties and its messages; raises UnknownActorError."""
    state, name = visit.state, visit.path["agent"]
    found = agent_overview(state, name, visit.now, _alive(visit))
    talk = visit.project.conversation(between=(visit.person, name), before=visit.seq + 1, limit=MESSAGES)
    return {
        "row": _row(visit, found, _programs(visit)),
        "actor": state.actors[name],
        "talk": talk[-MESSAGES:],
        "tokens": _tokens(visit, name),
        "may_have_tokens": not found.human or name == visit.person,
        "is_permanent": name == HUMAN,
    }


def show_token(visit: Visit) -> dict[str, Any]:
    """Return a token that was just made; None when it was shown already."""
    found = agent_overview(visit.state, visit.path["agent"], visit.now, {})
    return {"agent": found.agent, "token": visit.surroundings.once.take(visit.person, visit.query.get("made", ""))}


def _alive(visit: Visit) -> dict[str, str]:
    """Return when each agent last reported that it is alive; of the past, that is not known."""
    return visit.project.heartbeats() if visit.is_live else {}


def _programs(visit: Visit) -> list[dict[str, str]]:
    return [dict(one) for one in visit.surroundings.connected()] if visit.is_live else []


def _row(visit: Visit, agent: AgentOverview, programs: Iterable[dict[str, str]]) -> Row:
    began = visit.project.log.find(f"{agent.turn}-begin") if agent.turn else None
    own = tuple(one for one in programs if one["agent"] == agent.agent)
    task_at, waits_at = (_address_of(visit.state, one) for one in (agent.task, agent.waits_for))
    return Row(agent, began.at if began is not None else "", task_at, waits_at, own)


def _address_of(state: State, ref: str) -> str:
    """Return the address of what an agent waits for; "" for something outside the project."""
    if state.contracts.find(ref) is not None:
        return f"/work/{quote(ref, safe='')}"
    if ref in state.actors:
        return f"/agents/{quote(ref, safe='')}"
    if f"/pending_decisions/{ref}/owner" in state.board.cells:
        return f"/decisions/{quote(ref, safe='')}"
    return f"/messages/{quote(ref, safe='')}" if ref in state.messages else ""


def _counts(agents: list[AgentOverview]) -> dict[str, int]:
    """Return how many agents are in a turn, wait, or may do nothing."""
    return {
        "all": len(agents),
        "in_turn": sum(one.activity == "in_turn" for one in agents),
        "waiting": sum(bool(one.waits_for) for one in agents),
        "paused": sum(one.activity == "paused" for one in agents),
    }


def _limits(state: State) -> list[tuple[str, int, int | None]]:
    """Return each kind of quota with what is used and the limit."""
    return [("turns", state.turns_spent, state.quota.turns), ("tokens", state.tokens_spent, state.quota.tokens)]


def _tokens(visit: Visit, name: str) -> list[Token]:
    found = visit.project.tokens() if visit.is_live else []
    return [one for one in found if one.actor == name and visit.project.is_valid_token(one)]
