"""What a context names to a model that has only the tools can be done with the tools."""

import json
import re
from pathlib import Path

import pytest

from renkei import DecisionRequest, Project
from renkei.acts.errors import BadArgumentsError
from renkei.agent_tools.tools import TOOLS
from renkei.board.decide import Write
from renkei.edges.coding_agents.hooks import at_start
from renkei.edges.coding_agents.notes import Notes
from renkei.engine import commands as c
from renkei.project.turns.session import Session
from renkei.texts.look_up import LOOK_UP
from team import handoff, small_team, work

CALL = re.compile(rf"`((?:{'|'.join(one.name for one in TOOLS)})(?: {{.*?}})?)`")


def crowded() -> Project:
    """Make a project in which `ann` has more of everything than a context shows."""
    project = small_team()
    for n in range(12):
        project.do(work(f"TC-{n}", assignee="ann"), work(f"R-{n}"), actor="lead")
        project.do(work(f"D-{n}", delegator="ann", assignee="bob"), actor="ann")
        project.send(project.message("bob", DecisionRequest(decision_id=f"d{n}", question=f"port {n}?"), "ann"))
        project.send(project.message("bob", handoff(f"part {n}"), "lead"))
        with project.act_as("ann") as draft:
            for m in range(3):
                draft.artifact(f"a-{n}-{m}", path=f"{n}/{m}.py")
    project.refuse("D-0", "no time", actor="bob")
    return project


def calls(text: str) -> set[str]:
    """Return the calls of tools that a text names; it must name no command."""
    assert "`renkei " not in text
    return set(CALL.findall(text))


@pytest.mark.parametrize("budget", [300, 700, 1500])
def test_the_contexts_of_a_session_name_tools_and_no_commands(budget: int) -> None:
    project = crowded()
    assert "`renkei " in project.context("ann", budget=budget).text
    session = Session(project, "ann")
    found = calls(session.next_turn(budget))
    assert found
    for n in range(60):
        project.do(Write("/goal", f"goal {n}"))
    found |= calls(session.next_turn(budget))
    assert found <= {"find_messages", *named(project)}


def named(project: Project) -> list[str]:
    ids = [*project.state.contracts.entries, "TC-0"]
    values = {"agent": "ann", "seq": 1}
    return [text.format_map(values | {"id": one}) for one in ids for text in LOOK_UP["tools"].values()]


def test_the_hook_at_the_start_names_no_commands(tmp_path: Path) -> None:
    project, notes = crowded(), Notes(tmp_path, "s")
    assert calls(at_start(project, "ann", notes, is_new=True).text)
    assert calls(at_start(project, "ann", notes, is_new=False).text)


@pytest.mark.parametrize("what", LOOK_UP["tools"])
def test_every_call_that_a_text_names_is_answered(what: str) -> None:
    project = crowded()
    text = LOOK_UP["tools"][what].format_map({"id": "D-0", "agent": "ann", "seq": 1})
    name, _, arguments = text.partition(" ")
    tool = next(one for one in TOOLS if one.name == name)
    session = Session(project, "ann")
    answer = tool.call(session, tool.parse(json.loads(arguments or "{}")))
    assert EXPECTED[what] in (answer if isinstance(answer, str) else json.dumps(answer))


EXPECTED = {
    "board": "goal: a goal",
    "board_log": "agent: ann",
    "board_log_after": "agent: ann",
    "context": "You are ann",
    "contract": '"notes": []',
    "contracts": '"D-11"',
    "contracts_of": '"TC-11"',
    "inbox": '"unread": ',
    "obligations": '"you_owe": [{',
    "ready": '"R-11"',
    "reopen": '"status": "open"',
}
"""What stands in each answer."""


def test_a_contract_is_shown_with_notes_that_the_state_no_longer_holds() -> None:
    project = crowded()
    for n in range(30):
        project.do(c.AddNote("TC-0", f"note {n}"), actor="ann")
    session = Session(project, "ann")
    tool = next(one for one in TOOLS if one.name == "list_work")
    answer = tool.call(session, tool.parse({"contract": "TC-0"}))
    assert isinstance(answer, dict)
    assert answer["notes"] == [f"ann: note {n}" for n in range(30)]


def test_an_agent_reopens_only_a_contract_that_it_names() -> None:
    session = Session(crowded(), "ann")
    tool = next(one for one in TOOLS if one.name == "take_work")
    with pytest.raises(BadArgumentsError, match="/contract"):
        tool.call(session, tool.parse({"act": "cancel"}))
