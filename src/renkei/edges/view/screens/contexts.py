"""Shows what an agent saw: its contexts as delivered, its context now, and the feedback on them."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException

from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.budget.context.reading import Reading
from renkei.budget.context.shown import Shown
from renkei.budget.events import ContextFeedbackGiven
from renkei.budget.relevance.features import INTERCEPT, RELEVANT_FROM
from renkei.budget.relevance.tiers import rule_text
from renkei.edges.view.contexts.costs import costs_of
from renkei.edges.view.contexts.page import ContextPage, context_page
from renkei.edges.view.contexts.rebuilding import given_now, given_then
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.screens.agents import departed_agents
from renkei.edges.view.visit import Visit
from renkei.engine.events import NewsGiven, TurnBegan, TurnEnded
from renkei.engine.state import State
from renkei.engine.views.agent_context.given import Given, Rebuilt, completed
from renkei.engine.views.past.turn_costs import Cost
from renkei.errors import UnknownActorError
from renkei.project.turns.contexts import PastTurn

LEAST_TOKENS, MOST_TOKENS, STEP_TOKENS = 200, 20_000, 50
"""Tokens between which the slider moves, and by how many."""

TURNS = 20
"""Turns that are listed at once."""

NEWER = 8
"""How many of them are newer than the context shown."""

AGENTS = 200
"""Agents that are listed."""


def show_agents(visit: Visit) -> dict[str, Any]:
    """Return all agents, each with its last turn and how much it has not read."""
    state = visit.state
    agents = [one for one in state.everybody() if not one.human]
    rows = []
    for one in agents[:AGENTS]:
        turns = visit.project.past_turns(one.id, before=visit.seq + 1, limit=1)
        rows.append({"agent": one, "turn": turns[0] if turns else None, "unread": len(state.unread.get(one.id, ()))})
    departed = [
        one for one in departed_agents(state)[:AGENTS] if visit.project.past_turns(one, before=visit.seq + 1, limit=1)
    ]
    return {"rows": rows, "unlisted": len(agents) - len(rows), "departed": departed}


def show_now(visit: Visit) -> dict[str, Any]:
    """Return the context that an agent would read if its turn began in the state shown."""
    agent = agent_of(visit)
    turns = visit.project.past_turns(agent, before=visit.seq + 1, limit=TURNS)
    if agent not in visit.state.actors:
        return _frame(visit, agent, turns) | {"page": None, "slider": None, "event": None, "has_left": True}
    last = turns[-1].began if turns else None
    reading = Reading(last.budget, last.locale, rendering=last.rendering) if last else Reading(DEFAULT_BUDGET)
    state, rebuilt = given_now(visit, agent, reading)
    if rebuilt is None:  # the agent's own state has outgrown the budget of its last turn
        state, rebuilt = given_now(visit, agent, reading.override(budget=MOST_TOKENS))
    page = _page(visit, state, agent, rebuilt, (), reading.budget, _feedback(visit, agent, visit.seq))
    return _frame(visit, agent, turns) | {
        "page": page,
        "slider": _slider(visit, reading.budget),
        "event": None,
        "has_left": False,
        "feedback_seq": visit.seq,
    }


def show_given(visit: Visit) -> dict[str, Any]:
    """Return the context of a turn, or of news, as it was given."""
    agent, seq = agent_of(visit), _seq(visit)
    event = _event(visit, agent, seq)
    state, rebuilt = given_then(visit.project, seq, event)
    given = completed(event, rebuilt)
    page = _page(visit, state, agent, rebuilt, given, event.budget, _feedback(visit, agent, seq))
    before = visit.project.past_turns(agent, before=seq + 1, limit=TURNS - NEWER)
    after = [one for one in visit.project.past_turns(agent, after=seq, limit=NEWER) if one.seq <= visit.seq]
    turn = before[-1]
    events = [one for one in visit.project.turn_events(turn) if one.seq <= visit.seq]
    ends = [one for one in events if isinstance(one.event, TurnEnded)]
    return _frame(visit, agent, [*before, *after]) | {
        "page": page,
        "slider": _slider(visit, event.budget),
        "event": event,
        "turn": turn,
        "record": visit.project.record(seq),
        "exact": rebuilt is not None and rebuilt.exact,
        "rebuilt": rebuilt,
        "news": [one for one in events if isinstance(one.event, NewsGiven)],
        "end": ends[0] if ends else None,
        "previous": before[-2] if len(before) > 1 else None,
        "next": after[0] if after else None,
        "cost": _cost(visit, agent, turn),
        "feedback_seq": seq,
        "has_left": False,
    }


def show_costs(visit: Visit) -> dict[str, Any]:
    """Return the known costs of an agent's turns."""
    agent = agent_of(visit)
    known = costs_of(visit.project)
    is_done = known.read_on(visit.project, visit.seq)
    turns = [(seq, cost) for seq, cost in list(known.reader(agent).turns.items()) if seq <= visit.seq]
    sums = Cost(*(sum(getattr(cost, name) for _, cost in turns) for name in ("read", "naive", "cached")))
    return {
        "agent": agent,
        "is_done": is_done,
        "reached": known.costs.seq,
        "turns": turns[: -TURNS - 1 : -1],
        "count": len(turns),
        "sums": sums,
    }


def _page(
    visit: Visit,
    state: State,
    agent: str,
    rebuilt: Rebuilt | None,
    given: Sequence[Shown],
    budget: int,
    feedback: list[ContextFeedbackGiven],
) -> ContextPage | None:
    wanted = visit.number("budget", budget, least=1, most=MOST_TOKENS * 5)
    if rebuilt is None:
        return context_page(state, agent, None, given, feedback, visit.locale) if given else None
    context = rebuilt.context if wanted == rebuilt.reading.budget else rebuilt.within(wanted)
    if context is None:
        return None
    return context_page(state, agent, context, given or rebuilt.context.given, feedback, visit.locale)


def _frame(visit: Visit, agent: str, turns: list[PastTurn]) -> dict[str, Any]:
    return {
        "agent": agent,
        "turns": turns[::-1],
        "feature_text": rule_text,
        "relevant_from": RELEVANT_FROM,
        "intercept": INTERCEPT,
    }


def _feedback(visit: Visit, agent: str, seq: int) -> list[ContextFeedbackGiven]:
    """Return the corrections of one context that were given until the state that is shown."""
    return [one for one in visit.project.context_feedback(agent) if one.seq == seq and one.at <= visit.state.at]


def _slider(visit: Visit, budget: int) -> Mapping[str, int]:
    wanted = visit.number("budget", budget, least=1, most=MOST_TOKENS * 5)
    most = max(8000, min(MOST_TOKENS, 2 * budget), wanted)
    return {"least": min(LEAST_TOKENS, wanted), "most": most, "step": STEP_TOKENS, "value": wanted, "given": budget}


def agent_of(visit: Visit) -> str:
    """Return the agent that an address names; raises UnknownActorError if it was never a participant."""
    agent, state = visit.path["agent"], visit.state
    if agent not in state.actors and agent not in state.departed:
        raise UnknownActorError(actor=agent, known=state.known_actors())
    return agent


def _seq(visit: Visit) -> int:
    found = whole_number(visit.path["seq"])
    if not found or found > visit.seq:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return found


def _event(visit: Visit, agent: str, seq: int) -> Given:
    """Return the turn or news of an agent in a record; raises HTTPException if the record has neither."""
    for event in visit.project.record(seq).events:
        if isinstance(event, TurnBegan | NewsGiven) and event.agent == agent:
            return event
    raise HTTPException(HTTPStatus.NOT_FOUND)


def _cost(visit: Visit, agent: str, turn: PastTurn) -> Cost | None:
    known = costs_of(visit.project)
    known.read_on(visit.project, turn.seq, seconds=0.02)
    return known.turn(agent, turn.seq)
