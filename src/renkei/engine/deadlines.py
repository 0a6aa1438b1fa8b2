"""Deadlines: replies that are due, turns, claims and reservations whose lease is over.

Time is no command that can be refused. `settle` applies each deadline on its own, in the order of `due`, and decides
it on the state after those before it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from renkei.contracts import decide as contracts
from renkei.contracts.lifecycle import LIFECYCLE
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent, ObligationOverdue
from renkei.engine.file_work.taken import lease_end
from renkei.engine.state import NONE_OWED, SYSTEM, State
from renkei.engine.turns import interruption
from renkei.files.events import FilesReleased
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import later

MOST_DUE = 100
"""Deadlines that one record applies; the next command applies the rest. It limits the size of the record."""

PASSED = "0001-01-01T00:00:00.000000Z"
"""A time before every other, at which a deadline passes that is counted in turns."""


def deadlines(state: State, alive: Mapping[str, str]) -> Iterator[c.Deadline]:
    """Yield everything that happens at a time unless someone acts before. `alive`: last heartbeats."""
    for kind, name, agent in _watched(state):
        end = ENDS[kind](state, name, agent, alive.get(agent, ""))
        if end is not None:
            yield c.Deadline(end, kind, name, agent)


def _watched(state: State) -> Iterator[tuple[c.DeadlineKind, str, str]]:
    for debtor, owed in state.obligations.items():
        yield from (("reply", name, debtor) for name in owed)
    yield from (("turn", state.turns[agent].turn, agent) for agent in state.turns)
    for name, contract in state.contracts.entries.items():
        if contract.lease is not None and contract.assignee is not None:
            yield "claim", name, contract.assignee
    for agent, reserved in state.files.reservations.items():
        yield from (("reservation", pattern, agent) for pattern in reserved)


def _reply_end(state: State, name: str, debtor: str, alive: str) -> str | None:
    owed = state.obligations.get(debtor, NONE_OWED).get(name)
    return None if owed is None or owed.overdue else owed.reply_by


def _turn_end(state: State, name: str, agent: str, alive: str) -> str | None:
    turn = state.turns.get(agent)
    return interruption.lease_end(state, agent, alive) if turn is not None and turn.turn == name else None


def _claim_end(state: State, name: str, agent: str, alive: str) -> str | None:
    """Return when claimed work is released because its assignee gives no sign of life."""
    contract = state.contracts.entries.get(name)
    if contract is None or contract.lease is None or contract.assignee != agent or not state.is_lease_active(contract):
        return None
    last = max(state.last_active.get(agent, ""), alive)
    return later(last, contract.lease * 1_000_000) if last and (contract.status, "release") in LIFECYCLE else None


def _reservation_end(state: State, name: str, agent: str, alive: str) -> str | None:
    """Return when a reservation ends because its holder gives no sign of life."""
    reservation = state.files.reserved_by(agent).get(name)
    if reservation is None or state.paused is not None or agent in state.suspended:
        return None
    return lease_end(state, reservation, alive)


def _last_turn_to_reply(state: State, name: str, debtor: str, alive: str) -> str | None:
    owed = state.obligations.get(debtor, NONE_OWED).get(name)
    return PASSED if owed is not None and owed.steps == 0 and not owed.overdue else None


def _last_turn_to_work(state: State, name: str, agent: str, alive: str) -> str | None:
    contract = state.contracts.entries.get(name)
    is_at_work = contract is not None and contract.status == "in_progress"
    return PASSED if is_at_work and contract and contract.steps == contract.terms.timeout.max_steps else None


def after_turn(state: State, agent: str, contract: str | None) -> Iterator[c.Tick]:
    """Yield the deadlines counted in turns that pass with the end of a turn."""
    for one in state.owed_by(agent):
        if _last_turn_to_reply(state, one.message_id, agent, ""):
            yield c.Tick(only=c.Deadline(PASSED, "reply_turns", one.message_id, agent))
    if contract is not None and _last_turn_to_work(state, contract, agent, ""):
        yield c.Tick(only=c.Deadline(PASSED, "work_turns", contract, agent))


ENDS: dict[c.DeadlineKind, Callable[[State, str, str, str], str | None]] = {
    "reply": _reply_end,
    "turn": _turn_end,
    "claim": _claim_end,
    "reservation": _reservation_end,
    "reply_turns": _last_turn_to_reply,
    "work_turns": _last_turn_to_work,
}
"""Returns when a deadline of each kind passes, given its name, its agent and the agent's heartbeat; None: no longer.

A turn ends before its agent loses its claims, so that the report of the interruption names the work.
"""

ORDER = tuple(ENDS)


def due(state: State, at: str, alive: Mapping[str, str]) -> list[c.Deadline]:
    """Return the deadlines before a time, in the order in which they are applied."""
    passed = (one for one in deadlines(state, alive) if one.due < at)
    return sorted(passed, key=lambda one: (ORDER.index(one.kind), one.due, one.name, one.agent))


def alone(state: State, action: c.Tick, at: str) -> list[c.Tick]:
    """Return a `Tick` for each deadline that an action applies."""
    return [action] if action.only else [replace(action, only=one) for one in due(state, at, action.alive)[:MOST_DUE]]


def tick(state: State, action: c.Tick, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Return the events of the named deadline, or of all due ones; empty if it is not due."""
    one = action.only
    if one is None:
        return [event for passed in due(state, who.at, action.alive) for event in _events(state, passed, who.at)]
    end = ENDS[one.kind](state, one.name, one.agent, action.alive.get(one.agent, ""))
    return _events(state, one, who.at) if end is not None and end < who.at else []


def _events(state: State, deadline: c.Deadline, at: str) -> Sequence[AnyEvent]:
    match deadline.kind:
        case "reply" | "reply_turns":
            return [ObligationOverdue(message_id=deadline.name, debtor=deadline.agent, at=at)]
        case "turn":
            return [interruption.lapsed(state, deadline.agent)]
        case "claim":
            return contracts.expire(state.contracts, state.contracts.entries[deadline.name], SYSTEM, at)
        case "reservation":
            expired = (deadline.name,)
            return [FilesReleased(agent=deadline.agent, paths=expired, by=SYSTEM, reason="expired")]
        case "work_turns":
            return [contracts.out_of_steps(state.contracts.entries[deadline.name], at)]
