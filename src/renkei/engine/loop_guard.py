"""Suspends agents that go in circles: one that repeats itself, and two that only answer each other (ping-pong).

Nothing here judges content by a model. A suspended agent takes no turn until a human or lead resumes it; the notice to
the humans says how. The numbers that the guard works with stand here, in one place.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from renkei.engine import commands as c
from renkei.engine.access import need_actor, need_privilege
from renkei.engine.events import ActorResumed, ActorSuspended, AnyEvent, MessageSent
from renkei.engine.rows import ActionRow, Effect, EventRow, nothing
from renkei.engine.state import SYSTEM, PingPong, State
from renkei.engine.system_messages import notify_humans
from renkei.protocol.messages import AnyMessage

REPETITIONS = 3
"""How many times an agent may send nearly the same message to the same receivers."""

LONGEST_EXCHANGE = 12
"""How many messages two agents may exchange while nothing else comes of it."""

ALIKE = 0.85
"""Share of words that two messages have in common when they are nearly the same."""

INFORMAL = frozenset(("FREEFORM", "KNOWLEDGE_SHARE", "STATUS_UPDATE"))
"""Types that ask for nothing and change no contract: an exchange of these alone leads nowhere."""

SUSPENSIONS = {
    "repetition": f"sent nearly the same message {REPETITIONS} times",
    "ping_pong": f"exchanged {LONGEST_EXCHANGE} messages with one partner without progress",
}
"""What the guard suspends an agent for."""

_TOKEN = re.compile(r"\w+")


def alike(one: str, other: str) -> bool:
    """Return whether two texts say nearly the same: the same numbers and ids, and nearly the same words."""
    if one == other:
        return True
    a, b = set(_TOKEN.findall(one.lower())), set(_TOKEN.findall(other.lower()))
    if {t for t in a if any(ch.isdigit() for ch in t)} != {t for t in b if any(ch.isdigit() for ch in t)}:
        return False
    return bool(a) and len(a & b) / len(a | b) >= ALIKE


def exchange_after(state: State, message: AnyMessage, recipients: tuple[str, ...]) -> int:
    """Return how many messages the sender and its only recipient have exchanged with this one, and nothing else.

    0: the message is no part of such an exchange, and ends the one that its sender was in.
    """
    if message.from_ not in state.actors or message.type not in INFORMAL or len(recipients) != 1:
        return 0
    partner = recipients[0]
    if partner not in state.actors or state.actors[partner].human:
        return 0
    theirs = state.ping_pong.get(partner)
    return theirs.count + 1 if theirs is not None and theirs.partner == message.from_ else 1


def made_progress(state: State, actor: str) -> State:
    """End the exchange that an actor is in: something came of the talk."""
    return replace(state, ping_pong=state.ping_pong.delete(actor)) if actor in state.ping_pong else state


def count_exchange(state: State, event: MessageSent) -> State:
    """Assign how far the exchange has come that a message belongs to."""
    sender = event.message.from_
    if not event.exchange:
        return made_progress(state, sender)
    return replace(state, ping_pong=state.ping_pong.set(sender, PingPong(event.recipients[0], event.exchange)))


def watch(state: State, event: MessageSent) -> Iterator[Effect]:
    """Yield what a message makes the guard do: suspend its sender, or its sender and the partner."""
    sender = event.message.from_
    actor = state.actors.get(sender)
    if actor is None or actor.human or not state.guarded:
        return
    exchange = state.ping_pong.get(sender)
    if _repeats(state, sender):
        yield from _suspend(state, (sender,), "repetition")
    elif exchange is not None and exchange.count >= LONGEST_EXCHANGE:
        yield from _suspend(state, (sender, exchange.partner), "ping_pong")


def _repeats(state: State, actor: str) -> bool:
    recent = state.recent_by_agent.get(actor, ())[-REPETITIONS:]
    receivers, text = recent[-1]
    return len(recent) == REPETITIONS and all(to == receivers and alike(one, text) for to, one in recent)


def _suspend(state: State, actors: tuple[str, ...], why: str) -> Iterator[Effect]:
    fresh = [one for one in actors if one not in state.suspended]
    for one in fresh:
        yield (SYSTEM, c.SuspendActor(one, why))
    if fresh:
        yield (SYSTEM, c.Send(notify_humans(state, why, actors=", ".join(actors), first=" ".join(actors))))


def _decide_suspend(state: State, action: c.SuspendActor, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_actor(state, action.actor)
    need_privilege(state, who.actor, f"suspend {action.actor!r}")
    return [] if action.actor in state.suspended else [ActorSuspended(actor=action.actor, why=action.why)]


def _decide_resume(state: State, action: c.ResumeActor, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_actor(state, action.actor)
    need_privilege(state, who.actor, f"resume {action.actor!r}")
    return [ActorResumed(actor=action.actor)] if action.actor in state.suspended else []


def _suspended(state: State, event: ActorSuspended) -> State:
    return replace(state, suspended=state.suspended.set(event.actor, event.why))


def _resumed(state: State, event: ActorResumed) -> State:
    """Resume the actor and clear its counters, and those of its partner in an exchange."""
    exchange = state.ping_pong.get(event.actor)
    state = made_progress(state, event.actor)
    state = made_progress(state, exchange.partner) if exchange is not None else state
    recent = state.recent_by_agent
    recent = recent.delete(event.actor) if event.actor in recent else recent
    return replace(state, suspended=state.suspended.delete(event.actor), recent_by_agent=recent)


ACTIONS: dict[type[Any], ActionRow] = {
    c.SuspendActor: ActionRow(_decide_suspend, contracts=nothing),
    c.ResumeActor: ActionRow(_decide_resume, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    ActorSuspended: EventRow(_suspended, links=nothing, effects=nothing, occurrences=nothing, subjects=nothing),
    ActorResumed: EventRow(_resumed, links=nothing, effects=nothing, occurrences=nothing, subjects=nothing),
}
