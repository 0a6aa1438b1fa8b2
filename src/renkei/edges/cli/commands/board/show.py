"""Show the board."""

from pathlib import Path

import click
from rich.text import Text

from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import at_option, format_choice, open_project, project_option
from renkei.edges.cli.terminal import console, print_table, table

CHANGES = 8
"""The newest changelog entries that a screen shows."""


@click.command("show", help=__doc__)
@project_option
@format_choice(("text", "yaml", "json"), "A summary, or the whole board.")
@at_option
def command(directory: Path, output_format: str, seq: int | None) -> None:
    with open_project(directory) as project:
        state = project.state if seq is None else project.state_at(seq)
        document = board_document(state.board)
    if output_format == "json":
        print_json(document)
    elif output_format == "yaml":
        echo(to_yaml(document), nl=False)
    else:
        _screen(document["project_state"])


def _screen(board: dict[str, object]) -> None:
    out = console()
    out.print(Text.assemble(("goal   ", "dim"), str(board["goal"])))
    out.print(Text.assemble(("phase  ", "dim"), str(board["current_phase"])))
    _table("agents", board["agents"], ("id", "role", "status", "current_task", "blocked_by", "artifacts"))
    _table("pending decisions", board["pending_decisions"], ("id", "status", "owner", "question", "resolution"))
    _table("blockers", board["blockers"], ("id", "description", "affected_agents", "resolved"))
    changes = board["changelog"]
    if isinstance(changes, list):
        rows = [{**change, "time": change["timestamp"][11:19]} for change in changes[-CHANGES:]]
        _table("latest changes", rows, ("time", "agent", "action", "diff_summary"))


def _table(title: str, rows: object, columns: tuple[str, ...]) -> None:
    if not isinstance(rows, list) or not rows:
        return
    print_table(table(columns, ([_cell(row[column]) for column in columns] for row in rows), title))


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"{one['ref']} v{one['version']}" if isinstance(one, dict) else str(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
