"""The reason for an agent to take a turn now, and the next due time (sections 3 and 7).

Which messages wake an idle agent, and when, is one table (`wakes.py`). An agent with an open turn is interrupted only
by critical messages.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import get_args

from renkei.budget.context.view import UnreadMessage
from renkei.budget.relevance.tiers import Tier
from renkei.engine.participants.access import need_actor
from renkei.engine.state import State
from renkei.engine.system_messages import interruption_reason
from renkei.engine.views.waking.messages import waking_messages
from renkei.engine.views.waking.news import is_left, work_of
from renkei.protocol.primitives import later
from renkei.texts.say import say

TIERS: tuple[Tier, ...] = get_args(Tier)
"""The tiers, most urgent first: the first message of the highest tier is named as the reason."""

COMPARED = 100
"""Waking messages among which the most urgent is chosen as the reason."""

DEFAULT_PAUSE = 1.0
"""Seconds for which related messages are gathered before they wake an agent."""


def wake_reason(state: State, agent: str, at: str, pause: float = DEFAULT_PAUSE) -> str | None:
    """Return why an agent should take a turn at a time, in the project's language; None if nothing wakes it.

    During its turn: the reason for an interruption that no news of the turn has shown yet. `pause` is the number of
    seconds that gathered messages wait. Raises UnknownActorError.
    """
    need_actor(state, agent)
    if state.halted or state.paused is not None or agent in state.suspended:
        return None
    for reason in INTERRUPTS if agent in state.turns else REASONS:
        found = next(iter(reason(state, agent, at, pause)), None)
        if found is not None:
            return found
    return None


def _text(state: State, unread: UnreadMessage) -> str:
    why = unread.classify(state.delivery.rules).reason
    return f"{unread.message.id}: {why.text(state.locale)}"


def _critical(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield critical messages sent after the open turn, or its last news, began."""
    seen = state.turns[agent].news_seen
    for one, _ in waking_messages(state, agent, lambda kept: kept.seq > seen):
        if one.classify(state.delivery.rules).tier == "critical":
            yield _text(state, one)


def _overwritten(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    if len(state.board.notices.get(agent, ())) > state.turns[agent].notices:
        yield say(state.locale, "wake.overwritten")


def _newly_overdue(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    yield from _overdue_since(state, agent, state.turns[agent].news_seen)


def _after_interruption(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    if agent in state.interrupted:
        reason = interruption_reason(state.interrupted[agent], agent, state.locale)
        yield say(state.locale, "wake.interrupted", reason=reason)


def _unread(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    before, rules = _begin_of_pause(at, pause), state.delivery.rules
    due = (one for one, when in waking_messages(state, agent) if when == "now" or one.message.timestamp <= before)
    first = min(islice(due, COMPARED), key=lambda one: TIERS.index(one.classify(rules).tier), default=None)
    if first is not None:
        yield _text(state, first)


def _begin_of_pause(at: str, pause: float) -> str:
    """Return the beginning of a pause that ends at a time; "" if it began before the first year."""
    found = later(at, -round(pause * 1_000_000))
    return found if found <= at else ""


def _reread(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    if state.board.notices.get(agent):
        yield say(state.locale, "wake.overwritten")


def _overdue(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield obligations that became overdue since the agent's last turn began."""
    yield from _overdue_since(state, agent, state.read_up_to.get(agent, 0))


def _overdue_since(state: State, agent: str, seq: int) -> Iterator[str]:
    for one in state.owed_by(agent):
        if one.overdue_since > seq:
            yield say(state.locale, "wake.overdue", id=one.message_id, creditor=one.creditor)


def _work(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield work that the agent could go on with, unless it has left the work as it is again and again."""
    for one in work_of(state, agent):
        if not is_left(state, agent, one):
            yield one.reason(state.locale)


Reasons = tuple[Callable[[State, str, str, float], Iterator[str]], ...]

REASONS: Reasons = (
    _after_interruption,
    _unread,
    _reread,
    _overdue,
    _work,
)
"""The reasons to wake an idle agent, in order."""

INTERRUPTS: Reasons = (_critical, _overwritten, _newly_overdue)
"""The reasons to interrupt an agent with an open turn, in order."""


def end_of_pause(state: State, agent: str, at: str, pause: float = DEFAULT_PAUSE) -> str | None:
    """Return when the messages being gathered for an agent will wake it, or None."""
    before = _begin_of_pause(at, pause)
    waking = waking_messages(state, agent, lambda kept: kept.message.timestamp >= before)
    first = min((one.message.timestamp for one, when in waking if when == "after_pause"), default=None)
    return None if first is None else later(first, round(pause * 1_000_000))
