"""The names that were perhaps meant by a search that finds nothing."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import chain

from renkei.engine.search.query import Query
from renkei.engine.search.traits import trait
from renkei.engine.state import EVERYBODY, SYSTEM, State


def _senders(state: State) -> Iterable[str]:
    return (*state.actors, SYSTEM)


def _receivers(state: State) -> Iterable[str]:
    return (*state.actors, *state.groups, EVERYBODY)


def _tasks(state: State) -> Iterable[str]:
    return (*state.contracts.entries, *state.board.ids("pending_decisions"), *state.board.artifacts)


KNOWN: Mapping[str, Callable[[State], Iterable[str]]] = {"from": _senders, "to": _receivers, "task": _tasks}
"""Operator → the names of today that its values can have. Those who left and closed work may be found all the same."""

CLOSE = 0.8
"""How much of an operator and its name must agree, as a ratio of `difflib`."""


def nearby(query: Query, state: State) -> tuple[str, ...]:
    """Return operators with a name of today, each close to one of the search that names nothing today: `from:ann`."""
    written = dict.fromkeys(chain.from_iterable(query.traits))
    found: list[str] = []
    for operator, names_in in KNOWN.items():
        names = {trait(operator, name): f"{operator}:{name}" for name in names_in(state)}
        for one in written:
            if one.startswith(f"{operator}:") and one not in names:
                found += (names[near] for near in get_close_matches(one, names, 1, CLOSE))
    return tuple(found)
