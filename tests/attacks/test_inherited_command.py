"""A command in a criterion runs unasked because of who wrote it, not because of who has inherited its contract."""

import sys
from pathlib import Path

import pytest

from attacks.hostile_commands import caged
from renkei import Criterion, Project
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.tools.acceptance import check_commands
from renkei.errors import ConsentNeededError, NotReadyError
from renkei.project.running.cage import Cage
from renkei.project.turns.session import Session
from team import small_team, work

COMMAND = ("touch", "ran")
SCRIPT = (sys.executable, "check.py")


def opened(project: Project, author: str, *commands: tuple[str, ...]) -> Contract:
    """Open a contract of an author, which the person inherits."""
    criteria = tuple(Criterion(criterion=f"it is built {n}", command=one) for n, one in enumerate(commands))
    project.do(work("w1", delegator=author, assignee="ann", acceptance_criteria=criteria), actor=author)
    project.start("w1", actor="ann")
    project.leave("lead")
    return project.find_contract("w1")


def checked(
    project: Project, contract: Contract, directory: Path, *listed: str, asks: bool = True
) -> tuple[Proof, ...]:
    team = TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=WorkspaceFile(commands=listed))
    return check_commands(Session(project, "ann"), team, contract, directory, Cage(directory), asks=asks)


def decide(project: Project, option: str) -> None:
    """Decide everything that a person is asked."""
    for one in project.state.board.ids("pending_decisions"):
        if project.state.board.get(f"/pending_decisions/{one}/status") == "open":
            project.decide(one, option)


@pytest.mark.parametrize(("author", "listed", "runs"), [("lead", (), 0), ("lead", ("touch",), 1), ("human", (), 1)])
@caged
def test_an_unlisted_command_of_an_agent_is_asked_about_although_a_person_is_the_delegator_now(
    author: str, listed: tuple[str, ...], runs: int, tmp_path: Path
) -> None:
    project = small_team()
    contract = opened(project, author, COMMAND)
    assert contract.terms.delegator == "human"
    if runs:
        assert len(checked(project, contract, tmp_path, *listed)) == 1
    else:
        with pytest.raises(NotReadyError, match="needs the consent of a person"):
            checked(project, contract, tmp_path, *listed)
        (decision,) = project.state.board.ids("pending_decisions")
        question = project.state.board.get(f"/pending_decisions/{decision}/question")
        assert "lead wrote it as a criterion of w1; ann submits this task." in question
        assert str(tmp_path) in question
        assert checked(project, contract, tmp_path, *listed, asks=False) == ()
    assert len(list(tmp_path.iterdir())) == runs


@caged
def test_once_is_used_up_when_every_command_is_allowed_and_no_skips_all(tmp_path: Path) -> None:
    project = small_team()
    contract = opened(project, "lead", COMMAND, ("touch", "too"))
    for _ in range(2):
        with pytest.raises(NotReadyError):
            checked(project, contract, tmp_path)
    decide(project, "once")
    assert len(checked(project, contract, tmp_path)) == len(list(tmp_path.iterdir())) == 2
    with pytest.raises(NotReadyError):
        checked(project, contract, tmp_path)
    decide(project, "no")
    assert checked(project, contract, tmp_path) == ()


@caged
def test_a_script_that_an_earlier_criterion_changes_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "check.py").write_text("open('good', 'w')\n")
    project = small_team()
    change = (sys.executable, "-c", "open('check'+'.py', 'w').write(\"open('evil', 'w')\")")
    contract = opened(project, "lead", change, SCRIPT)
    with pytest.raises(NotReadyError):
        checked(project, contract, tmp_path)
    decide(project, "always")
    with pytest.raises(NotReadyError, match="has changed since a person allowed it"):
        checked(project, contract, tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["check.py"]


def test_verify_asks_about_a_command_of_an_agent(tmp_path: Path) -> None:
    project = small_team()
    opened(project, "lead", COMMAND)
    project.submit("w1", "done", actor="ann")
    with pytest.raises(ConsentNeededError, match="'lead' wrote the command 'touch ran' of 'w1'"):
        project.verify("w1", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    project.verify("w1", str(tmp_path), run=True)
    assert [one.name for one in tmp_path.iterdir()] == ["ran"]
