"""Show the board.

Without --all, resolved blockers and decisions are only counted.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import click

from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import all_option, at_option, format_choice, pager_option, utc_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.engine.views.agent_context.field_text import value_text
from renkei.wording.visible import one_line

CHANGES = 8
"""The newest changelog entries that a screen shows."""


@click.command("show", help=__doc__)
@format_choice(("text", "yaml", "json", "jsonl"), "A summary, or the whole board.")
@all_option
@at_option
@pager_option
@utc_option
def command(output_format: str, everything: bool, at: Point | None) -> None:
    with open_project() as project:
        state = project.state if at is None else project.state_at(seq_of(project, at, "--at"))
        document = board_document(state.board)
    if output_format in DATA:
        print_data(output_format, document)
    elif output_format == "yaml":
        echo(to_yaml(document), nl=False)
    else:
        _screen(document["project_state"], state.board.change_total, everything)


def _screen(board: Mapping[str, Any], changes: int, everything: bool) -> None:
    """Print the board: a table for each list, generated from the fields of its entries."""
    out = console()
    lists = {name: value for name, value in board.items() if isinstance(value, list)}
    for name, value in board.items():
        if name not in lists:
            out.print(Paragraph(Text(_cell(value)), Text(f"{name.replace('_', ' '):<15}", "dim")))
    artifacts = [{"owner": one["id"], **ref} for one in board["agents"] for ref in one["artifacts"]]
    agents = [one | {"artifacts": [ref["ref"] for ref in one["artifacts"]]} for one in board["agents"]]
    newest = board["changelog"][-CHANGES:]
    resolved = 0
    for name, rows in (lists | {"agents": agents}).items():
        shown = rows if everything else [row for row in rows if not _is_resolved(row)]
        resolved += len(rows) - len(shown)
        if name != "changelog":
            _table(name.replace("_", " "), shown)
        if name == "agents":
            _table("artifacts", artifacts)
    if resolved:
        out.print(Text(f"{counted(resolved, 'entry', 'entries')} resolved: renkei board show --all", "dim"))
    if newest:
        out.print(Text("newest changes", "bold"))
    for change in newest:
        out.print(_change(change))
    if changes > len(newest):
        out.print(Text(f"{counted(changes - len(newest), 'earlier change')}: renkei board log", "dim"))


def _table(title: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print the entries of a list; a field that none of them sets has no column."""
    cells = [{name: _cell(value) for name, value in row.items()} for row in rows]
    columns = tuple(name for name in (cells[0] if cells else ()) if any(row[name] for row in cells))
    if columns:
        print_table(table(columns, ([row[name] for name in columns] for row in cells), title))


def _is_resolved(entry: Mapping[str, Any]) -> bool:
    return entry.get("resolved") is True or entry.get("status") == "resolved"


def _change(change: Mapping[str, Any]) -> Paragraph:
    what = Text.assemble(
        (f"{change['agent']}  ", "actor"), one_line(f"{change['action']}  {change['diff_summary']}".strip())
    )
    return Paragraph(what, Text(f"{shown_time(change['timestamp'])}  ", "dim"))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value_text(value)
