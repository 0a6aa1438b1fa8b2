"""A request that is settled says so where it was posted, to everybody who was asked, and asks nobody any more."""

from chatting import HeardChat, Room, bridged
from renkei import Choice, DecisionOption, DecisionRequest, Freeform, Outgoing
from renkei.edges.chat.errors import ChatRefusedError
from renkei.engine.commands import TransitionContract
from team import handoff


class ChangingChat(HeardChat):
    replaces_posts = True
    is_strict = False

    def post(self, channel: str, post: Outgoing) -> str:
        if self.is_strict and post.replaces:
            raise ChatRefusedError("the post is too old")
        return super().post(channel, post)


def ask(room: Room, *to: str, options: tuple[str, ...] = ("sqlite", "postgres"), analysis: str = "") -> None:
    made = tuple(DecisionOption(label=one, analysis=analysis) for one in options)
    question = DecisionRequest(decision_id="D-1", question="Which storage?", options=made)
    room.project.send(room.project.message("ann", question, list(to), id="q-1"))
    room.settle()


def test_a_decision_changes_every_post_that_asked_for_it() -> None:
    with bridged(ChangingChat()) as room:
        ask(room, "human", "kim")
        places = [place for place, _, _ in room.chat.posts]
        assert places == ["U1", "U2"]
        room.chat.say("U2", "sqlite", channel="", reply_to=room.chat.posts[1][2])
        asked = [one for one in room.posts() if "Which storage?" in one.text]
        assert [one.text.splitlines()[-1] for one in asked] == ["✓ sqlite · kim"] * 2
        assert not any("Answer:" in one.text or one.choices for one in asked)
        assert [place for place, _, _ in room.chat.posts[:2]] == places
        assert {one.replaces for one in asked} == {"1", "2"}


def test_an_outcome_names_a_person_as_the_chat_does() -> None:
    with bridged(ChangingChat()) as room:
        ask(room, "human", "kim")
        room.chat.say("U2", "sqlite", channel="", reply_to=room.chat.posts[1][2], name="Kim Lee")
        asked = [one for one in room.posts() if "Which storage?" in one.text]
        assert [one.text.splitlines()[-1] for one in asked] == ["✓ sqlite · Kim Lee"] * 2


def test_a_review_changes_its_post_for_each_verdict_and_acceptance() -> None:
    with bridged(ChangingChat()) as room:
        room.project.send(room.project.message("human", handoff(), "ann", task_ref="T-1"))
        for step in ("accept", "start"):
            room.project.do(TransitionContract("T-1", step), actor="ann")
        room.project.submit("T-1", "it is built", actor="ann")
        room.project.send_back("T-1", "it is slow", actor="human")
        room.project.submit("T-1", "it is fast", actor="ann")
        room.project.accept("T-1", actor="human")
        reviews = [one.text.splitlines()[-1] for one in room.posts() if "REVIEW_REQUEST" in one.text]
        assert reviews == ["✓ sent back · human", "✓ accepted · human"]


def test_a_request_in_several_posts_says_the_decision_in_the_first_and_the_last_everywhere() -> None:
    chat = ChangingChat()
    chat.limit = 500
    with bridged(chat) as room:
        ask(room, "all", "human", "kim", analysis="long " * 100)
        before = room.posts()
        assert len(before) > 2
        assert "Answer:" in before[-1].text
        room.project.decide("D-1", "sqlite", actor="kim")
        after = room.posts()[: len(before)]
        assert after[0].text.splitlines()[:2] == [before[0].text.splitlines()[0], "✓ sqlite · kim"]
        assert after[1:-1] == before[1:-1]
        assert after[-1].text.endswith("✓ sqlite · kim")
        assert not any("Answer:" in one.text or one.choices or one.mentions for one in (after[0], after[-1]))
        assert all(len(one.text.encode()) <= chat.limit for one in after)


def test_a_long_outcome_fits_into_posts_that_were_full() -> None:
    chat = ChangingChat()
    chat.limit = 500
    with bridged(chat) as room:
        option = "sqlite " * 60
        ask(room, "human", options=(option.strip(),))
        count = len(room.posts())
        room.project.decide("D-1", option.strip(), actor="human")
        after = room.posts("U1")[:count]
        assert all(len(one.text.encode()) <= chat.limit for one in after)
        assert after[-1].text.endswith("sql…") or after[-1].text.endswith("…")
        assert "✓ sqlite" in after[-1].text


def test_a_post_that_cannot_be_changed_holds_up_nothing() -> None:
    chat = ChangingChat()
    chat.is_strict = True
    with bridged(chat) as room:
        ask(room, "all", "human")
        before = [one.text for one in room.posts()]
        room.project.decide("D-1", "sqlite", actor="human")
        body = Freeform(intent_hint="NOTE", body="go on", requires_response=False, urgency="normal")
        room.project.send(room.project.message("ann", body, "all"))
        assert room.texts()[: len(before)] == before
        assert "go on" in room.texts()[-1]
        assert room.bridge.problem == ""


def test_a_chat_that_cannot_change_posts_shows_the_decision_alone() -> None:
    with bridged() as room:
        ask(room, "all", "human")
        room.project.decide("D-1", "sqlite", actor="human")
        assert "DECISION_RESULT D-1" in room.texts()[-1]
        assert "Answer:" in room.texts()[0]


def test_reviewed_work_is_accepted_with_one_press_where_the_chat_has_buttons() -> None:
    with bridged(ChangingChat()) as room:
        room.project.send(room.project.message("human", handoff(), "ann", task_ref="T-1"))
        for step in ("accept", "start"):
            room.project.do(TransitionContract("T-1", step), actor="ann")
        room.project.submit("T-1", "it is built", actor="ann")
        (asked,) = [one for one in room.posts() if "REVIEW_REQUEST" in one.text]
        assert asked.choices == (
            Choice("Accept", "/accept T-1", recommended=True),
            Choice("Send back…", "/send-back T-1"),
        )
        room.chat.say("U1", asked.choices[0].command, reply_to=room.id_of("REVIEW_REQUEST"), press=True)
        (settled,) = [one for one in room.posts() if "REVIEW_REQUEST" in one.text]
        assert settled.text.endswith("✓ accepted · human")
        assert settled.choices == ()
