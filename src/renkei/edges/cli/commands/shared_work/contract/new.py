"""Create a contract from FILE (`task_contract:`).

Without an assignee it is open for claiming.
"""

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.files.reading import read_one, require_kind
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project
from renkei.edges.document_kinds import KINDS
from renkei.engine import commands as c
from renkei.engine.validation import check


@click.command("new", help=__doc__)
@click.argument("file", metavar="FILE")
@as_option
@outcome_options
def command(file: str, actor: str, output_format: str) -> None:
    source = read_one(file)
    terms = source.value.get("task_contract", source.value) if isinstance(source.value, dict) else None
    if isinstance(terms, dict) and "inputs" in terms:
        terms.setdefault("delegator", actor)
    checked = check(source, KINDS)
    require_kind("task_contract", file, source, checked, "A contract has the root key `task_contract:`.")
    with open_project() as project:
        record = project.do(c.OpenContract(checked.model), actor=actor)
        print_contract(project, checked.model.id, record, output_format)
