"""A command in a criterion runs unasked because of who wrote it, not because of who has inherited its contract."""

from pathlib import Path

import pytest

from renkei import Criterion
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.tools.acceptance import check_commands
from renkei.project.running.cage import Cage
from team import small_team, work

COMMAND = ("touch", "ran")


@pytest.mark.parametrize(("author", "listed", "runs"), [("lead", (), 0), ("lead", ("touch",), 1), ("human", (), 1)])
def test_an_unlisted_command_of_an_agent_is_not_run_although_a_person_is_the_delegator_now(
    author: str, listed: tuple[str, ...], runs: int, tmp_path: Path
) -> None:
    project = small_team()
    criteria = (Criterion(criterion="it is built", command=COMMAND),)
    project.do(work("w1", delegator=author, assignee="ann", acceptance_criteria=criteria), actor=author)
    project.start("w1", actor="ann")
    project.leave("lead")
    contract = project.find_contract("w1")
    assert contract.terms.delegator == "human"
    team = TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=WorkspaceFile(commands=listed))
    assert len(check_commands(project, team, contract, tmp_path, Cage(tmp_path))) == runs
    assert len(list(tmp_path.iterdir())) == runs
