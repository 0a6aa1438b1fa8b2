"""Find mistakes in a rule file.

Mistakes are unknown names, rules that can never fire, and rules that trigger each other endlessly. Exit status 1 if
there are any. Recipients are compared with the participants of the project, if there is one.
"""

from pathlib import Path

import click
from rich.text import Text

from renkei.dispatch.recipients import Names
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.rule_file import read_rules
from renkei.edges.cli.terminal import console, counted
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.recipients import recipient_names
from renkei.errors import ProjectMissingError
from renkei.visible import visible


@click.command("check", help=__doc__)
@project_option
@click.argument("file", metavar="FILE")
def command(directory: Path, file: str) -> None:
    rules, source, root = read_rules(file)
    findings = list(rule_findings(rules, source, root, _recipients(directory)))
    out = console()
    for one in findings:
        where = f"{file}:{one.line}:{one.column}"
        out.print(
            Text.assemble(("✗ ", "bold red"), where, " ", (one.code, "bold"), f" {one.path}  {visible(one.message)}")
        )
        out.print(Text.assemble("      ", (visible(one.hint), "dim")))
    out.print(f"{counted(len(rules), 'rule')}, {counted(len(findings), 'problem')}")
    if findings:
        raise click.exceptions.Exit(1)


def _recipients(directory: Path) -> Names | None:
    try:
        with open_project(directory) as project:
            return recipient_names(project.state)
    except ProjectMissingError:
        return None
