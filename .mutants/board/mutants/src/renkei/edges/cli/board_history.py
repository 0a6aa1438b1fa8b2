"""`renkei board log | diff | at | blame`: how the board came to be what it is. All of it is read from the log."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter, ValidationError
from rich.text import Text

from renkei.board.document import board_document
from renkei.board.events import EntryAdded, FieldWritten
from renkei.board.state import brief
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine.record import Record
from renkei.protocol.primitives import Timestamp

_TIME: TypeAdapter[str] = TypeAdapter(Timestamp)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the board, and the record that made it."""

    seq: int
    timestamp: str
    agent: str
    path: str
    old: Any
    new: Any
    action: str


def changes_of(record: Record) -> Iterator[Change]:
    """Yield the changes of the board in a record."""
    for event in record.events:
        if isinstance(event, FieldWritten):
            yield Change(record.seq, event.at, event.author, event.path, event.old, event.value, event.action)
        elif isinstance(event, EntryAdded):
            yield Change(record.seq, event.at, event.author, event.path, None, event.entry, event.action or "added")


@click.command("log")
@project_option
@click.option("--since", metavar="SEQ|TIME", help="Only later changes: after a record, or after a time.")
@click.option("--agent", metavar="ID", help="Only what this one wrote.")
@click.option("--field", metavar="PATH", help="Only this field, or what is below it.")
@format_option
def log_command(place: Path, since: str | None, agent: str | None, field: str | None, form: str) -> None:
    """List the changes of the board: the whole changelog, not only its newest part."""
    after, time = _since(since)
    with open_project(place) as project:
        found = [
            one
            for record in project.records(after)
            for one in changes_of(record)
            if (agent is None or one.agent == agent)
            and (field is None or one.path == field or one.path.startswith(field.rstrip("/") + "/"))
            and one.timestamp > time
        ]
    _show(found, form)


def _since(text: str | None) -> tuple[int, str]:
    if text is None:
        return 0, ""
    if text.isdigit():
        return int(text), ""
    try:
        return 0, _TIME.validate_python(text)
    except ValidationError:
        raise click.UsageError("--since takes a seq such as 12, or a time such as 2026-01-15T09:30:00Z.") from None


def _show(changes: list[Change], form: str) -> None:
    if form == "json":
        print_json([{name: getattr(one, name) for name in Change.__slots__} for one in changes])
        return
    rows = [
        (
            str(one.seq),
            one.timestamp[:19],
            one.agent,
            one.path,
            "added" if isinstance(one.new, dict) else f"{brief(one.old)} → {brief(one.new)}",
            one.action,
        )
        for one in changes
    ]
    console().print(table(("seq", "time", "agent", "field", "change", "why"), rows) if changes else "No change.")


@click.command("diff")
@project_option
@click.argument("before", type=click.IntRange(0), metavar="SEQ")
@click.argument("after", type=click.IntRange(0), metavar="SEQ")
@format_option
def diff_command(place: Path, before: int, after: int, form: str) -> None:
    """Show which fields differ between the board after one record and after another."""
    with open_project(place) as project:
        old, new = (project.state_at(seq).board for seq in (before, after))
    paths = sorted(set(old.cells) | set(new.cells))
    rows = [(path, old.get(path), new.get(path)) for path in paths if old.cells.get(path) != new.cells.get(path)]
    rows = [row for row in rows if row[1] != row[2]]
    if form == "json":
        print_json([{"path": path, "before": was, "after": now} for path, was, now in rows])
        return
    out = console()
    for path, was, now in rows:
        out.print(Text.assemble((path, "magenta"), "  ", (brief(was), "red"), " → ", (brief(now), "green")))
    out.print("" if rows else "The boards are the same.", end="\n" if not rows else "")


@click.command("at")
@project_option
@click.argument("seq", type=click.IntRange(0), metavar="SEQ")
def at_command(place: Path, seq: int) -> None:
    """Print the board as it was after a record, as YAML."""
    with open_project(place) as project:
        click.echo(to_yaml(board_document(project.state_at(seq).board)), nl=False)


@click.command("blame")
@project_option
@click.option("--field", metavar="PATH", default="/", help="Only this field, or what is below it.")
@format_option
def blame_command(place: Path, field: str, form: str) -> None:
    """Say of each field who wrote its value, when, and in which record."""
    with open_project(place) as project:
        cells = project.state.board.cells
    below = field.rstrip("/") + "/"
    rows = [(path, cells[path]) for path in sorted(cells) if path == field or path.startswith(below)]
    if form == "json":
        print_json([{"path": p, "value": c.value, "agent": c.author, "at": c.at, "seq": c.seq} for p, c in rows])
        return
    cells_shown = [(path, brief(cell.value), cell.author, cell.at[:19], str(cell.seq)) for path, cell in rows]
    console().print(table(("field", "value", "agent", "time", "seq"), cells_shown) if rows else "No such field.")
