"""Replace the project's event rules with those in FILE.

A file in which `renkei rules check` finds a mistake is refused.
"""

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.files.rules import read_rules, refuse_findings
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import open_project


@click.command("set", help=__doc__)
@click.argument("file", metavar="FILE")
@as_option
@outcome_options
def command(file: str, actor: str, output_format: str) -> None:
    rules, source, root = read_rules(file)
    with open_project() as project:
        refuse_findings(file, rules, source, root, project.state)
        record = project.set_rules(rules, actor=actor)
    names = [one.event for one in rules]
    print_outcome(
        record, f"The project has {counted(len(rules), 'rule')}: {', '.join(names)}.", output_format, rules=names
    )
