"""Create a contract from FILE (`task_contract:`).

Without an assignee it is open for claiming.
"""

from pathlib import Path

import click

from renkei.contracts.model import TaskContract
from renkei.edges.cli.contract_output import status_line
from renkei.edges.cli.echo import echo
from renkei.edges.cli.files import read_one, refuse, wrong_kind
from renkei.edges.cli.options import as_option, open_project, project_option
from renkei.engine import commands as c
from renkei.engine.validation import check


@click.command("new", help=__doc__)
@project_option
@click.argument("file", metavar="FILE")
@as_option
def command(directory: Path, file: str, actor: str) -> None:
    source = read_one(file)
    terms = source.value.get("task_contract", source.value) if isinstance(source.value, dict) else None
    if isinstance(terms, dict) and "inputs" in terms:
        terms.setdefault("delegator", actor)
    checked = check(source)
    refuse(file, checked.problems)
    if not isinstance(checked.model, TaskContract):
        hint = "A contract has the root key `task_contract:`."
        raise wrong_kind(file, 1, checked.kind, hint)
    with open_project(directory) as project:
        project.do(c.OpenContract(checked.model), actor=actor)
        echo(status_line(project, checked.model.id))
