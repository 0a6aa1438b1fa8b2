"""Who joins or leaves a group of the project is invited to its channel, or removed from it; and the other way round."""

from collections.abc import Callable
from threading import Event, Lock

import pytest

from chatting import HeardChat, Room, bridged, until
from renkei import Bridge, BridgeSettings, Chat, ChatRefusedError, ChatUnreachableError, Freeform, Membership, Project
from renkei.edges.chat.bridge.group_members import MOST_EXPECTED, changes, expect, expect_no_more, was_expected
from renkei.edges.chat.bridge.intake import Intake
from renkei.edges.chat.bridge.inviting import Inviting
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from team import small_team

CHANNELS = {"team": "all", "make": "makers"}


class Channels(HeardChat):
    """A chat that counts what it was asked for, and refuses to remove `U1`."""

    def __init__(self) -> None:
        super().__init__()
        self.members = {"make": set()}
        self.asked: list[tuple[str, str, bool]] = []
        self.changing = Lock()

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        self.asked.append((channel, user, joined))
        if user == "U1" and not joined:
            raise ChatRefusedError("it is the owner")
        with self.changing:
            return super().set_member(channel, user, joined=joined)

    def asks(self) -> list[tuple[str, str, bool]]:
        found, self.asked = self.asked, []
        return found


def makers(*members: str) -> Project:
    project = small_team(guarded=False)
    project.set_group("makers", members)
    return project


def in_step(room: Room) -> set[str]:
    """Return who is in the channel, once the group has the same participants."""
    room.settle()
    known, group = room.bridge.settings.people, set(room.project.state.members("makers"))
    until(lambda: {known[one] for one in room.chat.members["make"]} == group - {"ann"})
    with room.chat.changing:
        pass  # now the chat has told the bridge
    room.settle()
    return set(room.chat.members["make"])


def test_a_channel_has_those_who_are_in_its_group():
    chat = Channels()
    with bridged(chat, makers("ann", "bob"), channels=CHANNELS) as room:
        assert in_step(room) == {"B1"}
        room.project.set_group("makers", ["ann", "human"])
        assert in_step(room) == {"U1"}
        assert chat.asks() == [("make", "B1", True), ("make", "U1", True), ("make", "B1", False)]
        room.project.set_group("makers", ["ann"])  # what the chat refuses is reported once
        until(lambda: room.bridge.problem)
        room.settle()
        assert (chat.asks(), chat.members["make"]) == ([("make", "U1", False)], {"U1"})
        assert room.bridge.problem == "The chat refused: it is the owner. (CHAT_REFUSED)"
        settings = room.bridge.settings
        room.bridge.close()
        with Bridge(room.project, Channels(), settings=BridgeSettings.model_validate(settings)) as again:
            assert again.wait_until_posted(20)


def test_whoever_left_the_project_is_removed_and_who_joins_a_channel_stays():
    chat = Channels()
    with bridged(chat, makers("ann", "bob"), channels=CHANNELS) as room:
        assert in_step(room) == {"B1"}
        chat.members["make"].add("U2")
        chat.hear(Membership("make", "U2", joined=True))
        assert in_step(room) == {"B1", "U2"}
        until(lambda: room.bridge.seq == room.project.state.seq)
        assert chat.asks() == [("make", "B1", True)]
        room.project.leave("bob", "holiday")
        assert in_step(room) == {"U2"}


def test_nobody_is_removed_from_a_channel_because_it_shows_another_group():
    project, file = makers("ann", "bob"), BridgeFile()
    project.set_group("testers", ["human"])

    def wanted(group: str, *users: str) -> list[tuple[str, bool]]:
        people = {"B1": "bob", "U1": "human"}
        settings = BridgeSettings.of({"make": group}, {one: people[one] for one in users or people})
        found = changes(lambda: project.state, settings, file)
        for one in found:
            one.store(file)
        return [change for one in found for change in one.wanted]

    assert wanted("makers") == [("B1", True)]
    assert wanted("testers") == [("U1", True)]
    assert wanted("testers") == []
    project.set_group("testers", ["bob"])
    assert wanted("testers", "B1") == [("B1", True)]  # whoever the other is by now
    assert wanted("testers") == [("U1", False)]


def test_changes_of_the_bridge_are_told_from_those_of_others_however_late_they_come():
    file, settings = BridgeFile(), BridgeSettings.of({"make": "makers"}, {"B1": "bob"})

    def made(*changes: bool) -> None:
        for joined in changes:
            expect(file, "make", "B1", joined=joined)

    def own(*changes: bool) -> list[bool]:
        return [was_expected(file, settings, Membership("make", "B1", joined)) for joined in changes]

    assert own(True) == [False]
    made(True)
    assert own(True, True) == [True, False]
    made(True, False)
    assert own(True, False, False) == [True, True, False]
    made(False, True)  # the chat never tells of the first
    assert own(True, False) == [True, False]
    made(True)  # somebody was in the channel already, and leaves it
    assert own(False, True) == [False, False]
    made(True)
    expect_no_more(file, "make", "B1", joined=False)
    assert own(True) == [True]
    made(True)
    expect_no_more(file, "make", "B1", joined=True)
    assert own(True) == [False]
    made(*[True, False] * 30)
    assert own(*[True, False] * 30).count(True) == MOST_EXPECTED
    assert [expect(file, "make", "B1", joined=one) for one in (True, True, False)] == [True, False, True]
    assert own(True, False, True) == [True, True, False]


def test_a_removal_that_the_chat_tells_late_does_not_undo_a_return():
    class Late(Channels):
        """Tells of a removal, and of what comes after it, only when it is asked to."""

        def __init__(self) -> None:
            super().__init__()
            self.late: list[Membership] = []

        def hear(self, heard):
            if self.late or (isinstance(heard, Membership) and not heard.joined):
                self.late.append(heard)
            else:
                super().hear(heard)

        def tell(self) -> None:
            for one in self.late:
                super().hear(one)

    chat = Late()
    with bridged(chat, makers("ann", "bob"), channels=CHANNELS) as room:
        assert in_step(room) == {"B1"}
        room.project.set_group("makers", ["ann"])
        assert in_step(room) == set()
        room.project.set_group("makers", ["ann", "bob"])
        assert in_step(room) == {"B1"}
        chat.tell()
        assert in_step(room) == {"B1"}
        chat.members["make"].clear()
        HeardChat.hear(chat, Membership("make", "B1", joined=False))  # by bob itself
        assert in_step(room) == set()
        assert room.project.state.members("makers") == ("ann",)


def test_who_leaves_a_channel_by_itself_leaves_the_group_whatever_the_chat_refused_before():
    chat = Channels()
    with bridged(chat, makers("ann", "human"), channels=CHANNELS) as room:
        assert in_step(room) == {"U1"}
        room.project.set_group("makers", ["ann"])
        until(lambda: room.bridge.problem)
        room.project.set_group("makers", ["ann", "human"])
        until(lambda: chat.asked[-1:] == [("make", "U1", True)])
        chat.members["make"].clear()
        chat.hear(Membership("make", "U1", joined=False))
        assert in_step(room) == set()
        assert room.project.state.members("makers") == ("ann",)


@pytest.mark.parametrize("is_told", [False, True])
def test_who_leaves_a_channel_leaves_its_group_in_a_chat_that_removes_nobody(is_told: bool):
    class Open(HeardChat):
        """A chat that can neither invite nor remove, and says so."""

        asked = 0

        def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
            self.asked += 1
            return Chat.set_member(self, channel, user, joined=joined)

    chat = Open()
    with bridged(chat, makers("ann"), channels=CHANNELS) as room:
        for number, members in enumerate((["ann", "bob"], ["ann"], ["ann", "bob"]), 1):
            room.project.set_group("makers", members)
            until(lambda number=number: chat.asked == number)
        if is_told:
            chat.hear(Membership("make", "B1", joined=True))
        chat.hear(Membership("make", "B1", joined=False))
        room.settle()
        assert room.project.state.members("makers") == ("ann",)


def test_who_left_two_channels_of_a_group_and_joins_one_again_is_invited_to_the_other():
    project, file = makers("ann", "bob"), BridgeFile()
    settings = BridgeSettings.of({"make": "makers", "more": "makers"}, {"B1": "bob"})
    for one in changes(lambda: project.state, settings, file):
        one.store(file)
    intake = Intake("chat", project, settings, file)
    for channel, joined in (("make", False), ("more", False), ("make", True)):
        intake.take(Membership(channel, "B1", joined))
    (found,) = changes(lambda: project.state, settings, file)
    assert (found.channel, found.wanted) == ("more", (("B1", True),))


def test_a_group_that_others_change_at_the_same_time_loses_nobody():
    project, settings = makers("bob"), BridgeSettings.of({"make": "makers"}, {"B1": "bob", "U1": "human"})
    slow = _Slow(project, lambda: project.set_group("makers", ["ann", "bob"]))
    intake = Intake("chat", slow, settings, BridgeFile())  # type: ignore[arg-type]
    intake.take(Membership("make", "B1", joined=False))
    assert project.state.members("makers") == ("ann",)
    intake.take(Membership("make", "U1", joined=True))
    assert project.state.members("makers") == ("ann", "human")


class Failing(Channels):
    """A chat that cannot be reached for changes of members: `fails` times, before or after it makes them."""

    fails, is_made, wait = 1000, False, 0.0

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        self.fails -= 1
        if self.fails < 0 or self.is_made:
            changed = super().set_member(channel, user, joined=joined)
        if self.fails >= 0:
            raise ChatUnreachableError("it has a bad day", self.wait)
        return changed


def test_posts_go_on_while_a_chat_fails_to_change_its_members():
    chat = Failing()
    with bridged(chat, makers("ann", "bob"), channels=CHANNELS) as room:
        until(lambda: "it has a bad day" in room.bridge.problem)
        hello = Freeform(intent_hint="NOTE", body="good morning", requires_response=False, urgency="normal")
        room.project.send(room.project.message("ann", hello, "all"))
        assert room.texts("team") == ["ann → all\ngood morning"]
        assert "it has a bad day" in room.bridge.problem
        chat.fails = 0
        assert in_step(room) == {"B1"}
        until(lambda: room.bridge.problem == "")


def test_changes_of_members_that_failed_are_tried_again_when_their_time_has_come():
    project, file, now = makers("ann", "bob"), BridgeFile(), [100.0]
    settings = BridgeSettings.of({"make": "makers", "more": "makers"}, {"B1": "bob"})
    chat, problems, ended = Failing(), Problems(file), Event()
    inviting = Inviting(chat, settings, file, problems, ended, lambda: now[0])

    def asked(after: float) -> int:
        now[0] += after
        before = chat.fails
        inviting.catch_up(lambda: project.state)
        return before - chat.fails

    assert [asked(one) for one in (0.0, 0.2, 0.3, 0.4, 0.7)] == [2, 0, 2, 0, 2]  # each wait is twice the one before
    assert [asked(one) for one in (60.0,) * 10 + (29.0, 31.0)] == [2] * 10 + [0, 2]
    chat.wait = 300.0
    assert [asked(one) for one in (60.0, 299.0, 1.0)] == [2, 0, 2]
    ended.set()
    assert asked(300.0) == 0
    ended.clear()
    chat.fails = 1
    assert asked(0.0) == 2
    assert (problems.text != "", chat.members) == (True, {"make": set(), "more": {"B1"}})
    assert (asked(300.0), problems.text, chat.members["make"]) == (1, "", {"B1"})
    chat.fails = 1
    project.set_group("makers", ["ann"])
    assert (asked(0.0), problems.text != "", chat.members) == (2, True, {"make": {"B1"}, "more": set()})
    project.set_group("makers", ["ann", "bob"])  # so there is nothing to do in the first channel any more
    assert (asked(0.0), problems.text) == (1, "")


def test_a_change_that_was_made_though_it_seemed_to_fail_is_still_that_of_the_bridge():
    project, file = makers("ann", "bob"), BridgeFile()
    settings = BridgeSettings.of({"make": "makers"}, {"B1": "bob"})
    chat = Failing()
    chat.fails, chat.is_made = 1, True
    for _ in range(2):
        Inviting(chat, settings, file, Problems(file), Event()).catch_up(lambda: project.state)
    assert chat.asks() == [("make", "B1", True)] * 2
    assert [was_expected(file, settings, Membership("make", "B1", joined=True)) for _ in range(2)] == [True, False]


class _Slow:
    """A project in which somebody else is always a bit faster."""

    def __init__(self, project: Project, first: Callable[[], object]) -> None:
        self._project, self._first = project, first

    def __getattr__(self, name: str) -> object:
        if name in ("do", "do_as_runtime", "set_group"):
            first, self._first = self._first, lambda: None
            first()
        return getattr(self._project, name)
