"""`renkei decide`: a person answers a pending decision from the shell."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei import DecisionOption, DecisionRequest

REQUEST = DecisionRequest(
    decision_id="D-012",
    question="Which token?",
    options=(DecisionOption(label="JWT", analysis="stateless"), DecisionOption(label="session", analysis="simple")),
)


def asked(project: Path, to: str = "human") -> library.Project:
    team = library.open(project / ".renkei")
    team.send(team.message("ann", REQUEST, to))
    team.do(library.engine.commands.Write("/agents/ann/blocked_by", "D-012"), actor="ann")
    return team


def test_a_decision_goes_to_whoever_asked_and_ends_the_wait(project: Path) -> None:
    team = asked(project)
    done = renkei("decide", "D-012", "JWT", "--rationale", "it scales", cwd=project)
    assert (done.returncode, done.stdout) == (0, "D-012 → JWT, sent to ann.\n")
    state = team.state
    assert state.board.get("/pending_decisions/D-012/resolution") == "JWT (it scales)"
    assert state.owed_by("human") == []
    assert state.board.agent("ann", "blocked_by") is None
    assert "it scales" in team.context("ann").text


@pytest.mark.parametrize("key", ["2", "s"])
def test_the_number_or_first_letter_of_an_option_is_answered_with_its_label(key: str, project: Path) -> None:
    asked(project)
    assert renkei("decide", "D-012", key, cwd=project).stdout == "D-012 → session, sent to ann.\n"


def test_without_an_option_the_question_is_shown_and_nothing_is_decided(project: Path) -> None:
    team = asked(project)
    shown = renkei("decide", "D-012", cwd=project)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "\nWhich token?\n1. JWT – stateless\n2. session – simple\n" in shown.stderr
    assert "renkei decide D-012 OPTION --rationale REASON" in shown.stderr
    assert team.state.board.get("/pending_decisions/D-012/status") == "open"


def test_a_human_decides_what_an_agent_was_asked(project: Path) -> None:
    team = asked(project, to="bob")
    assert renkei("decide", "D-012", "JWT", cwd=project).returncode == 0
    assert team.state.owed_by("bob") == []


def test_a_decision_that_was_only_put_on_the_board_goes_to_its_author(project: Path) -> None:
    entry = {"question": "Which token?", "owner": "bob"}
    with library.open(project / ".renkei").act_as("ann") as draft:
        draft.write("/pending_decisions/D-1", entry)
    done = renkei("decide", "D-1", "JWT", "--as", "bob", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["to"] == ["ann"]


def test_a_report_of_a_conflict_is_decided_by_its_id(project: Path) -> None:
    team = library.open(project / ".renkei")
    payload = library.ConflictReport(conflict_description="two schemas", severity="warning")
    report = team.message("ann", payload, "lead")
    team.send(report)
    done = renkei("decide", report.id, "keep v1", "--as", "lead", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert team.state.owed_by("lead") == []


def test_an_agent_that_does_not_own_the_decision_and_an_unknown_decision_are_refused(project: Path) -> None:
    team = asked(project)
    refused = renkei("decide", "D-012", "JWT", "--as", "bob", cwd=project)
    assert (refused.returncode, "NOT_ALLOWED" in refused.stderr) == (1, True)
    unknown = renkei("decide", "D-99", "JWT", cwd=project)
    assert (unknown.returncode, "UNKNOWN_DECISION" in unknown.stderr) == (1, True)
    assert team.state.board.get("/pending_decisions/D-012/status") == "open"
