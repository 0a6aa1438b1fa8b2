"""Agents with their activity, waits, wake reason and usage; people, groups, and quotas."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

from renkei.dispatch.graph.links import node
from renkei.edges.view.visit import Visit
from renkei.engine.events import ActorLeft
from renkei.engine.state import HUMAN, State
from renkei.engine.views.agent_overview import AgentOverview, agent_overview, agent_overviews
from renkei.engine.views.doing import Doing, Wait, doing, wait_of
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.store.tokens import Token

MOST_AGENTS = 200
"""Agents that one page shows."""

MESSAGES = 10
"""Newest messages between the person and an agent that its page shows."""


@frozen
class AgentRow:
    """An agent as the screen shows it: its task as a node of the graph, since when its turn is open, its programs."""

    agent: AgentOverview
    doing: Doing
    wait: Wait | None
    task: str
    turn_since: str
    programs: tuple[dict[str, str], ...]
    machine: str
    """The machine that its latest turn began on; "" if the project is on one machine, or that is not known."""


def show(visit: Visit) -> dict[str, Any]:
    """Return all participants, the groups, and the quota."""
    state = visit.state
    found = agent_overviews(_in_language(visit), visit.now, visit.alive)
    shown = found[:MOST_AGENTS]
    programs = _programs(visit)
    return {
        "rows": [_row(visit, one, programs) for one in shown],
        "hidden": len(found) - len(shown),
        "counts": _counts(found),
        "departed": departed_agents(state)[:MOST_AGENTS],
        "people": [one for one in state.everybody() if one.human],
        "groups": {one: state.groups[one] for one in sorted(state.groups)},
        "everybody": [one.id for one in state.everybody()],
        "limits": _limits(state),
        "machines": visit.machines,
        "servers": visit.project.servers() if visit.is_live else None,
    }


def show_one(visit: Visit) -> dict[str, Any]:
    """Return one participant with its work, its duties and its messages; raises UnknownActorError.

    Of a participant that has left, only its messages are shown.
    """
    state, name = visit.state, visit.path["agent"]
    talk = visit.project.conversation(between=(visit.person, name), before=visit.seq + 1, limit=MESSAGES)
    if name in state.departed and name not in state.actors:
        return {"name": name, "row": None, "talk": talk[-MESSAGES:], "left": _leaving(visit, name)}
    found = agent_overview(_in_language(visit), name, visit.now, visit.alive)
    return {
        "name": name,
        "row": _row(visit, found, _programs(visit)),
        "actor": state.actors[name],
        "talk": talk[-MESSAGES:],
        "tokens": _tokens(visit, name),
        "may_have_tokens": not found.human or name == visit.person,
        "is_permanent": name == HUMAN,
    }


def _leaving(visit: Visit, name: str) -> ActorLeft | None:
    """Return how a participant left last, from the first record after which it was gone."""
    count = visit.state.departed[name]
    seqs = range(1, visit.seq + 1)
    seq = bisect_left(seqs, count, key=lambda one: visit.project.state_at(one).departed.get(name, 0)) + 1
    record = next(visit.project.records(seq - 1), None)
    events = record.events if record is not None else ()
    return next((one for one in events if isinstance(one, ActorLeft) and one.actor == name), None)


def show_token(visit: Visit) -> dict[str, Any]:
    """Return a token that was just made; None when it was shown already."""
    found = agent_overview(visit.state, visit.path["agent"], visit.now, {})
    return {"agent": found.agent, "token": visit.surroundings.once.take(visit.person, visit.query.get("made", ""))}


def _in_language(visit: Visit) -> State:
    """Return the state with the reader's language, in which an overview says why an agent would wake."""
    return replace(visit.state, locale=visit.locale)


def departed_agents(state: State) -> list[str]:
    """Return the participants that have left and did not come back, in the order of their ids."""
    return sorted(one for one in state.departed if one not in state.actors)


def _programs(visit: Visit) -> list[dict[str, str]]:
    return [dict(one) for one in visit.surroundings.connected()] if visit.is_live else []


def _row(visit: Visit, agent: AgentOverview, programs: Iterable[dict[str, str]]) -> AgentRow:
    began = visit.project.log.find(f"{agent.turn}-begin") if agent.turn else None
    own = tuple(one for one in programs if one["agent"] == agent.agent)
    state, name = visit.state, agent.agent
    machine = next((one.name for one in visit.machines if name in one.agents), "")
    return AgentRow(
        agent,
        doing(state, name),
        wait_of(state, name),
        next(iter(state.links.neighbours(node("agent", name), "out", ("works_on",))), ""),
        began.at if began is not None else "",
        own,
        machine,
    )


def _counts(agents: list[AgentOverview]) -> dict[str, int]:
    """Return how many agents are in a turn, wait, or may do nothing."""
    return {
        "all": len(agents),
        "in_turn": sum(one.activity == "in_turn" for one in agents),
        "waiting": sum(bool(one.waits_for) for one in agents),
        "paused": sum(one.activity == "paused" for one in agents),
    }


def _limits(state: State) -> list[tuple[str, int, int | None]]:
    """Return each kind of quota with its usage and limit."""
    return [("turns", state.turns_spent, state.quota.turns), ("tokens", state.tokens_spent, state.quota.tokens)]


def _tokens(visit: Visit, name: str) -> list[Token]:
    found = visit.project.tokens() if visit.is_live else []
    return [one for one in found if one.actor == name and visit.project.is_valid_token(one)]
