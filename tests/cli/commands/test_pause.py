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
    assert renkei("resume", "ann", cwd=project).stdout == "Resumed.\n"
    assert "PAUSED" not in team.context("ann").text
    with team.turn("ann"):
        pass


def test_a_lead_pauses_several_agents(project: Path) -> None:
    done = renkei("pause", "ann", "bob", "--reason", "x", "--as", "lead", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["agents"] == ["ann", "bob"]
    assert sorted(library.open(project / ".renkei").state.suspended) == ["ann", "bob"]


def test_an_agent_may_not_pause_and_a_reason_is_required(project: Path) -> None:
    refused = renkei("pause", "bob", "--reason", "x", "--as", "ann", cwd=project)
    assert (refused.returncode, "NOT_ALLOWED" in refused.stderr) == (1, True)
    assert renkei("pause", "bob", cwd=project).returncode == 2
    assert renkei("pause", "carl", "--reason", "x", cwd=project).returncode == 1
