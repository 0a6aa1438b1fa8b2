"""Nobody acts as another, as the machine or as a person; nobody accepts its own work by any path."""

from collections.abc import Sequence
from typing import Any

import pytest

from renkei import DecisionRequest, DecisionResult, Freeform, Project, ReviewRequest, ReviewResult, TaskResult
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.errors import (
    AlreadyExistsError,
    BadValueError,
    NotAllowedError,
    NotReadyError,
    ProtocolError,
    SuspendedError,
    UnknownActorError,
)
from team import handoff, small_team, work

HELLO = Freeform(intent_hint="FREEFORM", body="hello", requires_response=False, urgency="low")


def submitted() -> Project:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    project.send(project.message("ann", TaskResult(original_task_ref="TC-1", status="completed", summary="d"), "lead"))
    return project


def refused(project: Project, actor: str, *parts: c.Action) -> ProtocolError:
    before = project.log.last()
    with pytest.raises(ProtocolError) as error:
        project.do(*parts, actor=actor)
    assert project.log.last() == before
    return error.value


RAN: dict[str, Any] = {"method": "command", "by": "lead", "exit_status": 0, "criterion": 0}
"""A proof that is accepted; each row below changes one value of it."""

NO_PROOFS: Sequence[tuple[dict[str, Any], type[ProtocolError]]] = (
    ({"method": "acceptance"}, BadValueError),
    ({"exit_status": 1}, BadValueError),
    ({"exit_status": None}, BadValueError),
    ({"met": False}, BadValueError),
    ({"by": "human"}, NotAllowedError),
    ({"criterion": 1}, BadValueError),  # has no command
    ({"criterion": 2}, BadValueError),  # does not exist
)


def with_a_command() -> Project:
    """Make a project with submitted work; its first criterion has a command, its second has none."""
    project = small_team()
    criteria = [{"criterion": "tests pass", "command": ["true"]}, {"criterion": "it is readable"}]
    project.do(work("T-1", assignee="ann", acceptance_criteria=criteria), actor="lead")
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    return project


def test_who_may_judge_proves_a_criterion_by_its_command() -> None:
    project = with_a_command()
    project.do(c.ProveContract("T-1", (Proof.model_validate(RAN),)), actor="lead")
    assert project.state.contracts.entries["T-1"].unproved == (1,)


@pytest.mark.parametrize(("changed", "error"), NO_PROOFS)
def test_nobody_proves_work_by_its_word(changed: dict[str, Any], error: type[ProtocolError]) -> None:
    project = with_a_command()
    found = refused(project, "lead", c.ProveContract("T-1", (Proof.model_validate(RAN | changed),)))
    assert type(found) is error
    assert project.state.contracts.entries["T-1"].proofs == ()


@pytest.mark.parametrize(
    ("actor", "part"),
    [
        ("ann", c.AcceptContract("TC-1")),
        ("ann", c.TransitionContract("TC-1", "complete")),
        ("bob", c.TransitionContract("TC-1", "complete")),
        ("bob", c.AcceptContract("TC-1")),
        ("bob", c.TransitionContract("TC-1", "rework")),
        ("bob", c.TransitionContract("TC-1", "cancel")),
        ("bob", c.AddNote("TC-1", "done")),
    ],
)
def test_work_is_judged_only_by_those_who_may(actor: str, part: c.Action) -> None:
    assert isinstance(refused(submitted(), actor, part), NotAllowedError)


def test_nobody_reviews_what_it_alone_produced() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    for agent, ref in (("ann", "api"), ("ann", "both"), ("bob", "both")):
        with project.act_as(agent) as draft:
            draft.artifact(ref, path="x")
    for ref in ("T-1", "api"):
        with pytest.raises(NotAllowedError, match=f"review its own work on '{ref}'") as error:
            project.review(ref, "approved", "I like it", actor="ann")
        assert "lead" in error.value.hint
        assert "ann" not in error.value.hint
        verdict = ReviewResult(artifact_ref=ref, verdict="approved", summary="I like it")
        assert isinstance(refused(project, "ann", c.Send(project.message("ann", verdict, "bob"))), NotAllowedError)
        assert project.review(ref, "approved", "good", actor="bob") is not None
    assert project.review("both", "approved", "good", actor="ann") is not None


def test_a_producer_answers_when_its_group_is_asked_for_a_review() -> None:
    project = small_team()
    with project.act_as("ann") as draft:
        draft.artifact("api", path="x")
    project.send(project.message("lead", ReviewRequest(artifact_ref="api", blocking=False), "all"))
    assert project.review("api", "approved", "I like it", actor="ann") is not None
    assert [one.debtor for one in project.obligations("lead")] == ["bob", "human"]


def test_work_that_was_handed_in_is_not_reviewed_by_its_producer() -> None:
    with pytest.raises(NotAllowedError, match="accept its own work on 'TC-1'"):
        submitted().review("TC-1", "approved", "I like it", actor="ann")


def test_a_command_proves_only_submitted_work() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann", acceptance_criteria=[{"criterion": "x", "command": ["true"]}]), actor="lead")
    proof = Proof(criterion=0, method="command", by="lead", exit_status=0)
    assert isinstance(refused(project, "lead", c.ProveContract("T-1", (proof,))), NotReadyError)


def test_nobody_acts_as_the_machine_or_uses_its_ids() -> None:
    project = small_team()
    assert isinstance(refused(project, "renkei", Write("/goal", "mine")), NotAllowedError)
    squatting = project.message("ann", HELLO, "bob", id="renkei-7")
    assert isinstance(refused(project, "ann", c.Send(squatting)), BadValueError)


def test_nobody_takes_or_ends_anothers_turn() -> None:
    project = small_team()
    turn = project.begin_turn("bob")
    assert isinstance(refused(project, "ann", c.EndTurn("bob", turn.id)), NotAllowedError)
    assert isinstance(refused(project, "ann", c.AbandonTurn("bob", turn.id)), NotAllowedError)
    context = project.context("ann")
    begin = c.BeginTurn("ann", "t", "2030-01-01T00:00:00.000000Z", project.state.seq, context)
    assert isinstance(refused(project, "bob", begin), NotAllowedError)


def test_an_outsider_writes_nothing() -> None:
    project = small_team()
    assert isinstance(refused(project, "ghost", Write("/blockers/b", {"description": "boo"})), UnknownActorError)
    project.do(work("T-1"), actor="lead")
    assert isinstance(refused(project, "lead", c.AssignContract("T-1", "ghost")), UnknownActorError)


def test_a_decision_is_its_owners_or_a_humans() -> None:
    project = small_team()
    ask = project.message("ann", DecisionRequest(decision_id="D-1", question="port?"), "bob")
    project.send(ask)
    assert isinstance(refused(project, "lead", Write("/pending_decisions/D-1/status", "resolved")), NotAllowedError)
    made_up = DecisionResult(decision_id="D-9", chosen_option="80", rationale="")
    sneaky = project.message("lead", made_up, "ann", in_reply_to=ask.id)
    refused(project, "lead", c.Send(sneaky))
    assert [one.message_id for one in project.state.owed_by("bob")] == [ask.id]
    entry = {"question": "q", "owner": "human", "status": "resolved", "resolution": "yes"}
    assert isinstance(refused(project, "ann", Write("/pending_decisions/D-2", entry)), BadValueError)


def test_only_a_human_lets_humans_take_part() -> None:
    assert isinstance(refused(small_team(), "lead", c.Join("boss", human=True)), NotAllowedError)


def test_a_suspended_agent_does_nothing_until_another_resumes_it() -> None:
    project = small_team()
    project.do(c.SuspendActor("lead", "cycles"), actor="human")
    for part in (c.ResumeActor("lead"), c.Join("helper", lead=True), Write("/goal", "x"), c.ClaimContract("T-1")):
        assert isinstance(refused(project, "lead", part), SuspendedError)
    project.do(c.ResumeActor("lead"), actor="human")
    project.do(Write("/goal", "x"), actor="lead")


def test_a_contract_cannot_take_the_id_of_anothers_hand_over() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", id="h1", task_ref="TC-1"))
    assert isinstance(refused(project, "lead", work("h1")), AlreadyExistsError)


def test_nobody_is_completed_while_its_work_is_not() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="TC-1"))
    project.do(c.TransitionContract("TC-1", "start"), actor="ann")
    steps = (Write("/agents/ann/current_task", None), Write("/agents/ann/status", "completed"))
    assert isinstance(refused(project, "ann", *steps), NotReadyError)


def test_a_failed_command_is_overridden_only_with_a_reason() -> None:
    project = small_team()
    project.do(
        work("T-1", assignee="ann", acceptance_criteria=[{"criterion": "x", "command": ["false"]}]), actor="lead"
    )
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    failed = Proof(criterion=0, method="command", by="human", met=False, exit_status=1, detail="false")
    project.do(c.ProveContract("T-1", (failed,)), actor="human")
    assert isinstance(refused(project, "lead", c.AcceptContract("T-1")), NotReadyError)
    project.do(c.AcceptContract("T-1", "the check itself is wrong"), actor="lead")
    assert [proof.met for proof in project.state.contracts.entries["T-1"].proofs] == [False, True]


def test_a_review_by_the_lead_of_its_own_work_is_refused() -> None:
    project = small_team()
    project.do(work("T-1", assignee="lead", delegator="human"), actor="human")
    project.do(c.TransitionContract("T-1", "submit"), actor="lead")
    approve = ReviewResult(artifact_ref="T-1", verdict="approved", summary="mine")
    assert isinstance(refused(project, "lead", c.Send(project.message("lead", approve, "human"))), NotAllowedError)


@pytest.mark.parametrize("name", ["", "two words", "a/b", "\ud800", "x" * 129])
def test_a_command_is_known_by_an_id(name: str) -> None:
    with pytest.raises(BadValueError):
        small_team().do(Write("/goal", "x"), command_id=name)
