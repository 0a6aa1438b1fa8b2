"""`renkei pause` and `renkei resume`: a person stops an agent, which reads why."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei.errors import SuspendedError


def test_a_paused_agent_cannot_act_and_reads_the_reason_until_it_is_resumed(project: Path) -> None:
    team = library.open(project / ".renkei")
    done = renkei("pause", "ann", "--reason", "wait for the audit", cwd=project)
    assert (done.returncode, done.stdout) == (0, "Paused: ann.\n")
    with pytest.raises(SuspendedError, match="wait for the audit"), team.turn("ann"):
        pass
    text = team.context("ann").text
    own = text.partition("=== Your status ===")[2]
    assert "PAUSED: you cannot act until a human or lead resumes you. Reason: wait for the audit" in own
    assert "停止中" in team.context("ann", locale="ja").text
    assert "PAUSED" not in team.context("bob").text
    assert renkei("pause", "ann", "--reason", "again", cwd=project).stdout == "Nothing changed.\n"
    assert renkei("resume", "ann", cwd=project).stdout == "Resumed: ann.\n"
    assert "PAUSED" not in team.context("ann").text
    with team.turn("ann"):
        pass


def test_a_lead_pauses_several_agents(project: Path) -> None:
    done = renkei("pause", "ann", "bob", "--reason", "x", "--as", "lead", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["changed"] is True
    assert sorted(library.open(project / ".renkei").state.suspended) == ["ann", "bob"]


def test_an_agent_may_not_pause_and_a_reason_is_required(project: Path) -> None:
    refused = renkei("pause", "bob", "--reason", "x", "--as", "ann", cwd=project)
    assert (refused.returncode, "NOT_ALLOWED" in refused.stderr) == (1, True)
    assert renkei("pause", "bob", cwd=project).returncode == 2
    assert renkei("pause", "carl", "--reason", "x", cwd=project).returncode == 1


def opened(project: Path) -> None:
    terms = {
        "id": "T-1",
        "delegator": "lead",
        "assignee": "ann",
        "inputs": {"description": "build the API"},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "it runs"}],
    }
    (project / "T-1.json").write_text(json.dumps({"task_contract": terms}))
    assert renkei("contract", "new", "T-1.json", "--as", "lead", cwd=project).returncode == 0


def test_a_contract_is_paused_and_shows_why_until_it_is_resumed(project: Path) -> None:
    opened(project)
    done = renkei("contract", "pause", "T-1", "--reason", "wait for the audit", cwd=project)
    assert (done.returncode, done.stdout) == (0, "T-1 is open, paused, assigned to ann.\n")
    refused = renkei("contract", "start", "T-1", "--as", "ann", cwd=project)
    assert "SUSPENDED: Contract 'T-1' is paused: wait for the audit." in refused.stderr
    assert "renkei contract resume T-1" in refused.stderr
    shown = renkei("contract", "show", "T-1", cwd=project).stdout
    assert "paused  wait for the audit" in shown
    data = json.loads(renkei("contract", "show", "T-1", "--format", "json", cwd=project).stdout)
    assert data["paused"] == "wait for the audit"
    assert "paused: wait for the audit" in renkei("status", cwd=project).stdout
    assert renkei("contract", "resume", "T-1", cwd=project).stdout == "T-1 is open, assigned to ann.\n"
    assert renkei("contract", "start", "T-1", "--as", "ann", cwd=project).returncode == 0


def test_the_project_is_paused_for_agents_and_not_for_humans(project: Path) -> None:
    assert renkei("project", "pause", "--reason", "the budget", cwd=project).stdout == "The project is paused.\n"
    refused = renkei("read", "--as", "ann", cwd=project)
    assert (refused.returncode, "The project is paused: the budget." in refused.stderr) == (1, True)
    assert "renkei project resume" in refused.stderr
    assert "paused: the budget (resume: `renkei project resume`)" in renkei("status", cwd=project).stdout
    assert json.loads(renkei("status", "--format", "json", cwd=project).stdout)["paused"].startswith(
        "paused: the budget"
    )
    assert renkei("board", "set", "/goal", "another", cwd=project).returncode == 0
    assert renkei("project", "resume", cwd=project).stdout == "The project is resumed.\n"
    assert renkei("read", "--as", "ann", cwd=project).returncode == 0


def test_something_to_pause_and_to_resume_is_required(project: Path) -> None:
    assert "Missing argument 'AGENTS…'." in renkei("pause", "--reason", "x", cwd=project).stderr
    assert renkei("resume", cwd=project).returncode == 2
