"""Guests: authors of posts that are no participants of the project."""

import pytest

from chatting import bridged, until
from renkei import Freeform
from renkei.edges.chat.bridge.repeats import MOST_ANSWERS
from renkei.engine import commands as c
from team import small_team


def note(text: str) -> Freeform:
    return Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


@pytest.mark.parametrize("text", ["/status", "/decide D-1 A", "!who", "/nothing"])
def test_a_guest_cannot_use_commands(text):
    with bridged() as room:
        room.chat.say("U9", text)
        (answer,) = room.texts()
        assert "NOT_ALLOWED" in answer
        assert room.messages() == []


def test_a_guest_can_only_post_and_interrupts_nobody():
    with bridged() as room:
        room.chat.say("U9", "@ann buy this", name="Ann\nann")
        (said,) = room.messages()
    assert (said.from_, said.priority) == ("guest-chat", "normal")
    assert said.payload.body == "Ann ⏎ ann, a guest, writes:\n@ann buy this"
    guest = room.project.state.actors["guest-chat"]
    assert (guest.human, guest.lead) == (False, False)


@pytest.mark.parametrize("takes_turns", [False, True])
def test_what_guests_and_agents_receive_in_the_chat_alone_does_not_pile_up(monkeypatch, takes_turns):
    monkeypatch.setattr("renkei.edges.chat.bridge.relay.MOST_UNREAD", 5)
    with bridged() as room:
        if takes_turns:
            with room.project.turn("bob"):
                pass
        room.project.set_group("back", ["bob", "ann"])
        room.project.send(room.project.message("ann", note("shown in no channel"), "back", id="m0"))
        room.chat.say("U9", "hello")
        room.settle()
        for number in range(12):
            room.project.send(room.project.message("ann", note(f"number {number}"), "all"))
        room.settle()
        until(lambda: len(room.project.state.unread.get("guest-chat", ())) < 5)
        assert len(room.texts()) == 13
        if takes_turns:  # whoever reads, reads by itself
            assert len(room.project.state.unread["bob"]) > 10
        else:
            until(lambda: len(room.project.state.unread["bob"]) < 5)
        assert "m0" in room.project.state.unread["bob"]
        assert len(room.project.state.unread["kim"]) > 10


def test_a_participant_with_rights_is_never_the_guest():
    project = small_team(guarded=False)
    project.do(c.Join("guest-chat", human=True))
    with bridged(project=project) as room:
        room.chat.say("U9", "hello")
        assert "NOT_ALLOWED" in room.texts()[0]
        assert room.messages() == []


def test_a_guest_is_answered_where_it_asked():
    with bridged() as room:
        room.chat.say("U9", "@ann are you open?", channel="")
        (asked,) = room.messages()
        room.project.send(room.project.message("ann", note("we are"), "guest-chat", in_reply_to=asked.id))
        assert room.texts("U9") == ["ann → guest-chat\nwe are"]


def test_a_program_that_answers_each_answer_gets_a_handful() -> None:
    with bridged() as room:
        heard = 0
        for _ in range(50):
            room.chat.say("U9", f"/nothing {heard}")
            texts = room.texts()
            if len(texts) == heard:
                break
            heard = len(texts)
        assert heard <= 3
        for number in range(20):
            room.chat.say("U9", f"/nothing again {number}")
        assert len(room.texts()) <= 3


def test_posts_that_a_guest_repeats_are_held_and_reported_once_and_others_are_heard() -> None:
    project = small_team()
    with bridged(project=project) as room:
        for _ in range(30):
            room.chat.say("U9", "@ann checks passed")
        room.chat.say("U8", "@ann may I ask something?")
        room.chat.say("U9", "@ann the build is red")
        found = room.messages()
        bodies = [one.payload.body for one in found if one.from_ == "guest-chat"]
    assert sum("checks passed" in one for one in bodies) == 3
    assert any("may I ask" in one for one in bodies)
    assert any("build is red" in one for one in bodies)
    assert len([one for one in found if "repeats itself" in one.context_summary]) == 1
    assert "guest-chat" not in project.state.suspended


def test_a_guest_that_edits_a_post_without_end_is_held() -> None:
    with bridged() as room:
        post = room.chat.say("U9", "the answer is")
        for number in range(40):
            room.chat.say("U9", f"the answer is{' and so on' * number}", edits=post.id)
        found = room.messages()
        assert 10 < len([one for one in found if one.from_ == "guest-chat"]) < 20
        assert len([one for one in found if "posts too much" in one.context_summary]) == 1


def test_one_noisy_guest_does_not_silence_another_and_a_person_lets_it_speak_again() -> None:
    with bridged() as room:
        for number in range(40):
            room.chat.say("U9", f"@ann build {number} is red")
        room.chat.say("U8", "@ann may I ask something?")
        found = room.messages()
        assert len([one for one in found if one.from_ == "guest-chat" and "is red" in one.payload.body]) < 20
        assert "may I ask" in next(one for one in reversed(found) if one.from_ == "guest-chat").payload.body
        assert len([one for one in found if "posts too much" in one.context_summary]) == 1
        room.chat.say("U1", "what is going on?")
        room.chat.say("U9", "@ann build 41 is green")
        assert "build 41 is green" in room.messages()[-1].payload.body


def test_a_program_that_is_a_guest_gets_no_answers_and_its_posts_are_heard() -> None:
    with bridged() as room:
        room.chat.say("U9", "/status", automated=True)
        room.chat.say("U9", "@ann checks passed", automated=True)
        room.chat.say("B1", "/nothing", automated=True)  # an agent's program is told about its mistake
        assert len(room.texts()) == 1
        assert "There is no command /nothing" in room.texts()[0]
        assert "checks passed" in room.messages()[0].payload.body
        room.chat.say("U9", "/status")
        assert "NOT_ALLOWED" in room.texts()[1]


@pytest.mark.parametrize("author", ["U1", "B1"])
def test_a_program_that_posts_as_a_participant_gets_a_limited_number_of_answers_a_minute(author: str) -> None:
    now = "2026-01-05T09:00:00.000000Z"
    with bridged(project=small_team(guarded=False, now=lambda: now)) as room:
        for _ in range(50):
            room.chat.say(author, "/who")
        assert len(room.texts()) == MOST_ANSWERS
        now = "2026-01-05T09:01:00.000000Z"
        room.chat.say(author, "/who")
        assert len(room.texts()) == MOST_ANSWERS + 1


def test_a_person_is_answered_each_time() -> None:
    with bridged() as room:
        for _ in range(6):
            room.chat.say("U1", "/nothing")
        assert len(room.texts()) == 6
