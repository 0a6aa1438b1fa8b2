"""Suspend agents in a loop: an agent that repeats itself, and two that only answer each other (ping-pong).

No model judges content here. A suspended agent takes no turn until a human or lead resumes it; the notice to the humans
says how. All limits of the guard are defined in this file.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Literal

from immutables import Map

from renkei.engine import commands as c
from renkei.engine.events import ActorResumed, ActorSuspended, AnyEvent, MessageSent
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import ActionRow, Effect, EventRow, Subject, nothing
from renkei.engine.state import SYSTEM, PingPong, State
from renkei.engine.system_messages import notify, notify_humans
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage

Step = Literal["warn", "report", "suspend"]
"""An action of the guard: warn the agents themselves, report to their lead, suspend them."""

REPETITIONS: dict[int, Step] = {3: "warn", 4: "report", 5: "suspend"}
"""The action when an agent sends nearly the same message to the same recipients this many times in a row."""

EXCHANGES: dict[int, Step] = {12: "warn", 14: "report", 16: "suspend"}
"""The action when two agents have exchanged this many messages without any progress."""

REMEMBERED = max(REPETITIONS)
"""Number of each agent's last messages in the state."""

ALIKE = 0.85
"""Share of common words from which two messages are nearly the same."""

INFORMAL = frozenset(("FREEFORM", "KNOWLEDGE_SHARE", "STATUS_UPDATE"))
"""Types that ask for nothing and change no contract: an exchange of these alone makes no progress."""

SUSPENSIONS = {
    "repetition": f"sent nearly the same message {max(REPETITIONS)} times",
    "ping_pong": f"exchanged {max(EXCHANGES)} messages with one partner without progress",
}
"""The guard's reasons for a suspension."""

PROGRESS_REPORT = "STATUS_UPDATE "
"""Start of a progress report's remembered text. It is not a repetition while anything moves (section 7)."""

RESULT = "TASK_RESULT "
"""Start of a submission's remembered text. It is not a repetition when the branch that it is merged into has moved."""

_TOKEN = re.compile(r"\w+")


def alike(one: str, other: str) -> bool:
    """Return whether two texts are nearly the same: the same numbers and ids, and nearly the same words."""
    if one == other:
        return True
    (a, a_numbers), (b, b_numbers) = _tokens(one), _tokens(other)
    if a_numbers != b_numbers:
        return False
    return bool(a) and len(a & b) / len(a | b) >= ALIKE


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a text, and those with a digit; each text is compared with the one before and the next."""
    found = frozenset(_TOKEN.findall(text.lower()))
    # Most words consist of letters, which is quicker to test than the absence of digits.
    return found, frozenset(one for one in found if not one.isalpha() and any(map(str.isdigit, one)))


def exchange_after(state: State, message: AnyMessage, recipients: tuple[str, ...]) -> int:
    """Return how many messages the sender and its only recipient have exchanged without progress, with this one.

    0: the message is not part of such an exchange, and ends its sender's.
    """
    if message.from_ not in state.actors or message.type not in INFORMAL or len(recipients) != 1:
        return 0
    partner = recipients[0]
    if partner not in state.actors or state.actors[partner].human:
        return 0
    theirs = state.ping_pong.get(partner)
    return theirs.count + 1 if theirs is not None and theirs.partner == message.from_ else 1


def made_progress(state: State, actor: str) -> State:
    """End an actor's exchange and forget its progress reports, because of progress."""
    state = end_exchange(state, actor)
    recent = state.recent_by_agent.get(actor, ())
    left = tuple(one for one in recent if not one[1].startswith(PROGRESS_REPORT))
    return state if left == recent else replace(state, recent_by_agent=state.recent_by_agent.set(actor, left))


def forget_results(state: State) -> State:
    """Forget all agents' submissions: other work was merged, so the same words may be about other files."""
    for actor, recent in state.recent_by_agent.items():
        left = tuple(one for one in recent if not one[1].startswith(RESULT))
        state = state if left == recent else replace(state, recent_by_agent=state.recent_by_agent.set(actor, left))
    return state


def end_exchange(state: State, actor: str) -> State:
    """End an actor's exchange."""
    return replace(state, ping_pong=state.ping_pong.delete(actor)) if actor in state.ping_pong else state


def count_exchange(state: State, event: MessageSent) -> Map[str, PingPong]:
    """Return all exchanges, with the count of the message's exchange updated."""
    sender = event.message.from_
    if event.exchange:
        return state.ping_pong.set(sender, PingPong(event.recipients[0], event.exchange))
    return state.ping_pong.delete(sender) if sender in state.ping_pong else state.ping_pong


def watch(state: State, event: MessageSent) -> Iterator[Effect]:
    """Yield the guard's reaction to a message: suspend its sender, or its sender and the partner."""
    sender = event.message.from_
    actor = state.actors.get(sender)
    if actor is None or actor.human or not state.guarded:
        return
    step = REPETITIONS.get(_repetitions(state, sender))
    if step is not None:
        yield from _act(state, step, (sender,), "repetition")
        return
    exchange = state.ping_pong.get(sender)
    step = EXCHANGES.get(exchange.count) if exchange is not None else None
    if exchange is not None and step is not None:
        yield from _act(state, step, (sender, exchange.partner), "ping_pong")


def _repetitions(state: State, actor: str) -> int:
    """Return how many of an agent's last messages in a row are nearly the same, to the same recipients."""
    *_, (receivers, text) = recent = state.recent_by_agent[actor]
    alike_in_a_row = takewhile(lambda one: one[0] == receivers and alike(one[1], text), reversed(recent))
    return sum(1 for _ in alike_in_a_row)


def _act(state: State, step: Step, actors: tuple[str, ...], why: str) -> Iterator[Effect]:
    """Warn the agents in their own context, then notify their lead, and only then suspend them."""
    fresh = [one for one in actors if one not in state.suspended]
    if not fresh:
        return
    values = {"actors": ", ".join(actors), "first": " ".join(actors)}
    if step == "suspend":
        for one in fresh:
            yield (SYSTEM, c.SuspendActor(one, why))
        yield (SYSTEM, c.Send(notify_humans(state, why, **values)))
    else:
        leads = [one.id for one in state.everybody() if one.lead or one.human]
        yield (SYSTEM, c.Send(notify(state, f"{why}_{step}", fresh if step == "warn" else leads, **values)))


def _decide_suspend(state: State, action: c.SuspendActor, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_actor(state, action.actor)
    return [] if action.actor in state.suspended else [ActorSuspended(actor=action.actor, why=action.why)]


def _decide_resume(state: State, action: c.ResumeActor, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_actor(state, action.actor)
    return [ActorResumed(actor=action.actor, at=who.at)] if action.actor in state.suspended else []


def _suspended(state: State, event: ActorSuspended) -> State:
    return replace(state, suspended=state.suspended.set(event.actor, event.why))


def _agent_of(event: ActorSuspended) -> list[Subject]:
    return [("suspension", event.actor)]


def _resumed(state: State, event: ActorResumed) -> State:
    """Resume the actor and clear its counters, and those of its partner in an exchange."""
    exchange = state.ping_pong.get(event.actor)
    state = end_exchange(state, event.actor)
    state = end_exchange(state, exchange.partner) if exchange is not None else state
    recent = state.recent_by_agent
    recent = recent.delete(event.actor) if event.actor in recent else recent
    state = replace(state, suspended=state.suspended.delete(event.actor), recent_by_agent=recent)
    return state if event.at is None else state.with_activity([event.actor], event.at)


ACTIONS: dict[type[Any], ActionRow] = {
    c.SuspendActor: ActionRow(_decide_suspend, contracts=nothing),
    c.ResumeActor: ActionRow(_decide_resume, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    ActorSuspended: EventRow(
        _suspended, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=_agent_of
    ),
    ActorResumed: EventRow(
        _resumed, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
}
