"""A command that nobody ran proves nothing: accepting the work needs a reason then, and every door says so."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei import Project, ReviewResult
from renkei.agent_tools.work_tools import contract_data
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.errors import NotReadyError
from renkei.transcripts.audit import audit
from team import small_team, work

COMMAND = {"criterion": "README exists", "command": ["test", "-f", "README"]}


def submitted(path: str | Path = ":memory:", *criteria: dict[str, object]) -> Project:
    project = small_team(path)
    project.do(work("T-1", assignee="ann", acceptance_criteria=list(criteria) or [COMMAND]), actor="lead")
    project.submit("T-1", "it is there", actor="ann")
    return project


def standings(project: Project) -> tuple[str, ...]:
    return project.find_contract("T-1").standings


@pytest.mark.parametrize("actor", ["lead", "human"])
def test_work_whose_command_was_not_run_is_not_accepted_without_a_reason(actor: str) -> None:
    project = submitted()
    with pytest.raises(NotReadyError, match="a command was not run: test -f README"):
        project.accept("T-1", actor=actor)
    with pytest.raises(NotReadyError):
        project.review("T-1", "approved", " ", actor=actor)
    assert (project.find_contract("T-1").status, standings(project)) == ("submitted", ("open",))


def test_work_is_accepted_without_a_run_with_a_reason_and_the_record_says_so() -> None:
    project = submitted()
    record = project.accept("T-1", "no machine has a disk today", actor="lead")
    assert record is not None
    assert [proof.overrides for event in record.events for proof in getattr(event, "proofs", ())] == ["not_run"]
    assert (project.find_contract("T-1").status, standings(project)) == ("completed", ("accepted_not_run",))


def test_an_approving_review_is_marked_as_well() -> None:
    project = submitted()
    approved = ReviewResult(artifact_ref="T-1", verdict="approved", summary="I looked at it.")
    project.send(project.message("lead", approved, "ann"))
    assert standings(project) == ("accepted_not_run",)


def test_a_failed_command_that_is_overridden_is_another_thing() -> None:
    project = submitted()
    failed = Proof(criterion=0, method="command", by="human", met=False, exit_status=1, detail="exit status 1")
    project.do(c.ProveContract("T-1", (failed,)), actor="human")
    assert standings(project) == ("failed",)
    project.accept("T-1", "the check is wrong", actor="lead")
    assert standings(project) == ("accepted_failed",)


def test_a_proved_command_needs_no_reason_and_other_criteria_are_accepted_as_before() -> None:
    project = submitted(":memory:", COMMAND, {"criterion": "it reads well"})
    proved = Proof(criterion=0, method="command", by="human", met=True, exit_status=0, detail="exit status 0")
    project.do(c.ProveContract("T-1", (proved,)), actor="human")
    project.accept("T-1", actor="lead")
    assert (project.find_contract("T-1").status, standings(project)) == ("completed", ("proved", "accepted"))


def test_the_judge_reads_which_command_was_not_run() -> None:
    project = submitted()
    assert "README exists (command not run: test -f README)" in project.context("lead").text


def test_agents_that_build_on_the_work_read_that_its_command_was_not_run() -> None:
    project = small_team()
    project.do(work("T-0", assignee="lead", delegator="human"), actor="human")
    criteria = [COMMAND]
    project.do(work("T-1", assignee="ann", parent="T-0", acceptance_criteria=criteria), actor="lead")
    project.do(work("T-2", assignee="bob", depends_on=["T-1"]), actor="lead")
    project.submit("T-1", "it is there", actor="ann")
    project.accept("T-1", "seen", actor="lead")
    assert "depends on: T-1 (accepted, command not run)" in project.context("bob").text
    assert "subcontract T-1 is completed, accepted, command not run: seen" in project.context("lead").text
    assert contract_data(project.find_contract("T-1"))["accepted"] == "accepted, command not run"


@pytest.mark.parametrize(("actor", "by"), [("lead", "lead"), ("human", "human (chat)")])
def test_the_audit_reports_it_and_how_a_person_s_word_came(actor: str, by: str) -> None:
    project = submitted()
    project.through("chat").accept("T-1", "seen", actor=actor)
    texts = [one.text for one in audit(project.records()).findings if one.kind == "unproved"]
    assert texts == [f'{by} accepted T-1, although the command of a criterion was not run: "seen".']


def test_the_command_line_says_it_everywhere(tmp_path: Path) -> None:
    submitted(tmp_path / ".renkei").close()
    refused = renkei("accept", "T-1", cwd=tmp_path)
    assert (refused.returncode, "NOT_READY" in refused.stderr) == (1, True)
    assert "renkei contract verify T-1" in refused.stderr
    done = renkei("accept", "T-1", "--reason", "seen", cwd=tmp_path)
    assert "T-1 is completed (accepted, command not run)" in done.stdout
    shown = renkei("contract", "show", "T-1", cwd=tmp_path).stdout
    assert "~ README exists" in shown
    assert "accepted, command not run by human: seen" in shown
    assert "✓" not in shown
    assert "~ accepted, command not run, by human: seen" in renkei("log", cwd=tmp_path).stdout
    assert "completed (accepted, command not run)" in renkei("contract", "list", cwd=tmp_path).stdout
    data = json.loads(renkei("contract", "show", "T-1", "--format", "json", cwd=tmp_path).stdout)
    assert [proof["overrides"] for proof in data["proofs"]] == ["not_run"]


def test_a_log_of_an_older_release_says_nothing_about_it(tmp_path: Path) -> None:
    """Its acceptances have no `overrides`, and a replay cannot know whether the command was run elsewhere."""
    accepted = Proof.model_validate({"criterion": 0, "method": "acceptance", "by": "lead"})
    assert (accepted.overrides, accepted.standing) == (None, "accepted")


def test_the_project_opens_again_with_the_same_standing(tmp_path: Path) -> None:
    with submitted(tmp_path / ".renkei") as project:
        project.accept("T-1", "seen", actor="lead")
    with library.open(tmp_path / ".renkei") as again:
        assert standings(again) == ("accepted_not_run",)
