"""Every act at every door: it writes the same record, or it fails with the same code."""

from functools import cache
from pathlib import Path

import pytest

from act_doors import DOORS, SYNTAX, UNABLE, by_caller
from act_examples import EXAMPLES, Arguments, example_project, written
from renkei import Project
from renkei.acts.doors import OMITTED, Door
from renkei.acts.table import ACTS
from renkei.texts.catalogue import texts

ACTORS: dict[Door, str] = {"tools": "lead"}
"""Who acts at a door; at the others a person does."""

OTHER_ACTORS = {"add_artifact": "lead"}
"""Acts that a person cannot do: people have no entry on the board."""

CASES = [(door, act) for door in DOORS for act in ACTS if act not in OMITTED[door]]


def at(door: Door, act: str, directory: Path) -> tuple[Project, str]:
    """Make the project of an example, and say who acts in it; a command needs a directory."""
    actor = OTHER_ACTORS.get(act) or ACTORS.get(door, "human")
    return example_project(act, actor, directory / ".renkei" if door == "cli" else ":memory:"), actor


@cache
def expected(act: str, actor: str, omitted: tuple[str, ...]) -> str:
    """Return what an act writes that a caller performs with the arguments of its example but some."""
    project = example_project(act, actor)
    assert by_caller(project, actor, act, given(act, omitted)) is None
    return written(project.record(project.log.last()))


def given(act: str, omitted: tuple[str, ...]) -> Arguments:
    return {name: value for name, value in EXAMPLES[act][0].items() if name not in omitted}


@pytest.mark.parametrize(("door", "act"), CASES)
def test_an_act_writes_the_same_record_at_every_door(door: Door, act: str, tmp_path: Path) -> None:
    project, actor = at(door, act, tmp_path)
    omitted = tuple(name for name in UNABLE.get(door, ()) if name in EXAMPLES[act][0])
    before = project.log.last()
    assert DOORS[door](project, actor, act, given(act, omitted)) is None
    assert project.log.last() == before + 1
    record = project.record(before + 1)
    assert record.actor == actor
    assert written(record) == expected(act, actor, omitted)


@pytest.mark.short
@pytest.mark.parametrize(("door", "act"), CASES)
def test_an_act_fails_with_the_same_code_at_every_door(door: Door, act: str, tmp_path: Path) -> None:
    project, actor = at(door, act, tmp_path)
    before = project.log.last()
    _, wrong, code = EXAMPLES[act]
    codes = (code, *SYNTAX.get(door, ())) if code == "BAD_ARGUMENTS" else (code,)
    assert DOORS[door](project, actor, act, wrong) in codes
    assert project.log.last() == before


def test_every_act_has_an_example_and_words_and_every_omission_names_an_act() -> None:
    assert EXAMPLES.keys() == ACTS.keys()
    assert {f"act.{name}" for name in ACTS} <= texts("en").keys()
    assert {act for acts in OMITTED.values() for act in acts} <= ACTS.keys()
