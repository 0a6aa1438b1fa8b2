"""`renkei board`: the shared state board."""

from pathlib import Path

import click
from rich.text import Text

from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.board_edit import apply_command, edit_command
from renkei.edges.cli.board_history import at_command, blame_command, diff_command, log_command
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table


@click.group("board")
def board_command() -> None:
    """Look at the shared state board, edit it, and see how it came to be."""


for _command in (apply_command, edit_command, log_command, diff_command, at_command, blame_command):
    board_command.add_command(_command)


@board_command.command("show")
@project_option
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "yaml", "json"]),
    help="A screen, or the whole board.",
)
@click.option("--at", "seq", type=click.IntRange(0), metavar="SEQ", help="As it was after this record.")
def show(place: Path, form: str, seq: int | None) -> None:
    """Show the board."""
    with open_project(place) as project:
        state = project.state if seq is None else project.state_at(seq)
        document = board_document(state.board)
    if form == "json":
        print_json(document)
    elif form == "yaml":
        click.echo(to_yaml(document), nl=False)
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
        rows = [{**change, "time": change["timestamp"][11:19]} for change in changes[-8:]]
        _table("changelog (newest)", rows, ("time", "agent", "action", "diff_summary"))


def _table(title: str, rows: object, columns: tuple[str, ...]) -> None:
    if not isinstance(rows, list) or not rows:
        return
    console().print(table(columns, ([_cell(row[column]) for column in columns] for row in rows), title))


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"{one['ref']} v{one['version']}" if isinstance(one, dict) else str(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
