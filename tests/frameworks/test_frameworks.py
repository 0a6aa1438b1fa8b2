"""The examples of frameworks, with the real packages: nothing is lost or done twice when a team is killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from frameworks.framework_story import EXAMPLES, FRAMEWORKS, MOMENTS, PRICES, Framework, tell
from thoroughness import EVERY_KILL

pytestmark = pytest.mark.frameworks

KILLS = MOMENTS if EVERY_KILL else ("Submitted.",)
SENT = {
    "human FREEFORM": 1,
    "planner TASK_HANDOFF": 1,
    "coder DECISION_REQUEST": 1,
    "human DECISION_RESULT": 1,
    "coder TASK_RESULT": 1,
}


@pytest.mark.parametrize("moment", KILLS)
@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda one: one.name)
def test_a_killed_team_loses_nothing_and_does_nothing_twice(framework: Framework, moment: str, tmp_path: Path) -> None:
    told = tell(framework, tmp_path, moment)
    said = {"planner FREEFORM": 2} if framework.name == "ag2" else {}
    assert told.sent == SENT | said
    assert set(told.read.values()) == {1}
    assert told.unread == 0
    assert told.interrupted == 1
    (contract,) = told.contracts
    assert contract.status == "completed"
    assert [one.evidence for one in contract.claims] == [PRICES]
    assert [(one.by, one.detail) for one in contract.proofs] == [("planner", "It is JSON.")]
    assert told.prices == PRICES
    assert told.calls_outside == 0


def test_the_examples_pass_the_type_checker() -> None:
    """With the types of the packages, except those of CrewAI, which take the checker a quarter of an hour."""
    check = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    python = FRAMEWORKS[0].python
    *others, crewai = (one.program for one in FRAMEWORKS)
    for options in (["--python-executable", python, *others], ["--ignore-missing-imports", crewai]):
        environment = {**os.environ, "MYPYPATH": str(EXAMPLES)}
        done = subprocess.run([*check, *options], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stdout


TYPED = """
import renkei
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel

with renkei.create(members=[renkei.Join("planner"), renkei.Join("coder")]) as project:
    with project.turn("coder") as turn:
        done = Agent(TestModel(), output_type=renkei.KnowledgeShare).run_sync(turn.context.text)
        turn.send(done.output, to="planner")
    assert "KNOWLEDGE_SHARE" in project.context("planner").text
"""


def test_typed_output_of_pydantic_ai_is_a_message() -> None:
    done = subprocess.run([FRAMEWORKS[0].python, "-c", TYPED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
