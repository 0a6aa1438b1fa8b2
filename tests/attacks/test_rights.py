"""Attacks on rights: an agent that uses the library directly takes a judgement that is not its own.

Each attack ends with a refusal and leaves no record, or with a state in which nothing was won.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei import (
    ConflictReport,
    DecisionRequest,
    DecisionResult,
    Project,
    ReviewResult,
    StatusUpdate,
    TaskHandoff,
    TaskResult,
)
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.errors import BadValueError, NotAllowedError, ProtocolError, UnknownContractError, UnknownDecisionError
from renkei.store import snapshot
from team import handoff, small_team, work


def team_with_eve() -> Project:
    """Make a project with the lead `lead` and the agents `ann`, `bob` and `eve`, each added by the human."""
    project = small_team()
    project.do(c.Join("eve", "backend"))
    return project


def refused(project: Project, actor: str, *actions: c.Action) -> ProtocolError:
    """Try some actions; return the error after checking that nothing was written."""
    before = project.log.last()
    with pytest.raises(ProtocolError) as error:
        project.do(*actions, actor=actor)
    assert project.log.last() == before
    return error.value


def tell(project: Project, sender: str, to: str | Sequence[str], payload: Any, **header: Any) -> str:
    """Send a message and return its id."""
    message = project.message(sender, payload, to, **header)
    project.send(message)
    return message.id


def refused_message(project: Project, sender: str, to: str | Sequence[str], payload: Any, **more: Any) -> ProtocolError:
    return refused(project, sender, c.Send(project.message(sender, payload, to, **more)))


# Forged proofs


def with_a_command(**more: Any) -> Project:
    """Make a project with submitted work of `ann` for `lead` whose only criterion has a command."""
    project = team_with_eve()
    criteria = [{"criterion": "tests pass", "command": ["pytest"]}]
    project.do(work("T-1", acceptance_criteria=criteria, **({"assignee": "ann"} | more)), actor="lead")
    return project


def proof(by: str) -> c.ProveContract:
    """Claim that the command of `T-1` ended with exit status 0."""
    return c.ProveContract("T-1", (Proof(criterion=0, method="command", by=by, exit_status=0, detail="ran"),))


@pytest.mark.parametrize("forger", ["ann", "bob", "eve"])
def test_no_proof_by_the_producer_or_a_stranger_completes_work(forger: str) -> None:
    project = with_a_command()
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    error = refused(project, forger, proof(forger))
    assert isinstance(error, NotAllowedError)
    assert "lead" in str(error)
    assert project.state.contracts.entries["T-1"].status == "submitted"


def test_a_producer_that_is_also_a_lead_or_the_delegator_proves_nothing() -> None:
    project = with_a_command(assignee="lead")
    project.do(c.TransitionContract("T-1", "submit"), actor="lead")
    assert isinstance(refused(project, "lead", proof("lead")), NotAllowedError)


@pytest.mark.parametrize("judge", ["lead", "human"])
def test_a_proof_by_who_may_judge_completes_work(judge: str) -> None:
    project = with_a_command()
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    project.do(proof(judge), actor=judge)
    assert project.state.contracts.entries["T-1"].status == "completed"


def test_what_a_producer_says_that_it_ran_is_a_claim() -> None:
    project = with_a_command()
    ran = {"criterion": "tests pass", "met": True, "evidence": "pytest: exit status 0"}
    done = TaskResult(original_task_ref="T-1", status="completed", summary="done")
    tell(project, "ann", "lead", done, extensions={"evidence": [ran]})
    entry = project.state.contracts.entries["T-1"]
    assert (entry.status, entry.proofs, [one.met for one in entry.claims]) == ("submitted", (), [True])


# Decisions taken over by their id


def test_a_decision_that_stands_with_another_owner_is_not_asked_of_a_human() -> None:
    project = team_with_eve()
    project.do(Write("/pending_decisions/D-10", {"question": "deploy?", "owner": "eve"}), actor="eve")
    error = refused_message(project, "lead", "human", DecisionRequest(decision_id="D-10", question="deploy?"))
    assert isinstance(error, NotAllowedError)
    assert "eve" in str(error)


def test_a_decision_with_another_question_is_not_asked_under_the_same_id() -> None:
    project = team_with_eve()
    entry = {"question": "pizza?", "owner": "human"}
    project.do(Write("/pending_decisions/D-10", entry), actor="eve")
    error = refused_message(project, "lead", "human", DecisionRequest(decision_id="D-10", question="deploy?"))
    assert isinstance(error, BadValueError)
    assert "pizza?" in str(error)


def test_a_decision_that_was_made_is_not_asked_again_under_the_same_id() -> None:
    project = team_with_eve()
    project.do(Write("/pending_decisions/D-10", {"question": "deploy?", "owner": "eve"}), actor="eve")
    project.decide("D-10", "yes", actor="eve")
    error = refused_message(project, "lead", ["human", "eve"], DecisionRequest(decision_id="D-10", question="deploy?"))
    assert "is made: eve decided 'yes'" in str(error)


def test_the_answer_to_one_decision_does_not_count_for_another() -> None:
    project = team_with_eve()
    asked = tell(project, "lead", "human", DecisionRequest(decision_id="D-1", question="deploy?"))
    project.do(Write("/pending_decisions/D-2", {"question": "mine?", "owner": "eve"}), actor="eve")
    mine = DecisionResult(decision_id="D-2", chosen_option="yes", rationale="")
    assert isinstance(refused_message(project, "eve", "lead", mine, in_reply_to=asked), NotAllowedError)
    assert [one.message_id for one in project.state.owed_by("human")] == [asked]


def test_a_blocker_with_the_id_of_a_request_closes_nothing() -> None:
    project = team_with_eve()
    asked = tell(project, "lead", "human", DecisionRequest(decision_id="D-1", question="deploy?"))
    steps = (Write(f"/blockers/{asked}", {"description": "x"}), Write(f"/blockers/{asked}/resolved", True))
    project.do(*steps, actor="eve")
    assert [one.message_id for one in project.state.owed_by("human")] == [asked]


# Answers to conflicts


def in_conflict(severity: str = "critical") -> tuple[Project, str]:
    """Make a conflict over an artifact of `ann`, reported by `bob` to `lead`; return the id of the report."""
    project = team_with_eve()
    project.do(Write("/agents/ann/artifacts/api", {"description": "API"}), actor="ann")
    report = ConflictReport(conflict_description="API", conflicting_artifacts=("api",), severity=severity)
    return project, tell(project, "bob", "lead", report)


def answer(conflict: str) -> DecisionResult:
    return DecisionResult(decision_id=conflict, chosen_option="keep", rationale="I say so")


@pytest.mark.parametrize("severity", ["critical", "warning"])
@pytest.mark.parametrize("named", ["decision_id", "in_reply_to"])
def test_who_was_not_asked_does_not_answer_a_conflict(severity: str, named: str) -> None:
    project, conflict = in_conflict(severity)
    about = conflict if named == "decision_id" else "D-9"
    error = refused_message(project, "eve", "all", answer(about), in_reply_to=conflict)
    assert isinstance(error, NotAllowedError)
    assert "lead" in str(error)
    assert [one.message_id for one in project.state.owed_by("lead")] == [conflict]


def test_ones_own_decision_does_not_answer_a_conflict() -> None:
    project, conflict = in_conflict()
    project.do(Write("/pending_decisions/D-2", {"question": "mine?", "owner": "eve"}), actor="eve")
    assert isinstance(refused_message(project, "eve", "lead", answer("D-2"), in_reply_to=conflict), NotAllowedError)


def test_who_was_not_asked_does_not_resolve_the_blocker_of_a_conflict() -> None:
    project, conflict = in_conflict()
    assert isinstance(refused(project, "eve", Write(f"/blockers/{conflict}/resolved", True)), NotAllowedError)
    assert isinstance(refused(project, "eve", Write(f"/blockers/{conflict}/affected_agents", [])), NotAllowedError)


def test_a_blocker_cannot_be_added_for_a_conflict_that_has_none() -> None:
    project, conflict = in_conflict("warning")
    assert isinstance(refused(project, "eve", Write(f"/blockers/{conflict}", {"description": "x"})), NotAllowedError)


def test_who_registers_what_is_in_conflict_afterwards_does_not_own_it() -> None:
    project, conflict = in_conflict()
    project.do(Write("/agents/eve/artifacts/api", {"description": "mine"}), actor="eve")
    assert isinstance(refused_message(project, "eve", "all", answer(conflict), in_reply_to=conflict), NotAllowedError)


def test_nobody_takes_the_id_of_a_report_that_the_system_will_send() -> None:
    project = team_with_eve()
    for path in ("/blockers/renkei-7", "/pending_decisions/renkei-7"):
        entry = {"description": "x"} if "blockers" in path else {"question": "x", "owner": "eve"}
        assert isinstance(refused(project, "eve", Write(path, entry)), BadValueError)


@pytest.mark.parametrize("who", ["lead", "ann", "human"])
def test_an_addressee_an_owner_and_a_human_answer_a_conflict(who: str) -> None:
    project, conflict = in_conflict()
    tell(project, who, "all", answer(conflict), in_reply_to=conflict)
    assert project.state.board.get(f"/blockers/{conflict}/resolved") is True
    assert not project.state.owed_by("lead")


# A second lead


def with_a_puppet(*, lead: bool) -> Project:
    """Let `lead` add `puppet`, and `puppet`, if it is a lead too, add `string`."""
    project = team_with_eve()
    project.do(c.Join("puppet", lead=lead), actor="lead")
    if lead:
        project.do(c.Join("string", lead=True), actor="puppet")
    return project


@pytest.mark.parametrize("judge", ["puppet", "string"])
def test_a_lead_that_a_lead_added_does_not_judge_its_work(judge: str) -> None:
    project = with_a_puppet(lead=True)
    project.do(work("T-1", assignee="lead", delegator="human"), actor="human")
    project.do(c.TransitionContract("T-1", "submit"), actor="lead")
    approve = ReviewResult(artifact_ref="T-1", verdict="approved", summary="fine")
    assert isinstance(refused(project, judge, c.AcceptContract("T-1")), NotAllowedError)
    assert isinstance(refused(project, judge, c.TransitionContract("T-1", "complete")), NotAllowedError)
    assert isinstance(refused_message(project, judge, "lead", approve), NotAllowedError)
    project.do(c.AcceptContract("T-1"), actor="human")


def test_a_delegator_that_a_lead_added_does_not_judge_its_work_and_another_is_asked() -> None:
    project = with_a_puppet(lead=False)
    tell(project, "puppet", "lead", handoff(), task_ref="T-1")
    tell(project, "lead", "puppet", TaskResult(original_task_ref="T-1", status="completed", summary="done"))
    assert isinstance(refused(project, "puppet", c.AcceptContract("T-1")), NotAllowedError)
    assert ["REVIEW_RESULT" in one.expects for one in project.state.owed_by("human")] == [True]


def test_who_a_lead_added_judges_the_work_of_others() -> None:
    project = with_a_puppet(lead=True)
    project.do(work("T-1", assignee="ann"), actor="lead")
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    project.do(c.AcceptContract("T-1"), actor="puppet")
    assert project.state.contracts.entries["T-1"].status == "completed"


def test_leaving_does_not_make_a_second_lead_independent() -> None:
    project = with_a_puppet(lead=True)
    project.do(work("T-1", assignee="lead", delegator="human"), actor="human")
    project.do(c.TransitionContract("T-1", "submit"), actor="lead")
    project.do(c.Leave("puppet"), actor="human")
    assert isinstance(refused(project, "string", c.AcceptContract("T-1")), NotAllowedError)


def test_a_lead_that_leaves_after_its_work_is_not_judged_by_whom_it_added() -> None:
    project = with_a_puppet(lead=True)
    project.do(work("T-1", assignee="lead", delegator="human"), actor="human")
    project.do(c.TransitionContract("T-1", "submit"), actor="lead")
    project.do(c.Leave("lead"), actor="lead")
    assert project.state.contracts.entries["T-1"].assignee is None
    assert isinstance(refused(project, "puppet", c.AcceptContract("T-1")), NotAllowedError)


@pytest.mark.parametrize("action", [c.AcceptContract("T-404"), c.AddNote("T-404", "x"), c.ProveContract("T-404", ())])
def test_what_does_not_exist_is_refused_as_such(action: c.Action) -> None:
    assert isinstance(refused(team_with_eve(), "eve", action), UnknownContractError)


def test_work_again_does_not_resolve_a_conflict_of_its_reporter() -> None:
    project = team_with_eve()
    project.do(Write("/agents/ann/artifacts/api", {"description": "API"}), actor="ann")
    report = ConflictReport(conflict_description="API", conflicting_artifacts=(), severity="critical")
    refs = [{"type": "agent", "id": "eve"}]
    conflict = tell(project, "eve", "lead", report, related_state_refs=refs)
    working = StatusUpdate(task_ref=None, new_status="working", progress_summary="again")
    tell(project, "eve", "lead", working)
    assert project.state.board.get(f"/blockers/{conflict}/resolved") is False


def test_a_forged_reply_names_no_unknown_decision() -> None:
    project, conflict = in_conflict()
    error = refused_message(project, "lead", "all", answer("D-404"))
    assert isinstance(error, UnknownDecisionError)
    assert conflict in project.state.messages


def test_a_hand_over_by_who_was_not_asked_closes_nothing_of_a_conflict() -> None:
    project, conflict = in_conflict()
    task = TaskHandoff.model_validate(handoff().model_dump())
    tell(project, "eve", "ann", task, in_reply_to=conflict)
    assert [one.message_id for one in project.state.owed_by("lead")] == [conflict]
    assert project.state.board.get(f"/blockers/{conflict}/resolved") is False


# A forged snapshot


def test_a_forged_snapshot_makes_nobody_a_human(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        for number in range(150):
            project.do(Write("/goal", f"goal {number}"))
    file = tmp_path / "snapshot.jsonl"
    header, body, _ = file.read_bytes().split(b"\n")
    state = json.loads(body)
    state["actors"]["ann"] |= {"human": True, "lead": True}
    forged = json.dumps(state, separators=(",", ":")).encode()
    digest = hashlib.sha256(forged).hexdigest()
    file.write_bytes(json.dumps(json.loads(header) | {"sha256": digest}).encode() + b"\n" + forged + b"\n")
    with renkei.open(tmp_path) as project:
        assert not project.state.privileged("ann")
        assert isinstance(refused(project, "ann", Write("/goal", "mine")), NotAllowedError)


@pytest.mark.parametrize("seq", ["[]", "1e400", "99999999999999999999", "0", "null", "[" * 100_000])
def test_a_snapshot_with_a_strange_header_keeps_nobody_from_opening(tmp_path: Path, seq: str) -> None:
    with small_team(tmp_path) as project:
        for number in range(150):
            project.do(Write("/goal", f"goal {number}"))
    file = tmp_path / "snapshot.jsonl"
    head, body, _ = file.read_bytes().split(b"\n")
    found = json.dumps(json.loads(head) | {"seq": "SEQ"}).replace('"SEQ"', seq)
    file.write_bytes(found.encode() + b"\n" + body + b"\n")
    with renkei.open(tmp_path) as project:
        assert snapshot.load(file, project.log) is None


def test_the_snapshot_that_a_project_wrote_itself_is_read(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        for number in range(150):
            project.do(Write("/goal", f"goal {number}"))
    with renkei.open(tmp_path) as project:
        assert snapshot.load(tmp_path / "snapshot.jsonl", project.log) == project.state
