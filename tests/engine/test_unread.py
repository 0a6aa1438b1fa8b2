"""A message to a group is kept once, and each participant has the same unread messages as if it had its own copy."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from renkei.engine.unread import Unread
from thoroughness import examples

PEOPLE = ("ann", "bob", "eve")
GROUPS = ("all", "ops")

people, groups = st.sampled_from(PEOPLE), st.sampled_from(GROUPS)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("join"), groups, people),
        st.tuples(st.just("leave"), groups, people),
        st.tuples(st.just("send"), st.sets(people, min_size=1), st.none()),
        st.tuples(st.just("group"), groups, people),
        st.tuples(st.just("group"), st.just("ops"), people),
        st.tuples(st.just("read"), people, st.sets(st.integers(0, 30))),
        st.tuples(st.just("gone"), people, st.none()),
        st.tuples(st.just("only"), people, st.sets(st.integers(0, 30))),
    ),
    min_size=10,
    max_size=40,
)


@dataclass
class Copies:
    """The same messages with a copy for each recipient, and what the state knows of each: who has not read it."""

    unread: Unread = field(default_factory=Unread)
    members: dict[str, set[str]] = field(default_factory=lambda: {group: set() for group in GROUPS})
    copies: dict[str, dict[str, int]] = field(default_factory=lambda: {one: {} for one in PEOPLE})
    of_group: dict[str, tuple[str, str]] = field(default_factory=dict)
    number: int = 0

    def join(self, group: str, member: str) -> None:
        if member not in self.members[group]:
            self.members[group].add(member)
            self.unread = self.unread.joined(group, member)

    def leave(self, group: str, member: str) -> None:
        self.members[group].discard(member)
        self.unread = self.unread.left(group, member)

    def send(self, recipients: set[str], _: None) -> None:
        name = self._new()
        self.unread = self.unread.sent(name, self.number, sorted(recipients))
        self._copy(name, recipients)

    def group(self, group: str, sender: str) -> None:
        recipients = self.members[group] - {sender}
        if recipients:
            name = self._new()
            self.of_group[name] = group, sender
            self.unread = self.unread.sent_to_group(name, self.number, group, sender, 10)
            self._copy(name, recipients)

    def read(self, reader: str, numbers: set[int]) -> None:
        names = [name for name, number in self.copies[reader].items() if number in numbers]
        if names:
            self.unread = self.unread.read(reader, names)
            self._forget(reader, names)

    def gone(self, reader: str, _: None) -> None:
        for group in GROUPS:
            self.members[group].discard(reader)
        self.unread = self.unread.gone(reader)
        self._forget(reader, list(self.copies[reader]))

    def only(self, reader: str, numbers: set[int]) -> None:
        left = {name: number for name, number in self.copies[reader].items() if number in numbers}
        assert dict(self.unread.only(reader, left).get(reader, {})) == left

    def _new(self) -> str:
        self.number += 1
        return f"m{self.number}"

    def _copy(self, name: str, recipients: set[str]) -> None:
        for one in recipients:
            self.copies[one][name] = self.number

    def _forget(self, reader: str, names: list[str]) -> None:
        for name in names:
            del self.copies[reader][name]
            if name in self.of_group and not any(name in of for of in self.copies.values()):
                self.unread = self.unread.dropped(name, *self.of_group[name], 10)

    def check(self) -> None:
        for reader, copies in self.copies.items():
            found = self.unread.get(reader, {})
            assert dict(found.items()) == copies
            assert len(found) == len(copies)
            assert (reader in self.unread) == bool(copies)
            assert all(name in found for name in copies)
            assert not any(f"m{number}" in found for number in range(self.number + 2) if f"m{number}" not in copies)
        assert set(self.unread) == {reader for reader, copies in self.copies.items() if copies}
        kept = {name for name in self.of_group if any(name in of for of in self.copies.values())}
        assert {name for group in self.unread.groups.values() for name in group.indexes} == kept
        for group, messages in self.unread.groups.items():
            senders = [sender for name, (to, sender) in self.of_group.items() if name in kept and to == group]
            assert dict(messages.sizes) == {one: 10 * senders.count(one) for one in senders}


def team() -> Copies:
    """Return a team in which everybody is in both groups."""
    copies = Copies()
    for group in GROUPS:
        for member in PEOPLE:
            copies.join(group, member)
    return copies


@given(steps)
@settings(max_examples=examples(1200))
def test_a_group_is_read_as_if_each_member_had_a_copy(steps: list[tuple[str, object, object]]) -> None:
    copies = team()
    for name, *arguments in steps:
        getattr(copies, name)(*arguments)
        copies.check()


@given(steps)
@settings(max_examples=examples(600))
def test_a_position_lists_no_more_than_there_is_to_read(steps: list[tuple[str, object, object]]) -> None:
    copies = team()
    for name, *arguments in steps:
        getattr(copies, name)(*arguments)
        for reader, marks in copies.unread.marks.items():
            for group, one in marks.items():
                left = copies.unread.groups[group].end - one.after - len(one.read) if one.read else 0
                assert len(one.read) <= left, reader


def broadcasts(members: int, number: int) -> Unread:
    unread = Unread()
    for member in range(members):
        unread = unread.joined("all", f"a{member}")
    for message in range(number):
        unread = unread.sent_to_group(f"m{message}", message, "all", "a0", 1)
    return unread


@pytest.mark.parametrize("members", [2, 50])
def test_a_broadcast_is_kept_once(members: int) -> None:
    unread = broadcasts(members, 20)
    assert len(unread.groups["all"].at) == 20
    assert unread.own == Map()
    assert {len(one["all"].read) for one in unread.marks.values()} == {0}
    assert unread[f"a{members - 1}"].in_order() == [f"m{number}" for number in range(20)]
    assert "a0" not in unread


def test_a_member_was_sent_what_followed_its_joining() -> None:
    unread = broadcasts(2, 3).joined("all", "late").sent_to_group("m9", 9, "all", "a0", 1)
    assert [unread.was_sent_to("late", "all", index) for index in (3, 4)] == [False, True]
    assert [unread.was_sent_to("a1", "all", index) for index in (1, 4)] == [True, True]
    assert not unread.was_sent_to("nobody", "all", 4)
    assert not unread.was_sent_to("a1", "ops", 1)
    assert not unread.left("all", "a1").was_sent_to("a1", "all", 4)


def test_equal_messages_are_recognized() -> None:
    unread = broadcasts(3, 5)
    assert unread["a1"].is_same(unread["a1"])
    assert unread["a1"].is_same(unread.sent("other", 9, ["a2"])["a1"])
    for other in (
        unread.read("a1", ["m1"]),
        unread.sent("more", 9, ["a1"]),
        unread.sent_to_group("m9", 9, "all", "a0", 1),
    ):
        assert not unread["a1"].is_same(other["a1"])
