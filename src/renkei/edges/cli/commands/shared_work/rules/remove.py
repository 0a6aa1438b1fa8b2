"""Remove event rules of the project by the NAMEs of their events; `renkei rules show` prints the rules."""

from collections.abc import Sequence

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("remove", help=__doc__)
@click.argument("names", nargs=-1, required=True, metavar="NAME…", shell_complete=completion.rules)
@as_option
@outcome_options
def command(names: Sequence[str], actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.remove_rules(*names, actor=actor)
        left = [one.event for one in project.state.rules.rules]
    text = f"Removed: {', '.join(names)}. Rules of the project: {', '.join(left) or 'none'}."
    print_outcome(record, text, output_format, rules=left)
