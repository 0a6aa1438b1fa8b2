"""`renkei contract start|block|submit|release|reassign|reopen`: the life cycle from the shell."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from team import handoff, work


@pytest.fixture
def team(project: Path) -> library.Project:
    """A project in which lead handed TC-1 over to ann."""
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), "ann", task_ref="TC-1"))
    return team


def contract(project: Path, *arguments: str) -> str:
    """Run a command of `renkei contract` and return what it prints."""
    done = renkei("contract", *arguments, cwd=project)
    return done.stdout if done.returncode == 0 else f"{done.returncode} {done.stderr}"


def test_work_is_started_blocked_continued_and_submitted(team: library.Project, project: Path) -> None:
    team.do(work("TC-2", assignee="bob"), actor="lead")
    assert contract(project, "start", "TC-1", "--as", "ann") == "TC-1 is in_progress, assigned to ann.\n"
    blocked = contract(project, "block", "TC-1", "--as", "ann", "--reason", "no schema", "--by", "TC-2")
    assert blocked == "TC-1 is blocked, assigned to ann.\n"
    assert (team.state.board.agent("ann", "status"), team.state.board.agent("ann", "blocked_by")) == ("blocked", "TC-2")
    contract(project, "start", "TC-1", "--as", "ann")
    assert team.state.board.agent("ann", "blocked_by") is None
    done = contract(
        project, "submit", "TC-1", "--as", "ann", "--reason", "it runs", "--output", "api", "--format", "json"
    )
    assert json.loads(done)["status"] == "submitted"
    assert team.find_contract("TC-1").outputs == ("api",)
    assert team.state.owed_by("ann") == []
    assert [one.subject for one in team.state.owed_by("lead")] == ["TC-1"]


def test_a_human_releases_and_reassigns_work(team: library.Project, project: Path) -> None:
    assert contract(project, "release", "TC-1", "--reason", "ann is ill") == "TC-1 is open for claiming.\n"
    assert contract(project, "reassign", "TC-1", "bob") == "TC-1 is open, assigned to bob.\n"
    assert contract(project, "reassign", "TC-1", "ann", "--as", "bob").startswith("1 error NOT_ALLOWED")
    assert contract(project, "reassign", "TC-1", "carl").startswith("1 error UNKNOWN_ACTOR")
    assert team.find_contract("TC-1").assignee == "bob"


def test_failed_work_is_reopened_by_its_delegator(team: library.Project, project: Path) -> None:
    team.transition("TC-1", "fail", "broken", actor="ann")
    assert contract(project, "reopen", "TC-1", "--as", "ann").startswith("1 error NOT_ALLOWED")
    assert contract(project, "reopen", "TC-1", "--as", "lead") == "TC-1 is open for claiming.\n"


def test_a_person_does_not_start_block_or_submit_the_work_of_an_agent(team: library.Project, project: Path) -> None:
    before = team.log.last()
    for command in ("start", "block", "submit"):
        assert contract(project, command, "TC-1", "--reason", "why").startswith("1 error NOT_ALLOWED")
    assert contract(project, "submit", "TC-1", "--as", "ann").startswith("2 ")
    assert team.log.last() == before
