"""A channel that takes no posts for a while, such as an archived one: the rest goes on, and nothing is lost."""

from pathlib import Path

import pytest

from chatting import HeardChat, Room, bridged, until
from renkei import DecisionOption, DecisionRequest, Freeform, Outgoing
from renkei.edges.chat.bridge.status import bridge_status
from renkei.edges.chat.errors import ChannelClosedError
from renkei.store.layout import Layout
from team import small_team


class ArchivingChat(HeardChat):
    """A chat whose channels can be archived."""

    def __init__(self) -> None:
        super().__init__()
        self.archived = set[str]()

    def post(self, channel: str, post: Outgoing) -> str:
        if channel in self.archived:
            raise ChannelClosedError("the channel is archived", "Unarchive it.")
        return super().post(channel, post)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.02)


CHANNELS = {"team": "all", "back": "backend"}


def say(room: Room, text: str, to: str) -> None:
    body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    room.project.send(room.project.message("ann", body, to))


def words(room: Room, channel: str) -> list[str]:
    return [one.split("\n")[-1] for one in room.texts(channel)]


def test_posts_wait_for_an_archived_channel_and_all_others_go_on(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p", guarded=False)
    project.set_group("backend", ["bob"])
    with bridged(ArchivingChat(), project, channels=CHANNELS) as room:
        say(room, "before", "backend")
        room.settle()
        room.chat.archived.add("back")
        for number in range(3):
            say(room, f"back {number}", "backend")
            say(room, f"team {number}", "all")
        assert words(room, "team") == ["team 0", "team 1", "team 2"]
        assert words(room, "back") == ["before"]
        found = bridge_status(project, Layout(tmp_path / "p"), "chat")
        assert "the channel is archived. Unarchive it. (CHANNEL_CLOSED)" not in found.problem
        assert found.problem.startswith("The chat refused: the channel is archived. Unarchive it. Posts wait for: back")
        assert (found.refused, found.behind) == (0, 0)
    with bridged(room.chat, project, channels=CHANNELS) as room:  # the next bridge knows it
        room.chat.archived.clear()
        say(room, "back 3", "backend")
        until(lambda: len(words(room, "back")) == 5)
        assert words(room, "back") == ["before", "back 0", "back 1", "back 2", "back 3"]
        until(lambda: room.bridge.problem == "")


def test_a_channel_archived_in_the_middle_of_a_long_text_gets_the_rest_of_it() -> None:
    chat = ArchivingChat()
    chat.limit = 200
    with bridged(chat) as room:
        made = chat.post

        def archive(channel: str, post: Outgoing) -> str:
            found = made(channel, post)
            if "(2/" in post.text and not found.startswith("x"):
                chat.archived.add("team")
                chat.post = made  # type: ignore[method-assign]
            return found

        chat.post = archive  # type: ignore[method-assign]
        say(room, "word " * 200, "all")
        room.settle()
        assert len(chat.posts) == 2
        chat.archived.clear()
        until(lambda: len(chat.posts) > 4)
        room.settle()
        numbers = [post.text.split("/")[0] for _, post, _ in chat.posts]
        assert numbers == [f"({number}" for number in range(1, len(numbers) + 1)]


def test_what_a_channel_missed_that_was_taken_out_is_not_posted_when_it_is_added_again(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p", guarded=False)
    project.set_group("backend", ["bob"])
    with bridged(ArchivingChat(), project, channels=CHANNELS) as room:
        room.chat.archived.add("back")
        say(room, "missed", "backend")
        room.settle()
    assert "Posts wait for: back" in bridge_status(project, Layout(tmp_path / "p"), "chat").problem  # also without it
    with bridged(room.chat, project) as room:
        assert room.bridge.problem == ""
    room.chat.archived.clear()
    with bridged(room.chat, project, channels=CHANNELS) as room:
        say(room, "new", "backend")
        assert words(room, "back") == ["new"]


@pytest.mark.parametrize(("share", "posts"), [("all", 2), ("addressed", 1)])  # with the decision, and without
def test_a_request_that_is_settled_in_an_archived_channel_says_so_when_it_is_back(share: str, posts: int) -> None:
    chat = ArchivingChat()
    chat.replaces_posts = True
    with bridged(chat, share=share) as room:
        question = DecisionRequest(
            decision_id="D-1", question="Which?", options=(DecisionOption(label="sqlite", analysis=""),)
        )
        room.project.send(room.project.message("ann", question, ["all", "human"]))
        room.settle()
        chat.archived.add("team")
        room.project.decide("D-1", "sqlite", actor="human")
        room.settle()
        assert "✓" not in room.texts("team")[0]
        chat.archived.clear()
        until(lambda: "✓ sqlite · human" in room.texts("team")[0])
        assert len(room.posts("team")) == posts
