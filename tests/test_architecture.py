"""The shape of the code: sizes, tables that are total, and the public names."""

import ast
import importlib
import pkgutil
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import get_args

import click
import pytest

import renkei
from renkei import errors
from renkei.board.fields import ACCESS, ENTRIES
from renkei.budget.context.message_text import MAIN_TEXT
from renkei.contracts.lifecycle import CLOSED, LIFECYCLE, PERFORMERS, REQUIREMENTS, STATUSES, TRANSITIONS
from renkei.dispatch.intents import Intent
from renkei.edges.cli.commands.shared_work.rules import DESCRIPTIONS
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.main import FOLDERS, cli
from renkei.edges.cli.output.timeline import HALTED, LINES
from renkei.engine.commands import Action
from renkei.engine.events import AnyEvent, ProjectHalted
from renkei.engine.rows import ActionRow, EventRow
from renkei.engine.rules.intents import INTENTS
from renkei.engine.tables import ACTIONS, EVENTS
from renkei.protocol.messages import MESSAGE_CLASSES, PAYLOAD_TYPES, MessageType

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST_FILE = 400
LARGEST_FOLDER = 20
"""Files of Python directly in one folder, its `__init__.py` included."""
FORBIDDEN = ("utils", "common", "helpers")


def lengths_of_functions() -> list[int]:
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((node.end_lineno or node.lineno) - node.lineno + 1)
    return sorted(found)


def test_no_file_is_longer_than_400_lines_and_most_are_short() -> None:
    sizes = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: size for name, size in sizes.items() if size > LONGEST_FILE} == {}
    assert statistics.median(sizes.values()) <= 120


def test_no_folder_has_more_than_20_loose_files() -> None:
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in SOURCES)
    assert {folder: size for folder, size in sizes.items() if size > LARGEST_FOLDER} == {}


def test_functions_are_short() -> None:
    lengths = lengths_of_functions()
    assert statistics.median(lengths) < 10
    assert lengths[int(len(lengths) * 0.95)] < 50


def test_no_file_or_class_has_a_name_that_says_nothing() -> None:
    for path in SOURCES:
        assert path.stem not in FORBIDDEN
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                assert not node.name.endswith("Manager"), f"{path}: {node.name}"
            if isinstance(node, ast.FunctionDef):
                assert not node.name.startswith(("handle_", "process_")), f"{path}: {node.name}"


def test_every_event_has_a_row_and_a_line() -> None:
    assert set(EVENTS) == set(get_args(AnyEvent))
    assert set(LINES) == set(get_args(AnyEvent))
    assert set(HALTED) == set(get_args(ProjectHalted.model_fields["why"].annotation))


def test_no_row_leaves_a_column_out() -> None:
    assert all(field.default is MISSING for row in (EventRow, ActionRow) for field in fields(row))


def test_every_intent_of_a_rule_is_done_and_described() -> None:
    assert set(INTENTS) == set(DESCRIPTIONS) == set(get_args(Intent))


def test_every_action_of_a_command_is_decided() -> None:
    assert set(ACTIONS) == set(get_args(Action))


def test_every_message_type_has_a_class_and_a_main_text() -> None:
    assert set(MESSAGE_CLASSES) == set(MAIN_TEXT) == set(get_args(MessageType))
    for name, field in MAIN_TEXT.items():
        assert field in MESSAGE_CLASSES[name].model_fields["payload"].annotation.model_fields


def test_the_life_cycle_uses_every_status_and_transition_and_leaves_all_but_the_closed() -> None:
    assert {status for status, _ in LIFECYCLE} == set(STATUSES) - CLOSED
    assert {step for _, step in LIFECYCLE} == set(PERFORMERS) == set(REQUIREMENTS) == set(TRANSITIONS)
    assert set(LIFECYCLE.values()) >= set(STATUSES) - {"open"}


def test_every_writable_field_is_a_field_of_its_entry() -> None:
    for row in ACCESS:
        if row in ENTRIES or len(row) == 1:
            continue
        assert row[-1] in ENTRIES[row[:-1]][0].model_fields


def test_error_codes_are_unique_and_every_class_is_in_the_tree() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.RenkeiError)]
    codes = [one.code for one in classes]
    assert len(codes) == len(set(codes))
    for one in classes:
        assert one.__name__ in (errors.__doc__ or "")


@pytest.mark.parametrize("name", renkei.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(renkei, name)
    assert name == "AnyMessage" or value.__doc__


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="No renkei attribute nothing"):
        renkei.nothing  # noqa: B018 – the access is what is tested


def commands_of(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    for inner in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), inner)
        assert command is not None
        yield f"{name} {inner}", command
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name} {inner}")


COMMANDS_BY_PATH = dict(commands_of(cli, "renkei"))


@pytest.mark.parametrize("path", COMMANDS_BY_PATH)
def test_every_command_has_a_summary_of_one_sentence_and_help_for_every_option(path: str) -> None:
    command = COMMANDS_BY_PATH[path]
    sentence = (command.help or "").splitlines()[0]
    assert sentence.endswith(".")
    assert command.name == path.rpartition(" ")[2]
    assert [one.name for one in command.params if isinstance(one, click.Option) and not one.help] == []


def test_every_module_in_the_folders_of_commands_is_a_command() -> None:
    assert set(cli.modules.values()) == {
        f"{package}.{one.name}"
        for package in FOLDERS.values()
        for one in pkgutil.iter_modules(importlib.import_module(package).__path__)
    }


@pytest.mark.parametrize("path", ["renkei", *(p for p, c in COMMANDS_BY_PATH.items() if isinstance(c, LazyGroup))])
def test_a_group_lists_its_commands_with_the_first_lines_of_their_help(path: str) -> None:
    group = cli if path == "renkei" else COMMANDS_BY_PATH[path]
    assert isinstance(group, LazyGroup)
    names = group.list_commands(click.Context(group))
    assert set(group.commands) <= set(names)
    for name in names:
        command = group.get_command(click.Context(group), name)
        assert group.summary(name) == ((command and command.help) or "").splitlines()[0]


def test_every_payload_is_a_public_name() -> None:
    assert {kind.__name__ for kind in PAYLOAD_TYPES} <= set(renkei.__all__)
