"""`renkei artifact log`: every version of an artifact, with its path, its author and what changed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from renkei.board.events import EntryAdded, FieldWritten
from renkei.documents.json_pointer import join, split
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine.record import Record


@click.group("artifact")
def artifact_command() -> None:
    """The work products that agents registered."""


@artifact_command.command("log")
@project_option
@click.argument("ref", metavar="[REF]", required=False)
@format_option
def log_command(place: Path, ref: str | None, form: str) -> None:
    """List the versions of the artifact REF, or of all."""
    with open_project(place) as project:
        records = project.records() if ref is None else project.log.records_about("artifact", ref)
        rows = [row for row in _versions(records) if ref in (None, row["ref"])]
    if form == "json":
        print_json(rows)
        return
    columns = ("ref", "version", "agent", "path", "description", "at", "seq")
    shown = table(columns, ([str(row[column]) for column in columns] for row in rows))
    console().print(shown if rows else "No artifact.")


def _versions(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Yield what each artifact was after each record that changed it."""
    known: dict[str, dict[str, object]] = {}
    for record in records:
        changed = {}
        for event in record.events:
            place = _place(event)
            if place is not None and isinstance(event, EntryAdded):
                changed[place] = known[place] = dict(event.entry)
            elif place is not None and isinstance(event, FieldWritten):
                changed[place] = known[place] = known.get(place, {}) | {split(event.path)[-1]: event.value}
        for place in sorted(changed):
            _, agent, _, ref = split(place)
            fields = {name: changed[place].get(name) for name in ("version", "path", "description")}
            yield {"ref": ref, "agent": agent, **fields, "at": record.at[:19] + "Z", "seq": record.seq}


def _place(event: object) -> str | None:
    parts = split(event.path) if isinstance(event, EntryAdded | FieldWritten) else ()
    return join(*parts[:4]) if len(parts) >= 4 and parts[0] == "agents" else None
