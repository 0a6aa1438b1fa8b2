"""A window of the log as lanes, and the story of one turn."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

import renkei
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.past.lanes import Lanes, lanes
from renkei.engine.views.past.turn_story import turn_story
from team import small_team, work


def day() -> renkei.Project:
    """Make a day: work that waits for a decision, fails, is completed, and a pause and an interruption."""
    project = small_team()
    project.join("zoe", human=True)
    project.do(work("T-1", assignee="ann"), work("T-2", assignee="bob"), actor="lead")
    project.start("T-1", actor="ann")
    with project.turn("ann") as turn:
        turn.write("/pending_decisions/D-1", {"question": "Which key?", "owner": "human"})
        turn.write("/agents/ann/blocked_by", "D-1")
    with project.turn("bob"):
        project.start("T-2", actor="bob")
        project.do(c.TransitionContract("T-2", "fail", reason="it does not build"), actor="bob")
    project.decide("D-1", "RS256", actor="human")
    project.pause("bob", reason="its branch does not build")
    project.resume("bob")
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    project.accept("T-1", actor="lead", reason="good")
    return project


def note(text: str, **more: object) -> renkei.Freeform:
    values = {"intent_hint": "NOTE", "body": text, "requires_response": False, "urgency": "normal"} | more
    return renkei.Freeform.model_validate(values)


def window(project: renkei.Project, after: int = 0, upto: int | None = None) -> Lanes:
    end = project.state.seq if upto is None else upto
    return lanes(project.state_at(after), islice(project.records(after), end - after))


def test_a_turn_is_a_bar_with_its_contract_and_tokens() -> None:
    project = day()
    ann, bob = window(project).bars
    assert (ann.agent, ann.contract, ann.finished) == ("ann", "T-1", True)
    began = project.past_turns("ann")[0]
    assert (ann.seq, ann.start, ann.tokens) == (began.seq, began.at, began.began.tokens)
    assert ann.start < ann.end < bob.start


def test_a_turn_that_submits_its_contract_keeps_its_colour() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    project.start("T-1", actor="ann")
    with project.turn("ann") as turn:
        turn.transition("T-1", "submit")
    ended = next(one for record in project.records() for one in record.events if one.kind == "turn_ended")
    assert (ended.contract_id, window(project).bars[0].contract) == (None, "T-1")


def test_news_are_added_to_the_tokens_of_their_turn() -> None:
    project = small_team()
    with project.turn("ann") as turn:
        project.send(project.message("bob", note("now"), "ann", priority="blocking"))
        news = turn.news()
    (bar,) = window(project).bars
    assert news is not None
    assert bar.read == project.past_turns("ann")[0].began.tokens + news.tokens


def test_a_wait_has_its_cause_and_ends_with_the_answer() -> None:
    project = day()
    wait, pause = window(project).waits
    assert (wait.agent, wait.what, wait.causes) == ("ann", "decision:D-1", ("human",))
    decided = next(one for one in window(project).marks if one.kind == "decided")
    assert (decided.agent, wait.end) == ("human", decided.at)
    assert (pause.agent, pause.what, pause.causes) == ("bob", "", ())
    assert pause.start < pause.end


def test_each_mark_is_in_the_lane_of_the_participant_concerned() -> None:
    found = [(one.agent, one.kind, one.ref) for one in window(day()).marks]
    assert found == [
        ("ann", "asked", "D-1"),
        ("bob", "failed", "T-2"),
        ("human", "decided", "D-1"),
        ("bob", "paused", "bob"),
        ("ann", "done", "T-1"),
    ]


def test_people_have_a_lane_after_the_agents_if_they_took_part() -> None:
    assert window(day()).names == ("lead", "ann", "bob", "human")  # zoe did nothing


def test_an_interrupted_turn_is_a_mark_and_a_lost_bar() -> None:
    project = small_team()
    project.begin_turn("ann")
    project.interrupt_turn("ann", "it goes in circles")
    found = window(project)
    assert [one.finished for one in found.bars] == [False]
    assert [(one.agent, one.kind) for one in found.marks] == [("ann", "interrupted")]


def test_a_window_begins_with_what_was_open_before() -> None:
    project = day()
    whole = window(project)
    (wait, _pause) = whole.waits
    inside = window(project, after=wait.seq)
    first = inside.waits[0]
    assert (first.agent, first.what, first.start, first.seq, first.end) == ("ann", "decision:D-1", "", 0, wait.end)
    bob = whole.bars[1]
    cut = window(project, after=bob.seq)
    assert [(one.agent, one.seq, one.start, one.end) for one in cut.bars] == [("bob", 0, "", bob.end)]


def test_what_is_open_at_the_end_has_no_end() -> None:
    project = day()
    ann, _bob = window(project).bars
    open_bar = window(project, upto=ann.seq).bars[0]
    assert (open_bar.start, open_bar.end) == (ann.start, "")


@given(st.data())
def test_two_windows_know_as_much_as_one(data: st.DataObject) -> None:
    project = DAY
    last = project.state.seq
    cut = data.draw(st.integers(0, last))
    whole, first, second = window(project), window(project, 0, cut), window(project, cut)
    assert (*first.marks, *second.marks) == whole.marks
    assert (*first.times, *second.times) == whole.times
    assert second.state == whole.state
    ends = {one.turn: one.end for one in (*first.bars, *second.bars)}
    assert ends == {one.turn: one.end for one in whole.bars}
    assert {one.agent for one in (*first.waits, *second.waits)} == {one.agent for one in whole.waits}


def test_an_empty_window_has_only_the_lanes_of_agents() -> None:
    found = lanes(State(), [])
    assert (found.times, found.names, found.upto) == ((), (), 0)


DAY = day()


def test_a_turn_did_what_it_sent_and_its_messages_woke_others() -> None:
    project = small_team()
    with project.turn("ann") as turn:
        turn.send(note("Ship?", requires_response=True), "bob", id="q")
    with project.turn("bob") as turn:
        turn.send(note("Yes"), "ann", in_reply_to="q")
    began = project.past_turns("ann")[0]
    story = turn_story("ann", began.began.turn, project.records(began.seq))
    assert story.end == began.seq + 1
    assert "message_sent" in [one.event.kind for one in story.did]
    assert not {"turn_began", "turn_ended"} & {one.event.kind for one in story.did}
    assert [(one.kind, one.agent) for one in story.followed] == [("read", "bob"), ("reply", "bob")]


def test_only_the_first_turn_that_read_a_message_followed_from_it() -> None:
    project = small_team()
    with project.turn("ann") as turn:
        turn.send(note("Look"), "bob", id="q")
    project.abandon_turn(project.begin_turn("bob"))
    with project.turn("bob"):
        pass
    began = project.past_turns("ann")[0]
    story = turn_story("ann", began.began.turn, project.records(began.seq))
    assert [one.kind for one in story.followed] == ["read"]


def test_a_turn_that_somebody_else_interrupted_ends_there() -> None:
    project = small_team()
    project.begin_turn("ann")
    project.interrupt_turn("ann", "it goes in circles")
    began = project.past_turns("ann")[0]
    story = turn_story("ann", began.began.turn, project.records(began.seq))
    assert (story.end, story.did) == (project.state.seq, ())


def test_an_open_turn_has_no_end_and_nothing_followed() -> None:
    project = small_team()
    with project.turn("ann"):
        began = project.past_turns("ann")[0]
        story = turn_story("ann", began.began.turn, project.records(began.seq))
        assert (story.end, story.did, story.followed) == (None, (), ())
