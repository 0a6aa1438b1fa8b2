"""What agents were given is found again: their turns, the news in them, and the way of one message."""

import pytest

import renkei
from renkei import Freeform, Project
from renkei.acts.errors import BadArgumentsError
from renkei.engine.events import NewsGiven, TurnEnded
from renkei.errors import BadValueError, UnknownMessageError
from team import small_team

HELLO = Freeform(intent_hint="FREEFORM", body="hello", requires_response=False, urgency="low")


def told(project: Project, name: str, to: str = "bob", **more: str) -> None:
    project.send(project.message("ann", HELLO, to, id=name, **more))  # type: ignore[arg-type]


def turns(project: Project, agent: str, **page: int) -> list[int]:
    return [one.seq for one in project.past_turns(agent, **page)]


def test_the_turns_of_an_agent_are_paged_in_both_directions() -> None:
    project = small_team()
    for _ in range(40):
        with project.turn("bob"), project.turn("ann"):
            pass
    found = turns(project, "bob", limit=100)
    assert len(found) == 40
    assert turns(project, "bob") == found[-30:]
    assert turns(project, "bob", before=found[20], limit=3) == found[17:20]
    assert turns(project, "bob", after=found[20], limit=3) == found[21:24]
    assert turns(project, "lead") == []
    assert project.past_turn("bob", found[3]).began.agent == "bob"
    with pytest.raises(BadValueError, match="the beginning of a turn of bob"):
        project.past_turn("bob", found[3] + 1)


def test_the_news_and_the_end_of_a_turn_belong_to_it() -> None:
    project = small_team()
    with project.turn("bob") as turn:
        told(project, "m1")
        assert turn.news() is not None
    with project.turn("bob"):
        pass
    first, second = project.past_turns("bob")
    assert [type(one.event) for one in project.turn_events(first)] == [NewsGiven, TurnEnded]
    assert [type(one.event) for one in project.turn_events(second)] == [TurnEnded]


def test_the_way_of_a_message_ends_when_it_is_read() -> None:
    project = small_team()
    told(project, "m1")
    assert project.given_message("bob", "m1") == []
    with pytest.raises(ZeroDivisionError), project.turn("bob"):
        raise ZeroDivisionError
    with project.turn("bob"):
        pass
    with project.turn("bob"):
        pass
    left, read = project.given_message("bob", "m1")
    first, second, _ = project.past_turns("bob")
    assert [(one.seq, one.read is None) for one in (left, read)] == [(first.seq, True), (second.seq, False)]
    assert read.shown.form == "full"
    assert project.given_message("lead", "m1") == []
    with pytest.raises(UnknownMessageError):
        project.given_message("bob", "m9")


def test_a_correction_is_about_the_last_context_with_the_message() -> None:
    project = small_team()
    told(project, "m1", "all")
    assert project.give_context_feedback("bob", "m1", "critical") is not None
    with project.turn("bob"):
        pass
    project.give_context_feedback("bob", "m1", "relevant", note="it has the port", actor="lead")
    project.give_context_feedback("lead", "m1", "irrelevant", seq=1)
    preview, turn, before = project.context_feedback()
    assert (preview.turn, preview.given is not None, preview.wanted, preview.by) == (None, True, "critical", "human")
    (begun,) = project.past_turns("bob")
    assert (turn.seq, turn.turn, turn.given, turn.note) == (
        begun.seq,
        begun.began.turn,
        begun.began.given[0],
        "it has the port",
    )
    assert (before.agent, before.seq, before.given) == ("lead", 1, None)
    assert project.context_feedback("bob") == [preview, turn]


def test_a_correction_in_words_that_are_no_tier_is_refused() -> None:
    project = small_team()
    told(project, "m1")
    with pytest.raises(BadArgumentsError, match="critical, relevant"):
        project.give_context_feedback("bob", "m1", "urgent")  # type: ignore[arg-type]
    with pytest.raises(BadValueError):
        project.give_context_feedback("bob", "m1", "critical", seq=10**6)
    assert project.context_feedback() == []


def test_an_agent_judges_only_its_own_contexts() -> None:
    project = small_team()
    told(project, "m1")
    project.give_context_feedback("bob", "m1", "critical", actor="bob")
    with pytest.raises(renkei.errors.NotAllowedError):
        project.give_context_feedback("bob", "m1", "critical", actor="ann")
