"""The messages of each group by what can make one of them concern a member.

A message to a group concerns a member only if it blocks, can be acted on or comes from a person, if it shares an id or
a word with the member's work, or if it belongs to a recent conversation of the member. So members look up a few
messages, and share what there is to know of the others, however many they have not read. The same messages wake them,
and their inboxes are the same, as if all were compared (`tests/engine/views/test_inbox_update.py`).
"""

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from renkei.budget.context.message_text import words
from renkei.budget.context.view import UnreadMessage
from renkei.budget.text.abridge import bounded
from renkei.budget.text.keywords import distinctive, keywords
from renkei.engine.state import Actor, State
from renkei.engine.unread import NO_MESSAGES, NOWHERE, GroupMessages, ReadMark
from renkei.engine.views.agent_context.signals import WORDS_EXAMINED, Reader, references
from renkei.engine.views.agent_context.unread_message import NO_PARTS, unconcerned
from renkei.protocol.messages import AnyMessage, payload_field, urgency

KEPT = 32
"""Number of groups whose index is cached, most recently used ones."""

SPARE = 100
"""Messages that all have read, and that an index may hold beside as many as are unread."""


@dataclass
class _GroupIndex:
    """Messages of a group by their index in it. Each list is in the order of the log."""

    group: GroupMessages = NO_MESSAGES
    """The group as it was when the index was last compared with it."""
    messages: dict[int, AnyMessage] = field(default_factory=dict)
    urgent: list[int] = field(default_factory=list)
    """Those that may wake members that have nothing to do with them."""
    actors: Mapping[str, Actor] = field(default_factory=dict)
    from_people: list[int] = field(default_factory=list)
    """Those of senders that are people among `actors`."""
    rows: dict[str, UnreadMessage] = field(default_factory=dict)
    """By id, the messages as members see them that they do not concern."""
    rows_of: tuple[object, ...] = ()
    """The participants and the rules that `rows` depend on."""
    references: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids in each message, for messages with any."""
    by_reference: dict[str, list[int]] = field(default_factory=dict)
    by_word: dict[str, list[int]] = field(default_factory=dict)
    worded: set[int] = field(default_factory=set)
    """Those whose words are in `by_word`."""

    def add(self, index: int, message: AnyMessage) -> None:
        """Add a message; its words are added when a member with work asks for some."""
        self.messages[index] = message
        if urgency(message) == "blocking" or payload_field(message, "actionable"):
            insort(self.urgent, index)
        if refs := references(message):
            self.references[message.id] = refs
            _put(self.by_reference, refs, index)

    def add_words(self) -> None:
        """Add the words of messages that lack them."""
        for index in self.messages.keys() - self.worded:
            _put(self.by_word, keywords(bounded(words(self.messages[index]), WORDS_EXAMINED)), index)
            self.worded.add(index)

    def add_rows(self, state: State) -> None:
        """Add the rows of messages that lack them."""
        if self.rows_of != (state.actors, state.delivery.rules):
            self.rows.clear()
            self.rows_of = state.actors, state.delivery.rules
        left = (one for one in self.messages.values() if one.id not in self.rows)
        self.rows |= {row.message.id: row for row in unconcerned(state, left)}


def _put(lists: dict[str, list[int]], keys: Iterable[str], index: int) -> None:
    for key in keys:
        insort(lists.setdefault(key, []), index)


# The cache depends only on the state: an index is compared with the group, whatever state it belonged to.
_kept: dict[tuple[str, str], _GroupIndex] = {}


def candidates(state: State, reader: Reader) -> dict[str, int]:
    """Return the unread messages of groups that may wake an agent, each with its number among all messages."""
    found: dict[str, int] = {}
    for name, mark in state.unread.marks.get(reader.agent, NOWHERE).items():
        group = state.unread.groups.get(name, NO_MESSAGES)
        if group.end - mark.after > len(mark.read):
            matching = _matching(_index(state, name), reader, mark)
            left = (one for one in matching if mark.after < one <= group.end and one not in mark.read)
            found |= {group.at[one]: group.indexes[group.at[one]][1] for one in left}
    return found


def unconcerning(
    state: State, reader: Reader, names: Sequence[str]
) -> tuple[dict[str, UnreadMessage], dict[str, tuple[str, ...]]]:
    """Return those of an agent's unread messages that do not concern it, and the ids in those with any."""
    rows: dict[str, UnreadMessage] = {}
    ids: dict[str, tuple[str, ...]] = {}
    own, parts = state.unread.own.get(reader.agent, ()), state.parts.get(reader.agent, NO_PARTS)
    concerning = {*own, *parts, *reader.recent, *candidates(state, reader)}
    left = [one for one in names if one not in concerning]
    for group in state.unread.marks.get(reader.agent, NOWHERE):
        if group in state.unread.groups:
            index = _index(state, group)
            index.add_rows(state)
            rows |= {one: index.rows[one] for one in left if one in index.rows}
            ids |= {one: index.references[one] for one in index.references.keys() & rows.keys()}
    return rows, ids


def _matching(index: _GroupIndex, reader: Reader, mark: ReadMark) -> set[int]:
    """Return the messages of an index that may wake a member, and perhaps some that it has read."""
    lists = [index.urgent, index.from_people]
    ids = set[str]().union(*reader.ids)
    lists += [index.by_reference[one] for one in ids if one in index.by_reference]
    if reader.work and "keywords" in reader.rules:
        index.add_words()
        lists += [index.by_word.get(one, []) for one in distinctive(keywords(reader.work))]
    if "recent_conversations" in reader.rules:
        ids |= reader.noticed
    found = {index.group.indexes[one][0] for one in ids if one in index.group.indexes}
    return found.union(*(one[bisect_right(one, mark.after) :] for one in lists))


def _index(state: State, name: str) -> _GroupIndex:
    """Return the index of a group with all of its unread messages."""
    key, group = (state.name, name), state.unread.groups[name]
    found = _kept.pop(key, None) or _GroupIndex()
    if found.group is not group or found.actors is not state.actors:
        unread = {index: state.messages[one].message for index, one in group.at.items()}
        if len(found.messages) > 2 * len(unread) + SPARE or any(
            found.messages.get(index, one) is not one for index, one in unread.items()
        ):
            found = _GroupIndex()
        for index in unread.keys() - found.messages.keys():
            found.add(index, unread[index])
        people = {one.id for one in state.actors.values() if one.human}
        found.from_people = sorted(index for index, one in found.messages.items() if one.from_ in people)
        found.group, found.actors = group, state.actors
    _kept[key] = found
    for oldest in list(_kept)[:-KEPT]:
        _kept.pop(oldest, None)
    return found
