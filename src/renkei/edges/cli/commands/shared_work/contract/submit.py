"""Submit work as done: send a TASK_RESULT to its delegator.

Say with --evidence what shows that a criterion is met; CRITERION is its text, or its number as in `renkei contract
show`, from 1. The contract completes when each of its criteria is proved or accepted.
"""

from collections.abc import Iterator

import click

from renkei.contracts.model import TaskContract
from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project


@click.command("submit", help=__doc__)
@contract_argument
@as_option
@click.option("--summary", required=True, metavar="TEXT", help="What was done.")
@click.option("--output", "outputs", multiple=True, metavar="REF", help="An artifact that was produced (repeatable).")
@click.option("--evidence", multiple=True, metavar="CRITERION=TEXT", help="What shows that it is met (repeatable).")
@outcome_options
def command(
    contract: str,
    actor: str,
    summary: str,
    outputs: tuple[str, ...],
    evidence: tuple[str, ...],
    output_format: str,
) -> None:
    with open_project() as project:
        claims = dict(_claims(project.find_contract(contract).terms, evidence))
        record = project.submit(contract, summary, outputs, evidence=claims, actor=actor)
        print_contract(project, contract, record, output_format)


def _claims(terms: TaskContract, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each criterion with its evidence; a criterion may itself contain `=`."""
    criteria = [one.criterion for one in terms.acceptance_criteria]
    names = {str(number): name for number, name in enumerate(criteria, 1)} | {name: name for name in criteria}
    for word in words:
        found = next((name for name in sorted(names, key=len, reverse=True) if word.startswith(f"{name}=")), None)
        if found is None:
            shown = "; ".join(f"{number} {name}" for number, name in enumerate(criteria, 1))
            raise click.UsageError(f"{word!r} does not begin with a criterion and `=`. Criteria: {shown}.")
        yield names[found], word.removeprefix(f"{found}=")
