"""What people choose with one press or a reaction: the choices of a post, and the reason that some of them need."""

import pytest

import renkei
from chatting import HeardChat, Room, bridged
from renkei import Choice, DecisionOption, DecisionRequest, StatusUpdate
from renkei.acts.offers import Offer, offers_for
from renkei.engine.commands import TransitionContract
from team import handoff, small_team

WHY = "Why? Reply to this post with the reason."


class HearingChat(HeardChat):
    hears_reactions = True


def submitted(room: Room) -> str:
    """Let work wait for review; return the post that asks for it."""
    room.project.send(room.project.message("human", handoff(), "ann", task_ref="T-1"))
    for step in ("accept", "start"):
        room.project.do(TransitionContract("T-1", step), actor="ann")
    room.project.submit("T-1", "it is built", actor="ann")
    return room.id_of("REVIEW_REQUEST")


def status_of(room: Room) -> str:
    room.settle()
    return room.project.find_contract("T-1").status


@pytest.mark.parametrize(
    "more",
    [
        {"text": "/send-back T-1", "press": True},
        {"text": "👎", "reaction": True},
        {"text": "↩️", "reaction": True},
        {"text": "no"},
        {"text": "/send-back"},
    ],
    ids=lambda more: str(more["text"]),
)
def test_work_that_is_sent_back_without_a_reason_asks_for_it_and_a_reply_gives_it(more) -> None:
    with bridged(HearingChat()) as room:
        asked = submitted(room)
        room.chat.say("U1", channel="", reply_to=asked, **more)
        assert room.texts()[-1] == WHY
        assert room.posts()[-1].asks
        assert status_of(room) == "submitted"
        reason = room.chat.say("U1", "it is slow\nand long", channel="", reply_to=asked)
        assert status_of(room) == "in_progress"
        (verdict,) = [one for one in room.messages() if one.type == "REVIEW_RESULT"]
        assert (verdict.from_, verdict.payload.summary) == ("human", "it is slow\nand long")
        said = len(room.messages())
        room.chat.hear(reason)  # which the chat tells twice
        room.chat.say("U1", "@ann thank you", channel="", reply_to=asked)
        assert [one.type for one in room.messages()[said:]] == ["FREEFORM"]


def test_a_reply_to_the_question_itself_gives_the_reason() -> None:
    with bridged(HearingChat()) as room:
        room.chat.say("U1", "/send-back T-1", channel="", reply_to=submitted(room), press=True)
        room.chat.say("U1", "it is slow", channel="", reply_to=room.id_of(WHY))
        assert status_of(room) == "in_progress"


def test_only_the_person_who_was_asked_gives_the_reason() -> None:
    with bridged(HearingChat()) as room:
        begun = room.chat.say("U1", "/pause ann")
        assert room.posts("team")[-1].mentions == ("U1",)
        room.chat.say("U2", "because I want it", reply_to=begun.id)
        room.settle()
        assert "ann" not in room.project.state.suspended
        room.chat.say("U1", "lunch", reply_to=begun.id)
        room.settle()
        assert room.project.state.suspended["ann"] == "lunch"


def test_a_question_for_a_reason_is_open_for_an_hour(monkeypatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.reasons.OPEN_SECONDS", 0.0)
    with bridged(HearingChat()) as room:
        asked = submitted(room)
        room.chat.say("U1", "/send-back T-1", channel="", reply_to=asked, press=True)
        room.chat.say("U1", "it is slow", channel="", reply_to=asked)
        assert status_of(room) == "submitted"


def test_an_answer_or_a_command_is_not_taken_for_the_reason() -> None:
    with bridged(HearingChat()) as room:
        asked = submitted(room)
        room.chat.say("U1", "/send-back T-1", channel="", reply_to=asked, press=True)
        room.chat.say("U1", "@ann what do you think?", channel="", reply_to=asked)
        assert status_of(room) == "submitted"
        room.chat.say("U1", "yes", channel="", reply_to=asked)
        assert status_of(room) == "completed"


def test_where_replies_cannot_be_told_the_command_says_how_it_is_written() -> None:
    chat = HearingChat()
    chat.has_threads = False
    with bridged(chat) as room:
        submitted(room)
        room.chat.say("U1", "/send-back T-1")
        assert room.texts()[-1].startswith("Write /send-back CONTRACT because REASON")


def test_the_progress_of_an_agent_can_be_paused_and_the_notice_resumes_it() -> None:
    with bridged(HearingChat(), system_channel="team") as room:
        update = StatusUpdate(progress_summary="halfway", estimated_remaining="1 turn", new_status="working")
        room.project.send(room.project.message("ann", update, "all"))
        (post,) = room.posts()
        (pause,) = post.choices
        assert pause == Choice("Pause ann", "/pause ann because somebody pressed Pause in the chat")
        room.chat.say("U1", pause.command, reply_to=room.id_of("halfway"), press=True)
        room.settle()
        assert "ann" in room.project.state.suspended
        notice = next(one for one in room.posts() if one.choices == (Choice("Resume ann", "/resume ann"),))
        assert "ann is paused" in notice.text
        room.chat.say("U1", notice.choices[0].command, reply_to=room.id_of("ann is paused"), press=True)
        room.settle()
        assert "ann" not in room.project.state.suspended


def test_a_person_pauses_and_resumes_an_agent_with_a_reaction_and_an_agent_does_not() -> None:
    with bridged(HearingChat()) as room:
        update = StatusUpdate(progress_summary="halfway", estimated_remaining="1 turn", new_status="working")
        room.project.send(room.project.message("ann", update, "all"))
        post = room.id_of("halfway")
        for user in ("B1", "U9"):
            room.chat.say(user, "⏸️", reply_to=post, reaction=True)
        room.settle()
        assert "ann" not in room.project.state.suspended
        room.chat.say("U1", "⏸️", reply_to=post, reaction=True)
        room.settle()
        assert "ann" in room.project.state.suspended
        room.chat.say("U1", "▶️", reply_to=post, reaction=True)
        room.settle()
        assert "ann" not in room.project.state.suspended


def test_a_numbered_press_is_its_choice_and_a_guest_gets_one_answer() -> None:
    with bridged() as room:
        options = tuple(DecisionOption(label=one, analysis="") for one in ("sqlite", "postgres"))
        question = DecisionRequest(decision_id="D-1", question="Which?", options=options)
        room.project.send(room.project.message("ann", question, ["all", "human"]))
        post, before = room.id_of("Which?"), len(room.messages())
        for _ in range(3):
            room.chat.say("U9", "2", reply_to=post, press=True)
        assert len([one for one in room.texts() if "NOT_ALLOWED" in one]) == 1
        assert len(room.messages()) == before
        assert "guest-chat" not in room.project.state.actors
        room.chat.say("U1", "2", reply_to=post, press=True)
        assert room.messages()[-1].payload.chosen_option == "postgres"
        room.chat.say("U1", "9", reply_to=post, press=True)
        assert len(room.messages()) == before + 1


def test_items_that_wait_offer_what_their_posts_offer() -> None:
    project: renkei.Project = small_team(guarded=False)
    with bridged(HearingChat(), project) as room:
        submitted(room)
        project.pause("bob", reason="lunch")
        offered = {one.kind: offers_for(project.state, one) for one in project.waiting_for("human")}
    assert offered["result"] == [Offer("accept", "T-1", recommended=True), Offer("send_back", "T-1")]
    assert offered["agent"] == [Offer("resume", "bob")]


@pytest.mark.parametrize(
    "labels", [("keep", "Keep"), ("Keep", "Keep\nnothing"), ("Wait", "Wait because of Ann")], ids=str
)
def test_a_press_chooses_the_option_on_its_button_among_similar_ones(labels: tuple[str, str]) -> None:
    for number, label in enumerate(labels):
        with bridged(HeardChat()) as room:
            options = tuple(DecisionOption(label=one, analysis="?") for one in labels)
            question = DecisionRequest(decision_id="D-1", question="Which?", options=options)
            room.project.send(room.project.message("bob", question, "human", priority="blocking"))
            asked = room.id_of("DECISION_REQUEST")
            (shown,) = [post for post in room.posts() if post.choices]
            room.chat.say("U1", shown.choices[number].command, channel="", reply_to=asked, press=True)
            room.settle()
            assert [one.payload.chosen_option for one in room.messages() if one.type == "DECISION_RESULT"] == [label]
