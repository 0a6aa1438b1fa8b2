"""Writes docs/events.md from the code: the record, every event with its fields, and the actions of commands."""

import ast
from collections.abc import Iterator
from typing import Any, get_args

from api import document, fields, parsed
from tables import field_table

from renkei.board.events import BoardEvent
from renkei.budget.context.shown import Shown
from renkei.contracts.events import Claim, ContractEvent, Proof
from renkei.engine.commands import Action, Command
from renkei.engine.events import AnyEvent
from renkei.engine.record import Record
from renkei.engine.upcast import FORMAT

HEAD = f"""# Records, events and commands

Look up how a log stores what happened, to read or write it with your own program. `make docs` generates this page from
the code.

A log is a sequence of records. `renkei export FILE.jsonl` writes each as one line of JSON, in format {FORMAT}, and
`renkei import FILE.jsonl --into DIR` reads it back. A record holds the events of one command and of everything that
followed from it. Applying the events of all records, one after the other, gives the state. Everything else that is
stored can be derived again.

Events are the storage format. A `kind` is never renamed and its fields are never removed; a new field has a default.
Any other change gets a new format number, and older records are converted when they are read (`renkei.engine.upcast`).
Readers reject unknown formats.
"""


def log_format() -> str:
    """Return the page."""
    parts = [HEAD, "".join(_record()), "".join(_events()), "".join(_actions())]
    return "\n".join(parts).rstrip("\n") + "\n"


def kind_of(event: Any) -> str:
    """Return the `kind` that is stored for an event."""
    return str(event.model_fields["kind"].default)


def _record() -> Iterator[str]:
    yield f"## Record\n\n{document(Record)}\n\n"
    yield from (f"{line}\n" for line in field_table(Record))


def _events() -> Iterator[str]:
    board, contracts = set(get_args(BoardEvent)), set(get_args(ContractEvent))
    groups: dict[str, list[Any]] = {"Events of the project, its conversation and its turns": []}
    for event in get_args(AnyEvent):
        heading = "Events of the board" if event in board else "Events of contracts" if event in contracts else ""
        groups.setdefault(heading or next(iter(groups)), []).append(event)
    for heading, events in groups.items():
        yield f"## {heading}\n\n"
        for event in events:
            yield from _model(f"### `{kind_of(event)}`", event)
    yield "## Values in events\n\nMessages, contracts and rules are described in the [reference](reference.md).\n\n"
    for model in (Claim, Proof, Shown):
        yield from _model(f"### {model.__name__}", model)


def _model(heading: str, model: Any) -> Iterator[str]:
    yield f"{heading}\n\n{document(model)}\n\n"
    yield from (f"{line}\n" for line in field_table(model, without=("kind",)))
    yield "\n"


def _actions() -> Iterator[str]:
    yield f"## Commands\n\n### `Command`\n\n{document(Command)}\n\n"
    yield from _constructor(Command)
    yield "\n## Actions of commands\n\n"
    for action in get_args(Action):
        yield f"### `{action.__name__}`\n\n{document(action)}\n\n"
        yield from _constructor(action)
        yield "\n"


def _constructor(cls: type[Any]) -> Iterator[str]:
    node = parsed(cls)
    assert isinstance(node, ast.ClassDef)
    return fields(node)
