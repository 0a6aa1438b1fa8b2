"""List all changes of the board, from the first record on."""

from dataclasses import asdict

import click

from renkei.edges.cli.arguments.options import (
    agent_option,
    field_option,
    format_option,
    limit_option,
    pager_option,
    point_option,
    utc_option,
)
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.board.fields import is_below, no_field
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.engine.views.past.changes import BoardChange
from renkei.errors import UnknownActorError
from renkei.wording.visible import one_line


@click.command("log", help=__doc__)
@point_option("--after", "Only changes after this record or time.", default=0)
@agent_option("Only changes by this participant.")
@field_option
@limit_option("Only the last N changes.")
@pager_option
@utc_option
@format_option
def command(after: Point, agent: str | None, field: str | None, limit: int | None, output_format: str) -> None:
    with open_project() as project:
        state = project.state
        every = list(project.changes(seq_of(project, after, "--after")))
    found = [one for one in every if agent in (None, one.agent) and is_below(one.path, field)]
    if not found and agent is not None and agent not in state.actors:  # who left may still have changed something
        raise UnknownActorError(actor=agent, known=state.known_actors())
    if not found and field is not None and not any(is_below(path, field) for path in state.board.cells):
        raise no_field(field, state.board.cells)
    _show(found if limit is None else found[-limit:], output_format)


def _show(changes: list[BoardChange], output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, [_data(one) for one in changes])
        return
    if not changes:
        echo("No changes.")
    out = console()
    for one in changes:
        what = Text.assemble((f"{one.agent}  ", "actor"), (one.path, "field"), f"  {one_line(one.difference)}")
        if one.action:
            what.append(f"  {one_line(one.action)}", "dim")
        out.print(
            Paragraph(Text.assemble(Text(f"{shown_time(one.timestamp)}  ", "dim"), what), Text(f"{one.seq:>5} ", "dim"))
        )


def _data(change: BoardChange) -> dict[str, object]:
    named = asdict(change)
    return {{"timestamp": "at", "agent": "actor"}.get(name, name): value for name, value in named.items()}
