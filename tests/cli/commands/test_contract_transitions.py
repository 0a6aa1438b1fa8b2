"""`renkei contract start|block|submit|release|assign|reopen`: the life cycle from the shell."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei.engine.commands import TransitionContract
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
    blocked = contract(project, "block", "TC-1", "--as", "ann", "--reason", "no schema", "--blocked-by", "TC-2")
    assert blocked == "TC-1 is blocked, assigned to ann.\n"
    assert (team.state.board.agent("ann", "status"), team.state.board.agent("ann", "blocked_by")) == ("blocked", "TC-2")
    contract(project, "start", "TC-1", "--as", "ann")
    assert team.state.board.agent("ann", "blocked_by") is None
    done = contract(
        project,
        "submit",
        "TC-1",
        "--as",
        "ann",
        "--summary",
        "it runs",
        "--output-artifacts",
        "api",
        "--format",
        "json",
    )
    assert json.loads(done)["status"] == "submitted"
    assert team.find_contract("TC-1").outputs == ("api",)
    assert team.state.owed_by("ann") == []
    assert [one.subject for one in team.state.owed_by("lead")] == ["TC-1"]


def test_a_human_releases_and_reassigns_work(team: library.Project, project: Path) -> None:
    assert contract(project, "release", "TC-1", "--reason", "ann is ill") == "TC-1 is open for claiming.\n"
    assert contract(project, "assign", "TC-1", "bob") == "TC-1 is open, assigned to bob.\n"
    assert contract(project, "assign", "TC-1", "ann", "--as", "bob").startswith("1 error NOT_ALLOWED")
    assert contract(project, "assign", "TC-1", "carl").startswith("1 error UNKNOWN_ACTOR")
    assert team.find_contract("TC-1").assignee == "bob"


def test_failed_work_is_reopened_by_its_delegator(team: library.Project, project: Path) -> None:
    team.do(TransitionContract("TC-1", "fail", "broken"), actor="ann")
    assert contract(project, "reopen", "TC-1", "--as", "ann").startswith("1 error NOT_ALLOWED")
    assert contract(project, "reopen", "TC-1", "--as", "lead") == "TC-1 is open, assigned to ann.\n"


def test_a_person_does_not_start_block_or_submit_the_work_of_an_agent(team: library.Project, project: Path) -> None:
    before = team.log.last()
    for command, option in (("start", "--reason"), ("block", "--reason"), ("submit", "--summary")):
        assert contract(project, command, "TC-1", option, "why").startswith("1 error NOT_ALLOWED")
    assert contract(project, "submit", "TC-1", "--as", "ann").startswith("2 ")
    assert team.log.last() == before


def test_what_shows_that_criteria_are_met_is_submitted(team: library.Project, project: Path) -> None:
    criteria = [{"criterion": "runs"}, {"criterion": "x=1 holds"}]
    team.do(work("TC-3", assignee="ann", acceptance_criteria=criteria), actor="lead")
    team.start("TC-3", actor="ann")
    command = ("submit", "TC-3", "--as", "ann", "--summary", "done")
    wrong = " ".join(contract(project, *command, "--evidence", "walks=yes").split())
    assert wrong.startswith("2 ")
    assert "'walks=yes' does not begin with a criterion and `=`. Criteria: 1 runs; 2 x=1 holds." in " ".join(
        wrong.split()
    )
    contract(project, *command, "--evidence", "1=12 tests", "--evidence", "x=1 holds=by hand")
    claims = team.find_contract("TC-3").claims
    assert [(one.criterion, one.met, one.evidence) for one in claims] == [
        ("runs", True, "12 tests"),
        ("x=1 holds", True, "by hand"),
    ]
    shown = json.loads(contract(project, "show", "TC-3", "--format", "json"))
    assert shown["claims"][0]["evidence"] == "12 tests"
    assert {"status", "outputs", "limits", "message_id", "lease", "task_contract"} <= shown.keys()
