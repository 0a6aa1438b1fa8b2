"""`renkei review`, `accept` and `reject`: judging work from the shell."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from team import handoff


@pytest.fixture
def submitted(project: Path) -> library.Project:
    """A project in which lead delegated TC-1 and ann submitted it."""
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), "ann", task_ref="TC-1"))
    team.submit("TC-1", "all done", ["api-v1"], actor="ann")
    return team


@pytest.mark.parametrize(
    ("verdict", "status"), [("approved", "completed"), ("changes_requested", "in_progress"), ("rejected", "failed")]
)
def test_a_verdict_moves_a_submitted_contract_and_reaches_its_producer(
    submitted: library.Project, project: Path, verdict: str, status: str
) -> None:
    done = renkei("review", "TC-1", verdict, "--summary", "I read it", "--as", "lead", cwd=project)
    assert (done.returncode, done.stdout) == (0, f"TC-1: {verdict}, sent to ann.\n")
    assert submitted.find_contract("TC-1").status == status
    assert submitted.state.owed_by("lead") == []
    assert "I read it" in submitted.context("ann").text


def test_a_review_of_an_artifact_reaches_whoever_asked_and_its_owner(submitted: library.Project, project: Path) -> None:
    request = library.ReviewRequest(artifact_ref="api-v1", blocking=True)
    submitted.send(submitted.message("bob", request, "human"))
    done = renkei("review", "api-v1", "approved", "--summary", "fine", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["to"] == ["bob", "ann"]
    assert submitted.state.board.agent("bob", "blocked_by") is None


def test_a_review_of_something_unknown_is_refused(project: Path) -> None:
    refused = renkei("review", "nothing-v9", "approved", "--summary", "fine", cwd=project)
    assert (refused.returncode, "BAD_VALUE" in refused.stderr) == (1, True)


def test_a_review_without_a_text_and_an_unknown_verdict_are_wrong_usage(project: Path) -> None:
    assert renkei("review", "TC-1", "approved", cwd=project).returncode == 2
    assert renkei("review", "TC-1", "splendid", "--summary", "it is", cwd=project).returncode == 2
