"""The pages about frameworks, without the frameworks: their code, its length, and the tools in it."""

import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import renkei
from frameworks.framework_story import EXAMPLES, FRAMEWORKS, QUIET, ROOT, Framework
from page_code import code_of

PAGES = ROOT / "docs" / "how-to"
NAMES = pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda one: one.name)


def team() -> ModuleType:
    """Return the module that all examples share."""
    spec = importlib.util.spec_from_file_location("team", EXAMPLES / "team.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(path: Path) -> int:
    return sum(bool(line.strip()) for line in path.read_text().splitlines())


@NAMES
def test_a_page_shows_its_example(framework: Framework) -> None:
    page = PAGES / f"with-{framework.name.replace('_', '-')}.md"
    assert code_of(page.read_text(), "py") == [framework.program.read_text()]


def test_the_common_page_shows_the_tools_and_how_telemetry_is_switched_off() -> None:
    page = (PAGES / "frameworks.md").read_text()
    assert code_of(page, "py") == [inspect.getsource(team().tools)]
    assert [one for one in QUIET if f"{one}={QUIET[one]}" not in page] == []


@NAMES
def test_an_example_has_at_most_sixty_lines_of_glue(framework: Framework) -> None:
    glue = inspect.getsource(team().tools).splitlines()
    assert sum(bool(line.strip()) for line in glue) + lines(framework.program) <= 60


def test_the_tools_play_the_story_without_a_framework() -> None:
    members = [renkei.Join("planner", lead=True), renkei.Join("coder")]
    with renkei.create(members=members) as project:

        def call(agent: str, tool: str, *arguments: object) -> str:
            with project.turn(agent) as turn:
                (found,) = (one for one in team().tools(turn) if one.__name__ == tool)
                return str(found(*arguments))

        call("planner", "hand_over", "Write prices.json", "coder", "it is JSON")
        (contract,) = project.state.contracts.entries
        call("coder", "ask_person", contract, "Which currency?", ["EUR", "JPY"])
        assert project.wake_reason("coder", pause=0) is None
        (waiting,) = project.waiting_for()
        project.decide(waiting.ref, "EUR")
        assert project.wake_reason("coder", pause=0) is not None
        call("coder", "submit", contract, "Done.", "{}")
        assert project.wake_reason("planner", pause=0) is not None
        call("planner", "accept", contract, "It is JSON.")
        assert project.find_contract(contract).status == "completed"


def test_a_turn_that_breaks_off_leaves_nothing_of_what_its_tools_did() -> None:
    with renkei.create(members=[renkei.Join("planner", lead=True), renkei.Join("coder")]) as project:
        project.post("Please.", to="planner")
        turn = project.begin_turn("planner")
        team().tools(turn)[0]("Write prices.json", "coder", "it is JSON")
        project.abandon_turn(turn)
        assert not project.state.contracts.entries
        assert project.wake_reason("planner", pause=0) is not None


def test_a_tool_names_an_unknown_contract() -> None:
    with renkei.create(members=[renkei.Join("coder")]) as project:
        with pytest.raises(renkei.errors.UnknownContractError, match="TC-9"), project.turn("coder") as turn:
            team().tools(turn)[2]("TC-9", "Done.", "{}")
        assert not project.state.turns
