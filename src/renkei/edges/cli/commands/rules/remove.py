"""Remove event rules of the project by the NAMEs of their events; `renkei rules show` prints the rules."""

from collections.abc import Sequence
from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option
from renkei.edges.cli.outcome import print_outcome


@click.command("remove", help=__doc__)
@project_option
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@as_option
@format_option
def command(directory: Path, names: Sequence[str], actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.remove_rules(*names, actor=actor)
        left = [one.event for one in project.state.rules.rules]
    text = f"Removed: {', '.join(names)}. Rules of the project: {', '.join(left) or 'none'}."
    print_outcome(record, text, output_format, rules=left)
