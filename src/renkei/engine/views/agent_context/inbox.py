"""The unread messages of an agent, each with its signals and its tier.

Finding the signals of ten thousand messages takes longer than a turn may. Most are unchanged since the last query, so
an inbox is updated: only messages whose signals may have changed are compared again.
`tests/engine/views/test_inbox_update.py` shows that this gives the same as comparing all of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from immutables import Map

from renkei.budget.context.shown import Part
from renkei.budget.context.view import Sender, UnreadMessage
from renkei.budget.past_message import PastMessage
from renkei.engine.state import Actor, State, StoredMessage
from renkei.engine.system_messages import is_end_of_waiting
from renkei.engine.unread import NONE_UNREAD, UnreadOf
from renkei.engine.views.agent_context.group_index import unconcerning
from renkei.engine.views.agent_context.signals import MAY_BE_URGENT, Reader, references
from renkei.engine.views.agent_context.unread_message import NO_PARTS, compared, rank
from renkei.protocol.primitives import Locale
from renkei.protocol.replies import ANSWERS

LARGE = 100
"""Unread messages from which an inbox is cached for the next query; fewer are compared faster than looked up."""

KEPT = 8
"""Number of large inboxes cached, most recently used ones."""

DEPENDENT = MAY_BE_URGENT | ANSWERS
"""Types of messages whose urgency depends on more of the state than `Basis` holds."""

_EVERYTHING: tuple[object, ...] = ()


@dataclass(frozen=True)
class Basis:
    """The parts of a state that decided an inbox. Persistent values are compared by identity."""

    unread: UnreadOf = NONE_UNREAD
    stored: Map[str, StoredMessage] = field(default_factory=Map)
    recent: tuple[PastMessage, ...] = ()
    parts: Map[str, Part] = NO_PARTS
    ids: tuple[frozenset[str], ...] = ()
    """The ids of messages, or in messages, that tie them to the agent's work, each set for another reason."""
    rest: tuple[object, ...] = _EVERYTHING
    """The parts that every message depends on."""


@dataclass(frozen=True)
class Inbox:
    """The unread messages of an agent by id, in the order of the log."""

    basis: Basis = Basis()
    rows: Mapping[str, UnreadMessage] = field(default_factory=dict)
    references: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids in each message, for messages with any."""
    dependent: Mapping[str, None] = field(default_factory=dict)
    """The messages of the types in `DEPENDENT`."""
    ends: Mapping[str, None] = field(default_factory=dict)
    """The messages about the end of a wait."""

    @cached_property
    def messages(self) -> tuple[UnreadMessage, ...]:
        """The messages in log order."""
        return tuple(self.rows.values())


EMPTY = Inbox()

# The cache depends only on the state: an inbox is updated by comparing the states, whatever state it belonged to. So a
# wrong or lost entry costs time and changes nothing.
_kept: dict[tuple[str, str, Locale], Inbox] = {}


def inbox(state: State, agent: str, locale: Locale, *, keep: bool = True) -> Inbox:
    """Return the unread messages of an agent. `keep`: the next query will be about mostly the same messages."""
    key = (state.name, agent, locale)
    found = updated(_kept.get(key, EMPTY), state, agent, locale) if agent in state.unread else EMPTY
    if keep:
        _kept.pop(key, None)
        if len(found.rows) >= LARGE:
            _kept[key] = found
            for oldest in list(_kept)[:-KEPT]:
                _kept.pop(oldest, None)
    return found


def unread_messages(state: State, agent: str, locale: Locale) -> tuple[UnreadMessage, ...]:
    """Return an agent's unread messages in log order, each with its signals."""
    return inbox(state, agent, locale).messages


def updated(earlier: Inbox, state: State, agent: str, locale: Locale) -> Inbox:
    """Return the inbox of an agent in a state, reusing the valid parts of an earlier one."""
    reader = Reader(state, agent, locale)
    basis = _basis(reader)
    if earlier.basis.rest != basis.rest:
        earlier = EMPTY
    gone, new = _difference(earlier, basis)
    ends = {name: None for name in earlier.ends if name not in gone}
    ends |= {name: None for name in new if is_end_of_waiting(basis.stored[name].message)}
    reader.resumed = frozenset(basis.stored[name].seq for name in ends)
    changed = (_changed(earlier, basis) | _of_other_urgency(earlier, reader, gone)) - gone
    if not (gone or new or changed):
        return Inbox(basis, earlier.rows, earlier.references, earlier.dependent, earlier.ends)
    update = _Update(earlier, gone)
    if len(new) >= LARGE:
        update.take(*unconcerning(state, reader, new))
    for name in (*changed, *(one for one in new if one not in update.rows)):
        update.put(reader, basis.stored[name])
    return Inbox(basis, update.in_order(basis.unread), update.references, update.dependent, ends)


def _basis(reader: Reader) -> Basis:
    state, agent = reader.state, reader.agent
    return Basis(
        unread=state.unread.get(agent, NONE_UNREAD),
        stored=state.messages,
        recent=state.recent_messages,
        parts=state.parts.get(agent, NO_PARTS),
        ids=reader.ids,
        rest=(
            agent,
            reader.locale,
            state.delivery.rules,
            reader.work,
            reader.askers,
            _ranks(state.actors),
            frozenset(state.groups),
        ),
    )


def _difference(earlier: Inbox, basis: Basis) -> tuple[set[str], list[str]]:
    """Return the messages of an earlier inbox that are no longer unread, and the new ones in order.

    A message of another project with the same id is another message.
    """
    rows, stored = earlier.rows, basis.stored
    if basis.unread.is_same(earlier.basis.unread) and stored is earlier.basis.stored:
        return set(), []
    unread = basis.unread.numbers()
    gone = {name for name, one in rows.items() if name not in unread or stored[name].message is not one.message}
    new = [name for name in unread if name not in rows or name in gone]
    return gone, sorted(new, key=unread.__getitem__)


def _changed(earlier: Inbox, basis: Basis) -> set[str]:
    """Return the messages whose signals may have changed because the basis changed."""
    rows, before = earlier.rows, earlier.basis
    found: set[str] = set()
    if not rows:
        return found
    if before.recent is not basis.recent:
        known = {one.id for one in before.recent}
        moved = known | {one.id for one in basis.recent}
        # The weight of a message recent both then and now depends on all recent ones.
        found |= {one for one in moved if one in rows and (one not in known or rows[one].signals.weighed is not None)}
    if before.parts is not basis.parts:
        found |= {name for name in (*before.parts, *basis.parts) if name in rows}
    if before.ids != basis.ids:
        ids: set[str] = set().union(*(one ^ other for one, other in zip(before.ids, basis.ids, strict=True)))
        found |= {one for one in ids if one in rows}
        found |= {name for name, refs in earlier.references.items() if not ids.isdisjoint(refs)}
    return found


def _of_other_urgency(earlier: Inbox, reader: Reader, gone: set[str]) -> set[str]:
    stored, rows = reader.state.messages, earlier.rows
    left = (name for name in earlier.dependent if name not in gone)
    return {name for name in left if reader.urgent(stored[name]) != rows[name].signals.urgent}


def _ranks(actors: Mapping[str, Actor]) -> frozenset[tuple[str, Sender]]:
    return frozenset((one.id, rank(one)) for one in actors.values() if one.human or one.lead)


class _Update:
    """An earlier inbox being changed."""

    def __init__(self, earlier: Inbox, gone: Iterable[str]) -> None:
        self.rows = dict(earlier.rows)
        self.references = dict(earlier.references)
        self.dependent = dict(earlier.dependent)
        for name in gone:
            for kept in (self.rows, self.references, self.dependent):
                kept.pop(name, None)

    def take(self, rows: Mapping[str, UnreadMessage], refs: Mapping[str, tuple[str, ...]]) -> None:
        """Add messages that do not concern the reader, with the ids in them."""
        self.rows |= rows
        self.references |= refs
        self.dependent |= {name: None for name, one in rows.items() if one.message.type in DEPENDENT}

    def put(self, reader: Reader, kept: StoredMessage) -> None:
        """Compare a message with its reader."""
        message = kept.message
        self.rows[message.id] = compared(reader, kept, self.rows.get(message.id))
        if refs := references(message):
            self.references[message.id] = refs
        if message.type in DEPENDENT:
            self.dependent[message.id] = None

    def in_order(self, unread: UnreadOf) -> dict[str, UnreadMessage]:
        """Return the messages in log order."""
        order = unread.numbers()
        numbers = [order[name] for name in self.rows]
        if numbers == sorted(numbers):
            return self.rows
        return {name: self.rows[name] for name in sorted(self.rows, key=order.__getitem__)}
