"""Show the board."""

from collections.abc import Iterable, Mapping
from typing import Any

import click
from rich.text import Text

from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import DATA, echo, print_data
from renkei.edges.cli.options import at_option, format_choice, pager_option, utc_option
from renkei.edges.cli.points import Point, seq_of
from renkei.edges.cli.project_directory import open_project
from renkei.edges.cli.tables import print_table, table
from renkei.edges.cli.terminal import console, counted
from renkei.engine.views.field_text import value_text

CHANGES = 8
"""The newest changelog entries that a screen shows."""


@click.command("show", help=__doc__)
@format_choice(("text", "yaml", "json", "jsonl"), "A summary, or the whole board.")
@at_option
@pager_option
@utc_option
def command(output_format: str, at: Point | None) -> None:
    with open_project() as project:
        state = project.state if at is None else project.state_at(seq_of(project, at, "--at"))
        document = board_document(state.board)
    if output_format in DATA:
        print_data(output_format, document)
    elif output_format == "yaml":
        echo(to_yaml(document), nl=False)
    else:
        _screen(document["project_state"], state.board.change_total)


def _screen(board: Mapping[str, Any], changes: int) -> None:
    """Print the board: a table for each list, generated from the fields of its entries."""
    out = console()
    lists = {name: value for name, value in board.items() if isinstance(value, list)}
    for name, value in board.items():
        if name not in lists:
            out.print(Paragraph(Text(_cell(value)), Text(f"{name.replace('_', ' '):<15}", "dim")))
    artifacts = [{"owner": one["id"], **ref} for one in board["agents"] for ref in one["artifacts"]]
    agents = [one | {"artifacts": [ref["ref"] for ref in one["artifacts"]]} for one in board["agents"]]
    newest = board["changelog"][-CHANGES:]
    for name, rows in (lists | {"agents": agents, "changelog": newest}).items():
        _table(name.replace("_", " "), rows)
        if name == "agents":
            _table("artifacts", artifacts)
    if changes > len(newest):
        out.print(Text(f"{counted(changes - len(newest), 'earlier change')}: renkei board log", "dim"))


def _table(title: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print the entries of a list; a field that none of them sets has no column."""
    cells = [{name: _cell(value) for name, value in row.items()} for row in rows]
    columns = tuple(name for name in (cells[0] if cells else ()) if any(row[name] for row in cells))
    if columns:
        print_table(table(columns, ([row[name] for name in columns] for row in cells), title))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value_text(value)
