"""Why an agent should take a turn now, and when something will be due (sections 3 and 7).

`WAKES` is the one table for messages, the same for the library, the command line and every edge. An idle agent is woken
at once, after a pause that gathers what belongs together, or by nothing: then the message is read with the next turn,
whatever begins it. An agent with an open turn is interrupted by critical messages alone.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Literal, get_args

from renkei.budget.context.view import UnreadMessage
from renkei.budget.relevance.tiers import Tier, classify
from renkei.contracts.lifecycle import LIFECYCLE
from renkei.documents.json_pointer import join
from renkei.engine.access import need_actor
from renkei.engine.interruption import lease_end
from renkei.engine.state import State
from renkei.engine.system_messages import interruption_reason
from renkei.engine.views.inbox import each_unread
from renkei.protocol.messages import urgency
from renkei.protocol.primitives import Priority, later
from renkei.protocol.replies import ANSWERS
from renkei.texts.say import say

Reach = Literal["name", "group", "answer"]
"""How a message reached an agent; an `answer` is a typed reply to a request of the agent."""

When = Literal["now", "after_pause", "next_turn"]
"""When a message wakes an idle agent."""

RELEVANT: dict[tuple[Reach, Priority], When] = {
    ("name", "blocking"): "now",
    ("name", "high"): "now",
    ("name", "normal"): "after_pause",
    ("name", "low"): "next_turn",
    ("group", "blocking"): "now",
    ("group", "high"): "after_pause",
    ("group", "normal"): "after_pause",
    ("group", "low"): "next_turn",
    ("answer", "blocking"): "now",
    ("answer", "high"): "now",
    ("answer", "normal"): "now",
    ("answer", "low"): "now",
}
"""When a relevant message wakes an idle agent."""

_EVERY = [(reach, priority) for reach in get_args(Reach) for priority in get_args(Priority)]

WAKES: dict[tuple[Tier, Reach, Priority], When] = {
    **{("critical", *one): "now" for one in _EVERY},
    **{("relevant", *one): when for one, when in RELEVANT.items()},
    **{("background", *one): "next_turn" for one in _EVERY},
    **{("irrelevant", *one): "next_turn" for one in _EVERY},
}
"""When a message of a tier wakes an idle agent. A blocking message to a group counts as critical here."""
WAKES |= {(tier, reach, "blocking"): "now" for tier in get_args(Tier) for reach in get_args(Reach)}

TIERS: tuple[Tier, ...] = get_args(Tier)
"""The tiers, the most urgent first: the first message of the highest is named as the reason."""

COMPARED = 100
"""Unread messages that wake an agent, of which the most urgent is named as the reason."""

DEFAULT_PAUSE = 1.0
"""Seconds for which messages that belong together are gathered before they wake an agent."""


def wake_reason(state: State, agent: str, at: str, pause: float = DEFAULT_PAUSE) -> str | None:
    """Return why an agent should take a turn at a time, in the project's language; None when nothing wakes it.

    While its turn is open: what interrupts it, and that no news of the turn has shown yet.
    `pause` is the number of seconds that a message waits whose row says so. Raises UnknownActorError.
    """
    need_actor(state, agent)
    if state.halted or state.paused is not None or agent in state.suspended:
        return None
    for reason in INTERRUPTS if agent in state.turns else REASONS:
        found = next(iter(reason(state, agent, at, pause)), None)
        if found is not None:
            return found
    return None


def _messages(state: State, agent: str) -> Iterator[tuple[UnreadMessage, Tier, str, When]]:
    for unread in each_unread(state, agent, state.locale):
        tier, reason = classify(unread.signals, state.delivery.rules)
        message = unread.message
        answer = message.type in ANSWERS and agent in message.receivers
        reach: Reach = "answer" if answer else "name" if agent in message.receivers else "group"
        yield unread, tier, f"{message.id}: {reason.text(state.locale)}", WAKES[tier, reach, urgency(message)]


def _critical(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield critical messages that came after the open turn began, or after its last news."""
    seen = state.turns[agent].news_seen
    for unread, tier, text, _ in _messages(state, agent):
        if tier == "critical" and state.messages[unread.message.id].seq > seen:
            yield text


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
    due = (one for one in _messages(state, agent) if _is_due(one[0], one[3], at, pause))
    first = min(islice(due, COMPARED), key=lambda one: TIERS.index(one[1]), default=None)
    if first is not None:
        yield first[2]


def _is_due(unread: UnreadMessage, when: When, at: str, pause: float) -> bool:
    if when == "after_pause":
        return later(unread.message.timestamp, round(pause * 1_000_000)) <= at
    return when == "now"


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


def _in_progress(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield work in progress, unless the agent says on the board that it waits for something."""
    if state.board.agent(agent, "status") == "blocked":
        return
    for contract in state.contracts.of(agent):
        if contract.status == "in_progress" and contract.paused is None:
            yield say(state.locale, "wake.in_progress", id=contract.terms.id)


def _ready(state: State, agent: str, at: str, pause: float) -> Iterator[str]:
    """Yield work that an idle agent can start or claim."""
    if state.board.get(join("agents", agent, "status")) not in ("idle", "completed"):
        return
    for contract in state.contracts.ready():
        if contract.fits(state.actors[agent].role):
            yield say(state.locale, "wake.claimable", id=contract.terms.id)
    for contract in state.contracts.of(agent):
        begun = contract.status not in ("open", "claimed", "accepted")
        if not begun and contract.paused is None and not state.contracts.waits_for(contract):
            yield say(state.locale, "wake.startable", id=contract.terms.id)


Reasons = tuple[Callable[[State, str, str, float], Iterator[str]], ...]

REASONS: Reasons = (
    _after_interruption,
    _unread,
    _reread,
    _overdue,
    _in_progress,
    _ready,
)
"""What wakes an idle agent, in order."""

INTERRUPTS: Reasons = (_critical, _overwritten, _newly_overdue)
"""What interrupts an agent with an open turn, in order."""


def next_due(state: State, agent: str, at: str, alive: Mapping[str, str], pause: float = DEFAULT_PAUSE) -> str | None:
    """Return when something changes for an agent without a record: the end of a pause, a deadline, a lease, a turn.

    The result is a time (ISO 8601) after `at`; None when nothing is due.
    """
    waiting = (
        later(unread.message.timestamp, round(pause * 1_000_000))
        for unread, _, _, when in _messages(state, agent)
        if when == "after_pause"
    )
    return min((one for one in (*waiting, *deadlines(state, alive)) if one >= at), default=None)


def deadlines(state: State, alive: Mapping[str, str]) -> Iterator[str]:
    """Yield when replies are due, and when turns and claims expire: the times at which a `Tick` has something to do."""
    for agent in state.turns:
        yield lease_end(state, agent, alive.get(agent, ""))
    for owed in state.obligations.values():
        yield from (one.reply_by for one in owed.values() if one.reply_by is not None and not one.overdue)
    for contract in state.contracts.entries.values():
        if contract.lease is None or contract.assignee is None or not state.is_lease_active(contract):
            continue
        if (contract.status, "release") not in LIFECYCLE:
            continue
        last = max(state.last_active.get(contract.assignee, ""), alive.get(contract.assignee, ""))
        if last:
            yield later(last, contract.lease * 1_000_000)
