"""Find mistakes in a rule file.

Mistakes are unknown names, rules that can never fire, and rules that trigger each other endlessly. Exit status 1 if
there are any. Recipients are compared with the participants of the project, if there is one.
"""

from collections.abc import Sequence

import click

from renkei.dispatch.recipients import Names
from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.files.rules import read_rules
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.problem_lines import problem_lines
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.project_directory import open_project
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.recipients import recipient_names
from renkei.errors import Problem, ProjectMissingError


@click.command("check", help=__doc__)
@click.argument("file", metavar="FILE")
@format_option
def command(file: str, output_format: str) -> None:
    rules, source, root = read_rules(file)
    findings = list(rule_findings(rules, source, root, _recipients()))
    if output_format in DATA:
        print_data(output_format, [one.as_dict() for one in findings])
    else:
        _show(file, findings, len(rules))
    if findings:
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _show(file: str, findings: Sequence[Problem], rules: int) -> None:
    out = console()
    for line in problem_lines(file, findings):
        out.print(line)
    out.print(f"{counted(rules, 'rule')}, {counted(len(findings), 'problem')}")


def _recipients() -> Names | None:
    try:
        with open_project() as project:
            return recipient_names(project.state)
    except ProjectMissingError:
        return None
