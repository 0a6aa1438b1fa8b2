"""The commands of acts: one for each act, and what is said of words and options that had another name."""

import json
from collections import Counter
from pathlib import Path

import pytest

import renkei as library
from process import renkei
from renkei.acts.command_line import COMMANDS
from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS
from renkei.edges.cli.acts.outcome import SENTENCES
from renkei.edges.cli.acts.words import MOVED, RENAMED, summaries

BY_MODULE = {"send"}
"""Acts whose command is a module of its own."""


def test_every_act_has_one_command_and_a_summary() -> None:
    assert set(Counter(COMMANDS.values()).values()) == {1}
    assert set(COMMANDS.values()) | BY_MODULE | set(OMITTED["cli"]) == set(ACTS)
    assert {name: ACTS[name].summary for name in COMMANDS.values()} == {
        name: summaries()[name] for name in COMMANDS.values()
    }
    said = {name for name in COMMANDS.values() if ACTS[name].about != "contract"}
    assert set(SENTENCES) == said | {"note"}  # every other act on a contract prints the status of the contract


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


def a_contract(directory: Path) -> None:
    renkei("init", "--name", "demo", "--goal", "x", cwd=directory)
    renkei("join", "ann", cwd=directory)
    renkei("contract", "delegate", "ann", "do it", cwd=directory)


def test_an_option_that_takes_a_mapping_shows_its_form(tmp_path: Path) -> None:
    a_contract(tmp_path)
    form = "'{severity: critical|major|minor|suggestion, location: TEXT, description: TEXT}'"
    for wrong in ("x", "{description: x}"):
        refused = renkei("send-back", "TC-001", "--reason", "x", "--findings", wrong, cwd=tmp_path)
        assert refused.returncode == 1
        assert f"Write --findings {form}." in refused.stderr
    assert "/findings/0/severity" in refused.stderr
    shown = " ".join(renkei("send-back", "--help", cwd=tmp_path).stdout.split())
    assert f"Findings of the review. Repeatable. Form: {form}." in shown


def test_a_pause_is_shown_and_a_second_one_changes_nothing(tmp_path: Path) -> None:
    a_contract(tmp_path)
    pause = ("contract", "pause", "TC-001", "--reason", "lunch")
    assert renkei(*pause, cwd=tmp_path).stdout == "TC-001 is open, paused, assigned to ann.\n"
    assert renkei(*pause, cwd=tmp_path).stdout == "Nothing changed: TC-001 is open, paused, assigned to ann.\n"
    assert json.loads(renkei(*pause, "--format", "json", cwd=tmp_path).stdout)["paused"] == "lunch"
    assert "open, paused" in renkei("contract", "list", cwd=tmp_path).stdout


def test_a_note_is_answered_with_what_was_done(tmp_path: Path) -> None:
    a_contract(tmp_path)
    assert renkei("contract", "note", "TC-001", "hello", cwd=tmp_path).stdout == "The note was added to TC-001.\n"


def test_a_refused_transition_names_commands(tmp_path: Path) -> None:
    a_contract(tmp_path)
    refused = renkei("contract", "start", "TC-001", "--as", "human", cwd=tmp_path)
    assert refused.returncode == 1
    renkei("contract", "submit", "TC-001", "--summary", "x", "--as", "ann", cwd=tmp_path)
    closed = renkei("accept", "TC-001", cwd=tmp_path)
    assert "Allowed for you now: `renkei contract note`." in closed.stderr
