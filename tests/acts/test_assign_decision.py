"""Handing a decision over: the new owner is asked, the old one is free, and the log says who did it and why."""

from collections.abc import Iterator

import pytest

import renkei
from renkei.board.events import FieldWritten
from renkei.errors import BadValueError, DecisionMadeError, NotAllowedError, UnknownActorError, UnknownDecisionError
from triaging import ask


@pytest.fixture
def project() -> Iterator[renkei.Project]:
    with renkei.create(":memory:", "shop", "Users can pay") as found:
        for name in ("ann", "agent-2"):
            found.join(name, "backend")
        found.join("ben", "human", human=True)
        ask(found, "D-1", "human")
        yield found


def waiting(project: renkei.Project, person: str) -> list[str]:
    return [one.key for one in project.waiting_for(person)]


def test_the_new_owner_is_asked_and_the_old_one_is_free(project: renkei.Project) -> None:
    project.assign_decision("D-1", "ben", reason="ben knows the bank")
    assert (waiting(project, "human"), waiting(project, "ben")) == ([], ["decision:D-1"])
    (one,) = project.waiting_for("ben")
    assert one.summary == "Is D-1 right?"
    assert one.message_id is not None
    said = project.find_message(one.message_id)
    assert said.context_summary == "ann asks: Is D-1 right? Handed over to you by human: ben knows the bank"
    (record,) = project.records(project.state.seq - 1)
    (event,) = [event for event in record.events if isinstance(event, FieldWritten)]
    assert (event.author, event.old, event.value, event.action) == ("human", "human", "ben", "ben knows the bank")


def test_without_a_reason_the_request_says_who_handed_it_over(project: renkei.Project) -> None:
    project.assign_decision("D-1", "ben")
    (one,) = project.waiting_for("ben")
    assert project.find_message(one.message_id or "").context_summary.endswith("Handed over to you by human.")


def test_the_answer_of_the_new_owner_reaches_who_asked(project: renkei.Project) -> None:
    project.assign_decision("D-1", "ben")
    record = project.decide("D-1", "yes", actor="ben")
    assert record is not None
    sent = [event.message for event in record.events if event.kind == "message_sent"]
    assert [(one.type, one.to) for one in sent] == [("DECISION_RESULT", ("ann",))]
    assert waiting(project, "ben") == []


def test_it_can_be_handed_on_and_back(project: renkei.Project) -> None:
    project.assign_decision("D-1", "ben")
    project.assign_decision("D-1", "human", actor="ben")
    assert (waiting(project, "human"), waiting(project, "ben")) == (["decision:D-1"], [])


@pytest.mark.parametrize(
    ("decision", "owner", "actor", "error"),
    [
        ("D-1", "nobody", "human", UnknownActorError),
        ("D-1", "human", "human", BadValueError),
        ("D-9", "ben", "human", UnknownDecisionError),
        ("D-1", "ben", "ann", NotAllowedError),
        ("D-1", "ann", "ann", NotAllowedError),
    ],
)
def test_what_cannot_be_handed_over_stays(
    project: renkei.Project, decision: str, owner: str, actor: str, error: type[Exception]
) -> None:
    before = project.state.seq
    with pytest.raises(error):
        project.assign_decision(decision, owner, actor=actor)
    assert project.state.seq == before


def test_a_made_decision_names_who_made_it(project: renkei.Project) -> None:
    project.decide("D-1", "yes")
    with pytest.raises(DecisionMadeError, match="human decided 'yes'"):
        project.assign_decision("D-1", "ben")
