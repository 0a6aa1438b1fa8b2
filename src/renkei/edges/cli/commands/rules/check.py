"""Find mistakes in a rule file.

Mistakes are unknown names, rules that can never fire, and rules that trigger each other endlessly. Exit status 1 if
there are any.
"""

import click
from rich.text import Text

from renkei.edges.cli.rule_file import read_rules
from renkei.edges.cli.terminal import console, counted, visible
from renkei.engine.rules.check import rule_findings


@click.command("check", help=__doc__)
@click.argument("file", metavar="FILE")
def command(file: str) -> None:
    rules, source, root = read_rules(file)
    findings = list(rule_findings(rules, source, root))
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
