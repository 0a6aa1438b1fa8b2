"""The commands of acts: one for each act, and what is said of words and options that had another name."""

from collections import Counter
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS
from renkei.edges.cli.acts.outcome import SENTENCES
from renkei.edges.cli.acts.words import COMMANDS, MOVED, RENAMED, summaries

BY_MODULE = {"send"}
"""Acts whose command is a module of its own."""


def test_every_act_has_one_command_and_a_summary() -> None:
    assert set(Counter(COMMANDS.values()).values()) == {1}
    assert set(COMMANDS.values()) | BY_MODULE | set(OMITTED["cli"]) == set(ACTS)
    assert {name: ACTS[name].summary for name in COMMANDS.values()} == {
        name: summaries()[name] for name in COMMANDS.values()
    }
    said = {name for name in COMMANDS.values() if ACTS[name].about != "contract"}
    assert set(SENTENCES) == said


@pytest.mark.parametrize("earlier", RENAMED)
def test_earlier_words_of_a_command_are_refused_with_the_words_now(earlier: str, tmp_path: Path) -> None:
    refused = renkei(*earlier.split(), "TC-1", cwd=tmp_path)
    assert refused.returncode == 2
    assert f"It is called `renkei {RENAMED[earlier]}`." in refused.stderr


@pytest.mark.parametrize("earlier", MOVED)
def test_an_option_that_became_a_command_is_refused_with_that_command(earlier: str, tmp_path: Path) -> None:
    refused = renkei(*earlier.split(), "x", cwd=tmp_path)
    assert refused.returncode == 2
    assert f"Use `{MOVED[earlier]}`." in refused.stderr


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("decide D-1 sqlite --because x", "It is called '--rationale'."),
        ("review api approved --because x", "It is called '--summary'."),
        ("accept TC-1 --because x", "It is called '--reason'."),
        ("contract block TC-1 --reason x --by y", "It is called '--blocked-by'."),
        ("contract submit TC-1 --summary x --output y", "It is called '--output-artifacts'."),
        ("contract verify TC-1 --in .", "It is called '--directory'."),
        ("interrupt ann --because x", "Give it as BODY."),
    ],
)
def test_an_earlier_name_of_an_option_is_refused_with_the_name_now(words: str, hint: str, tmp_path: Path) -> None:
    refused = renkei(*words.split(), cwd=tmp_path)
    assert refused.returncode == 2
    assert hint in refused.stderr


def test_several_join_and_leave_as_one_record(tmp_path: Path) -> None:
    renkei("init", "--name", "demo", "--goal", "x", "--lead", "lead", cwd=tmp_path)
    joined = renkei("join", "ann:backend", "bob", cwd=tmp_path)
    assert joined.stdout == "Participants: human, lead, ann, bob.\n"
    left = renkei("leave", "ann", "bob", "--reason", "done", cwd=tmp_path)
    assert left.stdout == "Left: ann, bob.\n"
    project = library.open(tmp_path / ".renkei")
    assert project.log.last() == 3
