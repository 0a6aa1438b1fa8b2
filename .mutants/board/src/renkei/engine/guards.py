"""Stops teams that go in cycles: who says the same again, two who only answer each other, a project that is over.

Nothing here judges content by a model. Who is stopped takes no turn until a human or lead lets it go on; the notice to
the humans says how.
"""

import re
from collections.abc import Callable
from typing import Any

from renkei.contracts.events import ContractTransitioned
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, TurnEnded
from renkei.engine.loop_limits import ALIKE, REPEATS, VOLLEY, told
from renkei.engine.message_effects import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import tell_humans

_TOKEN = re.compile(r"\w+")


def alike(one: str, other: str) -> bool:
    """Tell whether two texts say nearly the same: the same numbers and ids, and nearly the same words."""
    if one == other:
        return True
    a, b = set(_TOKEN.findall(one.lower())), set(_TOKEN.findall(other.lower()))
    if {t for t in a if any(ch.isdigit() for ch in t)} != {t for t in b if any(ch.isdigit() for ch in t)}:
        return False
    return bool(a) and len(a & b) / len(a | b) >= ALIKE


def _sent(state: State, event: MessageSent) -> list[Effect]:
    message = event.message
    actor = state.actors.get(message.from_)
    if actor is None or actor.human or not state.guarded:
        return []
    if _repeats(state, message.from_, message.receivers, told(message)):
        return _stop(state, (message.from_,), "repeats", message.from_)
    volley = state.ping_pong.get(message.from_)
    if volley is not None and volley.count >= VOLLEY:
        return _stop(state, (message.from_, volley.partner), "volley", f"{message.from_}, {volley.partner}")
    return []


def _repeats(state: State, actor: str, receivers: tuple[str, ...], text: str) -> bool:
    said = state.recent_by_agent.get(actor, ())
    same = [one for to, one in said[-REPEATS:] if to == receivers and alike(one, text)]
    return len(said) >= REPEATS and len(same) == REPEATS


def _stop(state: State, actors: tuple[str, ...], why: str, names: str) -> list[Effect]:
    fresh = [one for one in actors if one not in state.suspended]
    stops: list[Effect] = [(SYSTEM, c.SuspendActor(one, why)) for one in fresh]
    notice: Effect = (SYSTEM, c.Send(tell_humans(state, why, actors=names, first=" ".join(actors))))
    return [*stops, notice] if fresh else []


def _moved(state: State, event: ContractTransitioned) -> list[Effect]:
    entries = state.contracts.entries.values()
    if state.contracts.entries[event.contract_id].settled and all(entry.settled for entry in entries):
        return [(SYSTEM, c.HaltProject("settled"))]
    return []


def _ended(state: State, event: TurnEnded) -> list[Effect]:
    if not state.spent or state.halted == "spent":
        return []
    return [(SYSTEM, c.HaltProject("spent")), (SYSTEM, c.Send(tell_humans(state, "spent", actors="", first="")))]


GUARDS: dict[type[Any], Callable[[State, Any], list[Effect]]] = {
    MessageSent: _sent,
    ContractTransitioned: _moved,
    TurnEnded: _ended,
}
"""What is watched."""
