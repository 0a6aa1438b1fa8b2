"""Add the event rules in FILE to those of the project.

A file in which `renkei rules check` finds a mistake is refused, and so is a rule whose name the project already has,
unless --replace is given.
"""

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.files.rules import read_rules, refuse_findings
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("add", help=__doc__)
@click.argument("file", metavar="FILE")
@click.option("--replace", is_flag=True, help="Replace the project's rules of the same names.")
@as_option
@outcome_options
def command(file: str, replace: bool, actor: str, output_format: str) -> None:
    rules, source, root = read_rules(file)
    with open_project() as project:
        refuse_findings(file, rules, source, root, project.state)
        record = project.add_rules(rules, replace=replace, actor=actor)
        names = [one.event for one in project.state.rules.rules]
    added = ", ".join(one.event for one in rules)
    print_outcome(record, f"Added: {added}. Rules of the project: {', '.join(names)}.", output_format, rules=names)
