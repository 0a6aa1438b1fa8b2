"""A text without `in_reply_to` answers the only request that it can be meant for; of several, its sender is told."""

from renkei import DecisionRequest, Freeform, Project
from team import small_team


def asking() -> Freeform:
    return Freeform(intent_hint="ASK", body="which port?", requires_response=True, urgency="normal")


def saying(*, asks: bool = False) -> Freeform:
    return Freeform(intent_hint="NOTE", body="port 8080", requires_response=asks, urgency="normal")


def asked(*names: str) -> Project:
    project = small_team()
    for name in names:
        project.send(project.message("bob", asking(), "ann", id=name))
    return project


def owed(project: Project) -> list[str]:
    return [one.message_id for one in project.state.owed_by("ann")]


def test_the_only_open_request_is_answered() -> None:
    project = asked("q-1")
    project.send(project.message("ann", saying(), "bob"))
    assert owed(project) == []


def answers(project: Project) -> str:
    """Return the message that the newest message is remembered to answer."""
    return project.state.recent_messages[-1].answers


def test_the_answered_request_is_remembered_as_if_the_text_had_named_it() -> None:
    project = asked("q-1")
    project.send(project.message("ann", saying(), "bob"))
    assert answers(project) == "q-1"


def test_a_text_that_names_a_message_answers_that_one() -> None:
    project = asked("q-1", "q-2")
    project.send(project.message("ann", saying(), "bob", in_reply_to="q-2"))
    assert answers(project) == "q-2"


def test_a_text_that_may_answer_several_requests_or_none_is_remembered_without_one() -> None:
    project = asked("q-1", "q-2")
    project.send(project.message("ann", saying(), "bob"))
    assert answers(project) == ""
    project.send(project.message("ann", saying(), "all"))
    assert answers(project) == ""


def test_of_several_requests_none_is_answered_and_the_sender_is_told_which() -> None:
    project = asked("q-1", "q-2")
    record = project.send(project.message("ann", saying(), "bob"))
    assert record is not None
    assert record.events[0].warnings == ("it answers none of q-1, q-2: name one in `in_reply_to`",)
    assert owed(project) == ["q-1", "q-2"]


def test_a_question_of_ones_own_and_a_word_to_others_answer_nothing() -> None:
    project = asked("q-1")
    project.send(project.message("ann", saying(asks=True), "bob"))
    project.send(project.message("ann", saying(), "lead"))
    project.send(project.message("ann", saying(), "all"))
    assert owed(project) == ["q-1"]


def test_a_request_of_any_type_that_expects_a_text_is_answered_by_one() -> None:
    project = small_team()
    question = DecisionRequest(decision_id="D-1", question="which port?")
    project.send(project.message("bob", question, "ann", id="q-1", expected_response_type="FREEFORM"))
    assert owed(project) == ["q-1"]
    project.send(project.message("ann", saying(), "bob"))
    assert owed(project) == []


def test_a_word_about_the_goal_of_a_team_is_not_yet_its_report() -> None:
    project = small_team()
    goal = Freeform(intent_hint="GOAL", body="Ship it.", requires_response=True, urgency="normal")
    project.send(project.message("bob", goal, "ann", id="g-1"))
    project.send(project.message("ann", saying(), "bob"))
    assert owed(project) == ["g-1"]
    project.send(project.message("ann", saying(), "bob", in_reply_to="g-1"))
    assert owed(project) == []
