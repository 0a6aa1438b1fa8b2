"""List all changes of the board, from the first record on."""

from dataclasses import asdict
from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError
from rich.text import Text

from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import agent_option, format_option, open_project, project_option
from renkei.edges.cli.terminal import console
from renkei.engine.views.changes import BoardChange
from renkei.protocol.primitives import Timestamp
from renkei.visible import visible

_TIME: TypeAdapter[str] = TypeAdapter(Timestamp)


@click.command("log", help=__doc__)
@project_option
@click.option("--since", metavar="SEQ|TIME", help="Only changes after this record or time.")
@agent_option(help="Only changes by this agent or human.")
@click.option("--field", metavar="PATH", help="Only this field and what is below it.")
@format_option
def command(directory: Path, since: str | None, agent: str | None, field: str | None, output_format: str) -> None:
    after, time = _since(since)
    with open_project(directory) as project:
        found = [
            one
            for one in project.changes(after)
            if (agent is None or one.agent == agent)
            and (field is None or one.path == field or one.path.startswith(field.rstrip("/") + "/"))
            and one.timestamp > time
        ]
    _show(found, output_format)


def _since(text: str | None) -> tuple[int, str]:
    if text is None:
        return 0, ""
    if text.isdigit():
        return int(text), ""
    try:
        return 0, _TIME.validate_python(text)
    except ValidationError:
        raise click.UsageError("--since takes a seq such as 12, or a time such as 2026-01-15T09:30:00Z.") from None


def _show(changes: list[BoardChange], output_format: str) -> None:
    if output_format == "json":
        print_json([asdict(one) for one in changes])
        return
    if not changes:
        echo("No changes.")
    out = console()
    for one in changes:
        head = ((f"{one.seq:>5} {one.timestamp[:19]}  ", "dim"), (f"{one.agent}  ", "actor"), (one.path, "field"))
        out.print(Text.assemble(*head, f"  {visible(one.difference)}  ", (visible(one.action), "dim")))
