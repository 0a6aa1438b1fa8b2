"""Who joins or leaves a group of the project is invited to its channel, or removed from it; and the other way round."""

from chatting import HeardChat, Room, bridged, until
from renkei import Bridge, BridgeSettings, ChatRefusedError, Membership, Project
from renkei.edges.chat.bridge_file import BridgeFile
from renkei.edges.chat.group_members import MOST_EXPECTED, changes, expect, was_expected
from team import small_team

CHANNELS = {"team": "all", "make": "makers"}


class Channels(HeardChat):
    """A chat that counts what it was asked for, and refuses to remove `U1`."""

    def __init__(self) -> None:
        super().__init__()
        self.members = {"make": set()}
        self.asked: list[tuple[str, str, bool]] = []

    def set_member(self, channel: str, user: str, *, joined: bool) -> None:
        self.asked.append((channel, user, joined))
        if user == "U1" and not joined:
            raise ChatRefusedError("it is the owner")
        super().set_member(channel, user, joined=joined)

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

    def wanted(group: str) -> list[tuple[str, bool]]:
        settings = BridgeSettings.of({"make": group}, {"B1": "bob", "U1": "human"})
        found = changes(lambda: project.state, settings, file)
        for one in found:
            one.store(file)
        return [change for one in found for change in one.wanted]

    assert wanted("makers") == [("B1", True)]
    assert wanted("testers") == [("U1", True)]
    assert wanted("testers") == []
    project.set_group("testers", ["bob"])
    assert wanted("testers") == [("B1", True), ("U1", False)]


def test_changes_of_the_bridge_are_told_from_those_of_others_however_late_they_come():
    file = BridgeFile()

    def made(*changes: bool) -> None:
        for joined in changes:
            expect(file, "make", "B1", joined=joined)

    def own(*changes: bool) -> list[bool]:
        return [was_expected(file, Membership("make", "B1", joined)) for joined in changes]

    assert own(True) == [False]
    made(True)
    assert own(True, True) == [True, False]
    made(True, False)
    assert own(True, False, False) == [True, True, False]
    made(False, True)  # the chat never tells of the first
    assert own(True, False) == [True, False]
    made(True)  # somebody was in the channel already, and leaves it
    assert own(False, True) == [False, False]
    made(*[True] * 30)
    assert own(*[True] * 30).count(True) == MOST_EXPECTED


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
