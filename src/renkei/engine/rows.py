"""The rows of the engine's two tables: the meaning of each event, and how each action is decided.

Every noun of the engine (team, conversation, delegation, turns, …) has its own rows; `tables` joins them. A row names a
function for every column. A column that does not apply holds `nothing`, so that a new event cannot omit one.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from renkei.dispatch.graph.links import Relation
from renkei.dispatch.match import Occurrence
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent
from renkei.engine.state import State
from renkei.immutable.frozen import frozen

Effect = tuple[str, c.Action]
"""The actor, and the action."""

Kind = Literal["contract", "artifact", "group", "thread", "pair", "turn", "feedback", "suspension", "file"]
Subject = tuple[Kind, str]
"""Kind and id of a subject that the log indexes; for `turn`, `feedback` and `suspension` the id is an agent's, for
`file` a path's key."""


@frozen
class Link:
    """An edge to add to the dependency graph."""

    start: str
    relation: Relation
    end: str


@frozen
class Unlink:
    """All edges of one relation from a node, to remove from the dependency graph."""

    start: str
    relation: Relation


@frozen
class EventRow:
    """The meaning of an event to each part of the engine."""

    apply: Callable[[State, Any], State]
    """Assigns the event's values. It never rejects, and derives nothing from text."""
    links: Callable[[State, Any], Iterable[Link | Unlink]]
    """Changes of the dependency graph, given the state after the event."""
    effects: Callable[[State, Any], Iterable[Effect]]
    """Actions that follow by the protocol, given the state after the event. They are part of the same record."""
    occurrences: Callable[[State, Any], Iterable[Occurrence]]
    """The event's occurrences for rules, given the state after the event."""
    ends: Callable[[State, Any], Iterable[str]]
    """Graph nodes that are no longer waited for, given the state after the event."""
    subjects: Callable[[Any], Iterable[Subject]]
    """Contracts, artifacts, conversations and agents that the log indexes the record by."""


@frozen
class ActionRow:
    """How an action of a command is decided."""

    decide: Callable[[State, Any, c.CommandContext], Sequence[AnyEvent]]
    """Returns the events of the action, or raises ProtocolError. It changes nothing."""
    contracts: Callable[[Any], Iterable[str | None]]
    """Ids of contracts that the action may refer to; the log has the final status of those dropped from the state."""


def nothing(*_: object) -> tuple[()]:
    """Return nothing: the explicit entry of a column that does not apply to an event or an action."""
    return ()


def unchanged(state: State, event: AnyEvent) -> State:
    """Return the state unchanged, for an event that is kept for readers alone."""
    return state
