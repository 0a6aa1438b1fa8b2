"""The unread messages of all participants: a message to a group is kept once, however many members it has.

Each member has a mark in the group: it has read everything up to there, and some of what follows. So a message to a
thousand members costs as much as one to ten, and members that never take a turn cost nothing. A message that was sent
to named participants, or that its reader has left behind, is kept with the reader.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from immutables import Map

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

Value = TypeVar("Value")


@frozen
class GroupMessages:
    """The messages to a group that a member has not read; their indexes count from 1."""

    end: int = 0
    """The index of the newest message."""
    at: Map[int, str] = Map()
    """The message at each index."""
    indexes: Map[str, tuple[int, int]] = Map()
    """The index of each message, and its number among all messages."""
    sizes: Map[str, int] = Map()
    """Bytes of the messages of each sender; they count until the last member has read them."""


@frozen
class ReadMark:
    """How far a member of a group has read: everything up to `after`, and the indexes in `read`, which follow it."""

    since: int
    """The index of the newest message when it became a member."""
    after: int
    read: Map[int, bool] = Map()


NO_MESSAGES = GroupMessages()
NOTHING: Map[str, int] = Map()
NOWHERE: Map[str, ReadMark] = Map()
NOBODY: Map[str, Map[str, int]] = Map()


@frozen
class UnreadOf(Mapping[str, int]):
    """The unread messages of a participant: the number of each message among all messages. Its order is any."""

    own: Map[str, int] = Map()
    groups: tuple[tuple[GroupMessages, ReadMark], ...] = ()
    """Its groups with messages that it has not read."""

    def __len__(self) -> int:
        """Return how many they are, in a time that does not depend on it."""
        return len(self.own) + sum(group.end - mark.after - len(mark.read) for group, mark in self.groups)

    def __contains__(self, name: object) -> bool:
        """Return whether a message is among them."""
        return isinstance(name, str) and self.get(name) is not None

    def __getitem__(self, name: str) -> int:
        """Return the number of a message."""
        if name in self.own:
            return self.own[name]
        for group, mark in self.groups:
            index, number = group.indexes.get(name, (0, 0))
            if index > mark.after and index not in mark.read:
                return number
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Yield the messages."""
        return iter(self.numbers())

    def numbers(self) -> dict[str, int]:
        """Return the number of each message."""
        found = dict(self.own.items())
        for group, mark in self.groups:
            found |= {name: group.indexes[name][1] for name in _left(group, mark)}
        return found

    def in_order(self) -> list[str]:
        """Return the messages in the order in which they were sent."""
        numbers = self.numbers()
        return sorted(numbers, key=numbers.__getitem__)

    def is_same(self, other: "UnreadOf") -> bool:
        """Return whether two values are certainly equal; False may mean either."""
        return (
            self.own is other.own
            and len(self.groups) == len(other.groups)
            and all(
                one[0].indexes is two[0].indexes and one[1] is two[1]
                for one, two in zip(self.groups, other.groups, strict=True)
            )
        )


NONE_UNREAD = UnreadOf()


def _left(group: GroupMessages, mark: ReadMark) -> Iterator[str]:
    """Yield the messages that follow a mark and are not read."""
    read, at = mark.read, group.at
    indexes = range(mark.after + 1, group.end + 1)
    return (at[index] for index in indexes if index not in read) if read else (at[index] for index in indexes)


@frozen
class Unread(Mapping[str, UnreadOf]):
    """The unread messages of each participant that has any."""

    own: Map[str, Map[str, int]] = NOBODY
    """The messages that are kept with their reader, and their numbers."""
    groups: Map[str, GroupMessages] = Map()
    marks: Map[str, Map[str, ReadMark]] = Map()
    """The marks of each participant in its groups."""
    sizes: Map[str, Map[str, int]] = NOBODY
    """By sender, the bytes that each recipient has not read, without messages to groups."""

    def __getitem__(self, reader: str) -> UnreadOf:
        """Return the unread messages of a participant; raises KeyError if it has none."""
        groups = self.groups
        mine = self.marks.get(reader, NOWHERE)
        found = ((groups[name], one) for name, one in mine.items() if name in groups)
        behind = tuple((group, one) for group, one in found if group.end - one.after > len(one.read))
        if not behind and reader not in self.own:
            raise KeyError(reader)
        return UnreadOf(self.own.get(reader, NOTHING), behind)

    def __iter__(self) -> Iterator[str]:
        """Yield the participants with unread messages."""
        return (one for one in dict.fromkeys((*self.own, *self.marks)) if one in self)

    def __len__(self) -> int:
        """Return how many participants have unread messages."""
        return sum(1 for _ in self)

    def joined(self, group: str, member: str) -> "Unread":
        """Return the messages after a participant became a member of a group: it gets those that follow."""
        end = self.groups.get(group, NO_MESSAGES).end
        mine = self.marks.get(member, NOWHERE).set(group, ReadMark(end, end))
        return replace(self, marks=self.marks.set(member, mine))

    def left(self, group: str, member: str) -> "Unread":
        """Return the messages after a member left a group: it keeps what it has not read."""
        mine = self.marks.get(member, NOWHERE)
        if group not in mine:
            return self
        kept = self._kept(member, group)
        others = mine.delete(group)
        marks = kept.marks.set(member, others) if others else kept.marks.delete(member)
        return replace(kept, marks=marks)

    def gone(self, reader: str) -> "Unread":
        """Return the messages after a participant left the project."""
        return replace(
            self,
            own=without(self.own, reader),
            marks=without(self.marks, reader),
            sizes=Map({sender: left for sender, of in self.sizes.items() if (left := without(of, reader))}),
        )

    def sent(self, name: str, number: int, recipients: Collection[str], sender: str = "", size: int = 0) -> "Unread":
        """Return the messages with a new one to participants; its `size` in bytes counts for its sender."""
        own = self.own.mutate()
        for reader in recipients:
            own[reader] = own.get(reader, NOTHING).set(name, number)
        sizes = self._sizes_with(sender, dict.fromkeys(recipients, size)) if size else self.sizes
        return replace(self, own=own.finish(), sizes=sizes)

    def sent_to_group(self, name: str, number: int, group: str, sender: str, size: int) -> "Unread":
        """Return the messages with a new one to the members of a group without its sender."""
        before = self.groups.get(group, NO_MESSAGES)
        index = before.end + 1
        after = GroupMessages(
            end=index,
            at=before.at.set(index, name),
            indexes=before.indexes.set(name, (index, number)),
            sizes=_added(before.sizes, sender, size),
        )
        found = replace(self, groups=self.groups.set(group, after))
        return found._advanced(sender, group, (index,)) if group in self.marks.get(sender, NOWHERE) else found

    def read(self, reader: str, names: Iterable[str]) -> "Unread":
        """Return the messages after a participant has read some of its own unread ones.

        Raises KeyError or StopIteration for a message that is not unread.
        """
        own = self.own.get(reader, NOTHING).mutate()
        of_groups: dict[str, list[int]] = {}
        for name in names:
            if name in own:
                del own[name]
            else:
                group = next(one for one in self.marks[reader] if name in self.groups.get(one, NO_MESSAGES).indexes)
                index, mark = self.groups[group].indexes[name][0], self.marks[reader][group]
                indexes = of_groups.setdefault(group, [])
                if index <= mark.after or index in mark.read or index in indexes:
                    raise KeyError(name)
                indexes.append(index)
        found = replace(self, own=_with(self.own, reader, own.finish()))
        for group, indexes in of_groups.items():
            found = found._advanced(reader, group, indexes)
        return found

    def dropped(self, name: str, group: str, sender: str, size: int) -> "Unread":
        """Return the messages without one to a group that nothing needs any more."""
        before = self.groups[group]
        after = replace(
            before,
            at=before.at.delete(before.indexes[name][0]),
            indexes=before.indexes.delete(name),
            sizes=_added(before.sizes, sender, -size),
        )
        return replace(self, groups=self.groups.set(group, after))

    def with_less(self, reader: str, sizes: Mapping[str, int]) -> "Unread":
        """Return the messages with fewer unread bytes at a recipient: how many fewer of each sender."""
        found = self
        for sender, size in sizes.items():
            found = replace(found, sizes=found._sizes_with(sender, {reader: -size}))
        return found

    def _sizes_with(self, sender: str, changes: Mapping[str, int]) -> Map[str, Map[str, int]]:
        """Return the sizes in which recipients have more bytes of a sender unread, or fewer."""
        mine = self.sizes.get(sender, NOTHING)
        for reader, size in changes.items():
            mine = _added(mine, reader, size)
        return _with(self.sizes, sender, mine)

    def size(self, reader: str, sender: str) -> int:
        """Return the bytes of a sender that wait for a recipient or for one of its groups."""
        groups = self.marks.get(reader, NOWHERE)
        return self.sizes.get(sender, NOTHING).get(reader, 0) + sum(self._size_in(one, sender) for one in groups)

    def size_of_group(self, group: str, sender: str) -> int:
        """Return the most bytes of a sender that wait for a member of a group, without its other groups."""
        mine = self.sizes.get(sender, NOTHING).items()
        members = (size for reader, size in mine if group in self.marks.get(reader, NOWHERE))
        return self._size_in(group, sender) + max(members, default=0)

    def _size_in(self, group: str, sender: str) -> int:
        return self.groups.get(group, NO_MESSAGES).sizes.get(sender, 0)

    def only(self, reader: str, unread: Mapping[str, int]) -> "Unread":
        """Return the messages with only these unread by a participant."""
        groups = self.groups
        mine = {
            name: ReadMark(one.since, groups.get(name, NO_MESSAGES).end)
            for name, one in self.marks.get(reader, NOWHERE).items()
        }
        own = _with(self.own, reader, Map(unread))
        return replace(self, own=own, marks=self.marks.set(reader, Map(mine)) if mine else self.marks)

    def was_sent_to(self, reader: str, group: str, index: int) -> bool:
        """Return whether a participant was a member of a group when a message got its index."""
        mark = self.marks.get(reader, NOWHERE).get(group)
        return mark is not None and mark.since < index

    def _advanced(self, reader: str, group: str, indexes: Iterable[int]) -> "Unread":
        """Return the messages after a member has read the messages to its group at some indexes."""
        mine = self.marks[reader]
        mark = mine[group]
        mark = ReadMark(mark.since, mark.after, mark.read.update(dict.fromkeys(indexes, True)))
        found = replace(self, marks=self.marks.set(reader, mine.set(group, mark)))
        left = self.groups[group].end - mark.after - len(mark.read)
        return found._kept(reader, group) if len(mark.read) > left else found

    def _kept(self, reader: str, group: str) -> "Unread":
        """Return the same messages with a member's unread ones of a group kept with the member.

        A mark must not list more messages than there are to read, or it would grow with the history.
        """
        messages = self.groups.get(group, NO_MESSAGES)
        mark = self.marks[reader][group]
        left = {name: messages.indexes[name][1] for name in _left(messages, mark)}
        own = _with(self.own, reader, self.own.get(reader, NOTHING).update(left))
        mine = self.marks[reader].set(group, ReadMark(mark.since, messages.end))
        return replace(self, own=own, marks=self.marks.set(reader, mine))


def _added(sizes: Map[str, int], sender: str, size: int) -> Map[str, int]:
    total = sizes.get(sender, 0) + size
    return sizes.set(sender, total) if total > 0 else without(sizes, sender)


def _with(of: Map[str, Map[str, int]], name: str, value: Map[str, int]) -> Map[str, Map[str, int]]:
    return of.set(name, value) if value else without(of, name)


def without(of: Map[str, Value], name: str) -> Map[str, Value]:
    """Return a map without a key, which it may lack."""
    return of.delete(name) if name in of else of
