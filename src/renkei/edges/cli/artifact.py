"""`renkei artifact log`: every version of an artifact, with its path, its author and what changed."""

from pathlib import Path

import click

from renkei.board.fields import join, split
from renkei.board.state import Board
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine.apply import apply
from renkei.engine.state import State


@click.group("artifact")
def artifact_command() -> None:
    """The work products that agents registered."""


@artifact_command.command("log")
@project_option
@click.argument("ref", metavar="[REF]", required=False)
@format_option
def log_command(place: Path, ref: str | None, form: str) -> None:
    """List the versions of the artifact REF, or of all."""
    rows: list[dict[str, object]] = []
    with open_project(place) as project:
        state = State()
        for record in project.records():
            state = apply(state, record)
            touched = {_place(path) for e in record.events if (path := getattr(e, "path", None))} - {None}
            rows += [_row(state.board, one, record.seq, record.at) for one in sorted(filter(None, touched))]
    rows = [row for row in rows if ref in (None, row["ref"])]
    if form == "json":
        print_json(rows)
        return
    columns = ("ref", "version", "agent", "path", "description", "at", "seq")
    shown = table(columns, ([str(row[column]) for column in columns] for row in rows))
    console().print(shown if rows else "No artifact.")


def _place(path: str) -> str | None:
    parts = split(path)
    return join(*parts[:4]) if parts[0] == "agents" and len(parts) >= 4 else None


def _row(board: Board, path: str, seq: int, at: str) -> dict[str, object]:
    _, agent, _, ref = split(path)
    fields = {name: board.get(f"{path}/{name}") for name in ("version", "path", "description")}
    return {"ref": ref, "agent": agent, **fields, "at": at[:19] + "Z", "seq": seq}
