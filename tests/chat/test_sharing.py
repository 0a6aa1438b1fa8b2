"""How much a channel shows: everything, what is addressed to it, decisions, a digest; and one post for each status."""

from itertools import count
from pathlib import Path

import pytest

import renkei
from chatting import HeardChat, Room, bridged, until
from renkei import DecisionOption, DecisionRequest, Freeform, Outgoing, StatusUpdate
from renkei.edges.chat.bridge.status import bridge_status
from renkei.edges.chat.errors import ChatRefusedError
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.store.layout import Layout
from team import counting_ids, small_team


class Hours:
    """A clock that a test sets."""

    minute = 0

    def __call__(self) -> str:
        return f"2026-01-01T{self.minute // 60:02}:{self.minute % 60:02}:00.000Z"


class ChangingChat(HeardChat):
    replaces_posts = True


def note(room: Room, text: str, sender: str = "ann", to: str = "all") -> None:
    body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    room.project.send(room.project.message(sender, body, to))


def ask(room: Room) -> None:
    question = DecisionRequest(
        decision_id="D-1", question="Which storage?", options=(DecisionOption(label="sqlite", analysis=""),)
    )
    room.project.send(room.project.message("ann", question, "all"))


def test_a_channel_for_decisions_shows_requests_and_their_answers_alone() -> None:
    with bridged(channels={"team": "all", "talk": "all"}, shares={"team": "decisions"}) as room:
        note(room, "only talk")
        note(room, "between two agents", to="lead")
        ask(room)
        room.project.decide("D-1", "sqlite", actor="human")
        shown = [one.text.splitlines()[0].partition(" · ")[2] for one in room.posts("team")]
        assert shown == ["DECISION_REQUEST D-1", "DECISION_RESULT D-1"]
        assert "only talk" in room.texts("talk")[0]
        assert len(room.texts("talk")) == 2  # the answer is to ann alone, and so in the first channel


def test_a_digest_says_once_in_a_while_what_happened_and_is_silent_otherwise() -> None:
    clock = Hours()
    project = renkei.create(":memory:", now=clock, make_id=counting_ids(), guarded=False)
    project.do(c.Join("lead", "planning", lead=True), c.Join("ann", "backend"), c.Join("bob", "frontend"))
    with bridged(project=project, share="digest", digest_minutes=30) as room:
        assert room.texts() == []
        note(room, "the first")
        digests = lambda: [one for one in room.texts("team") if "digest" in one]  # noqa: E731
        assert until(digests) == ["1 message since the last digest:\n• ann: 1 message, the first"]
        note(room, "another")
        note(room, "one more", "bob")
        ask(room)
        assert "DECISION_REQUEST D-1" in room.texts("team")[-1]
        room.chat.say("U1", "said in the chat")
        assert len(digests()) == 1
        note(room, "the newest of\nmany words", "ann")
        clock.minute = 31
        project.pause("bob", "a break", actor="human")  # a record, at which the bridge looks at the time
        assert until(lambda: digests()[1:]) == [
            "3 messages since the last digest:\n• ann: 2 messages, the newest: the newest of many words\n"
            "• bob: 1 message, one more"
        ]
        clock.minute = 90
        project.pause("ann", "a break", actor="human")  # nothing that a digest tells
        assert len(digests()) == 2


def test_a_digest_that_is_longer_than_a_post_is_several() -> None:
    class ShortChat(HeardChat):
        limit = 60

    clock = Hours()
    project = renkei.create(":memory:", now=clock, make_id=counting_ids(), guarded=False)
    project.do(c.Join("ann", "backend"), c.Join("bob", "frontend"))
    with bridged(ShortChat(), project=project, share="digest", digest_minutes=30) as room:
        note(room, "the first of all")
        until(lambda: room.texts("team"))
        note(room, "the build is green again")
        note(room, "the tests are green again", "bob")
        note(room, "done")
        clock.minute = 60
        project.pause("ann", "a break", actor="human")  # a record, at which the bridge looks at the time
        until(lambda: len(room.texts("team")) == 5)
        assert room.texts("team")[2:] == [
            "(1/3) 3 messages since the last digest:",
            "(2/3) • ann: 2 messages, the newest: done",
            "(3/3) • bob: 1 message, the tests are green again",
        ]


def test_status_updates_of_an_agent_are_one_post_that_changes() -> None:
    with bridged(ChangingChat()) as room:
        for sender, text in (("ann", "a third"), ("bob", "begun"), ("ann", "two thirds"), ("ann", "done")):
            update = StatusUpdate(new_status="working", progress_summary=text)
            room.project.send(room.project.message(sender, update, "all"))
        assert [one.text.splitlines()[-1] for one in room.posts("team")] == ["done", "begun"]


def test_a_status_whose_post_is_gone_is_a_new_post() -> None:
    class Strict(ChangingChat):
        def post(self, channel: str, post: Outgoing) -> str:
            if post.replaces:
                raise ChatRefusedError("the post is gone")
            return super().post(channel, post)

    with bridged(Strict()) as room:
        for text in ("a third", "two thirds", "done"):
            update = StatusUpdate(new_status="working", progress_summary=text)
            room.project.send(room.project.message("ann", update, "all"))
        assert [one.text.splitlines()[-1] for one in room.posts("team")] == ["a third", "two thirds", "done"]
        assert room.bridge.problem == ""


def test_a_chat_that_cannot_change_posts_shows_every_status() -> None:
    with bridged() as room:
        for number in count(1):
            update = StatusUpdate(new_status="working", progress_summary=f"step {number}")
            room.project.send(room.project.message("ann", update, "all"))
            if number == 3:
                break
        assert len(room.posts("team")) == 3


def test_only_channels_of_the_bridge_share_something_else() -> None:
    with pytest.raises(BadValueError, match=r"/shares.*'else'"), bridged(shares={"else": "digest"}):
        pass


def test_a_record_with_many_messages_becomes_few_posts_and_the_status_counts_them(tmp_path: Path) -> None:
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        body = Freeform(intent_hint="NOTE", body="number", requires_response=False, urgency="normal")
        notes = [project.message("ann", body, "all") for _ in range(50)]
        asked = project.message("ann", body.model_copy(update={"body": "can you look?"}), ["all", "human"], "blocking")
        project.do(*(c.Send(one) for one in (*notes, asked)), actor="ann")
        texts = room.texts("team")
        assert len(texts) == 22
        assert "can you look?" in texts[-2]
        assert texts[-1] == f"… and 30 more messages in record {project.log.last()} of the log"
        found = bridge_status(project, Layout(tmp_path / "p"), "chat").as_dict()
    assert found["posts"] == found["most_posts_of_a_record"] == 22
    assert found["records"] == 1
