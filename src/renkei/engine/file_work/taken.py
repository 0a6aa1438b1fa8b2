"""Which files of a contract or a reservation are taken, because others work on them or have reserved them."""

from collections.abc import Iterable, Iterator

from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.engine.state import State
from renkei.errors import FilesTakenError
from renkei.files.index import PatternIndex
from renkei.files.state import Reservation
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import later

AT_WORK = ("claimed", "accepted", "in_progress", "blocked", "submitted", "partial")
"""Statuses in which the assignee of a contract has begun to change files that are not accepted or merged yet."""


@frozen
class Hold:
    """A pattern that a participant's work or reservation holds; `reservation` is None for work."""

    pattern: str
    holder: str
    contract: str | None
    reservation: Reservation | None = None


@frozen
class Taken:
    """A pattern that overlaps with what another participant holds."""

    pattern: str
    hold: Hold


class Holds:
    """The holds of all participants but one."""

    def __init__(self, state: State, agent: str | None, *, shared: bool = True) -> None:
        """`agent`: the one whose own work and reservations do not count. `shared`: shared reservations count too."""
        reserved = (one for one in state.files.reserved() if one.agent != agent and (shared or not one.shared))
        self.all = [*_work(state, agent), *(Hold(one.pattern, one.agent, one.contract, one) for one in reserved)]
        self._index = PatternIndex((one.pattern, one) for one in self.all)

    def taken(self, patterns: Iterable[str], contract: str | None = None) -> Iterator[Taken]:
        """Yield the patterns that are taken; `contract` is the contract they belong to."""
        for pattern in patterns:
            for _, one in self._index.overlapping(pattern):
                if contract is None or one.contract != contract:
                    yield Taken(pattern, one)


def _work(state: State, agent: str | None) -> Iterator[Hold]:
    """Yield the patterns of the contracts that other participants work on."""
    for assignee, names in state.contracts.by_assignee.items():
        if assignee in ("", agent):
            continue
        for name in names:
            entry = state.contracts.entries[name]
            if entry.terms.paths and entry.status in AT_WORK:
                for pattern in entry.terms.paths:
                    yield Hold(pattern, assignee, name)


def taken_from(state: State, agent: str, contract: Contract) -> list[Taken]:
    """Return the paths of a contract that others hold, seen from an agent that works or wants to work on it."""
    if not contract.terms.paths:
        return []
    return list(Holds(state, agent, shared=False).taken(contract.terms.paths, contract.terms.id))


def held_up_by(holds: Holds, contract: Contract) -> list[str]:
    """Return the graph nodes for whose files a contract is not handed out: contracts, or agents with reservations."""
    if contract.status != "open" or contract.assignee is not None:
        return []
    found = (one.hold for one in holds.taken(contract.terms.paths, contract.terms.id))
    nodes = (node("contract", one.contract) if one.contract else node("agent", one.holder) for one in found)
    return list(dict.fromkeys(nodes))


def held_up_names(holds: Holds, contract: Contract) -> list[str]:
    """Return the ids of the contracts and agents that `held_up_by` returns as nodes."""
    return [one.partition(":")[2] for one in held_up_by(holds, contract)]


def other_open(state: State, contract: Contract) -> Iterator[tuple[Contract, str, str]]:
    """Yield other open contracts that change the same files, each with one pattern of both."""
    entries = state.contracts.entries.values()
    others = (one for one in entries if one.terms.paths and not one.closed and one is not contract)
    index = PatternIndex((path, one) for one in others for path in one.terms.paths)
    found = ((mine, *other) for mine in contract.terms.paths for other in index.overlapping(mine))
    first = {other.terms.id: (other, mine, theirs) for mine, theirs, other in reversed([*found])}
    yield from sorted(first.values(), key=lambda one: (one[0].seq, one[0].terms.id))


def lease_end(state: State, one: Reservation, alive: str = "") -> str:
    """Return when a reservation ends unless its holder is active before; `alive`: its last heartbeat."""
    last = max(state.last_active.get(one.agent, ""), alive, one.at)
    return later(last, one.lease * 1_000_000)


def refusal(state: State, one: Taken, following: str) -> FilesTakenError:
    """Return the error for files that another participant holds."""
    held, until = one.hold, None
    if held.reservation is not None:
        until = lease_end(state, held.reservation)
        why = f"{held.holder} has reserved {held.pattern} until {until}"
    else:
        why = f"{held.holder} changes {held.pattern} for {held.contract}"
    return FilesTakenError(
        pattern=one.pattern,
        why=why,
        holder=held.holder,
        held=held.pattern,
        until=until,
        contract=held.contract,
        next=following,
    )
