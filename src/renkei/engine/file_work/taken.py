"""Which files of a contract or a reservation are taken, because others work on them or have reserved them."""

from collections.abc import Iterable, Iterator

from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import Links, node
from renkei.engine.state import State
from renkei.errors import FilesTakenError
from renkei.files.index import PatternIndex
from renkei.files.state import Reservation
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import later
from renkei.wording.text_cache import TextCache

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


def all_holds(state: State) -> Iterator[Hold]:
    """Yield the patterns of all contracts at work, and all reservations."""
    for assignee, names in state.contracts.by_assignee.items():
        for name in names if assignee else ():
            entry = state.contracts.entries[name]
            if entry.terms.paths and entry.status in AT_WORK:
                yield from (Hold(pattern, assignee, name) for pattern in entry.terms.paths)
    yield from (Hold(one.pattern, one.agent, one.contract, one) for one in state.files.reserved())


_INDEX: TextCache[tuple[PatternIndex[Hold]]] = TextCache(1)
_LINKS: TextCache[tuple[Links]] = TextCache(1)  # a picture asks several times


def _index_of(state: State) -> PatternIndex[Hold]:
    """Return the index of all holds, which is made once for all agents that are looked at in a state."""
    values = (state.contracts, state.files)
    return _INDEX.get("", values, lambda: (PatternIndex((one.pattern, one) for one in all_holds(state)),))[0]


def taken(
    state: State, patterns: Iterable[str], agent: str | None, contract: str | None = None, *, shared: bool = True
) -> Iterator[Taken]:
    """Yield which patterns others hold.

    `agent`: the one whose own work and reservations do not count. `contract`: the one that the patterns belong to.
    `shared`: shared reservations count too.
    """
    for pattern in patterns:
        for _, one in _index_of(state).overlapping(pattern):
            is_own = one.holder == agent or one.contract == contract is not None
            if not is_own and (shared or one.reservation is None or not one.reservation.shared):
                yield Taken(pattern, one)


def reserving(state: State, path: str) -> Iterator[str]:
    """Yield the participants who have reserved a path for themselves."""
    for _, one in _index_of(state).naming(path):
        if one.reservation is not None and not one.reservation.shared:
            yield one.holder


def taken_from(state: State, agent: str | None, contract: Contract) -> Iterator[Taken]:
    """Yield the paths of a contract that others hold, seen from an agent that works or wants to work on it."""
    return taken(state, contract.terms.paths, agent, contract.terms.id, shared=False)


def held_up_by(state: State, contract: Contract, agent: str | None = None) -> list[str]:
    """Return the graph nodes for whose files a contract is not handed out: contracts, or agents with reservations.

    `agent`: the one that looks for work, whose own does not count.
    """
    if contract.status != "open" or contract.assignee is not None:
        return []
    found = (one.hold for one in taken_from(state, agent, contract))
    nodes = (node("contract", one.contract) if one.contract else node("agent", one.holder) for one in found)
    return list(dict.fromkeys(nodes))


def links_with_files(state: State) -> Links:
    """Return the dependency graph with open work linked to what holds its files."""
    values = (state.links, state.contracts, state.files)
    return _LINKS.get("", values, lambda: (_linked(state),))[0]


def _linked(state: State) -> Links:
    links = state.links
    for contract in state.contracts.entries.values():
        for held_by in held_up_by(state, contract):
            links = links.add(node("contract", contract.terms.id), "waits_for_files", held_by)
    return links


def waiting_for(state: State, contract: Contract, agent: str | None = None) -> list[str]:
    """Return the ids of the contracts and agents for which a contract cannot begin: it needs them, or their files."""
    needed = state.contracts.waits_for(contract)
    return [*needed, *(one.partition(":")[2] for one in held_up_by(state, contract, agent))]


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
