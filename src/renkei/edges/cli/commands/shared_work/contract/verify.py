"""Run the commands of a contract's criteria as evidence.

A command proves its criterion if it exits with status 0. Exit status 1 if any command fails.

Whoever may judge the work runs it: the delegator, a lead or a human, in a directory that its producer cannot change
during the run. What a producer ran itself is a claim: `renkei contract submit --evidence`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from renkei.contracts.events import Proof
from renkei.edges.cli.arguments.options import QUIET, as_option, contract_argument, outcome_options
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.contract import status_line
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c
from renkei.project.criteria.run_criterion import ENVIRONMENT, Run, RunLimits, gather


@click.command("verify", help=__doc__)
@contract_argument
@as_option
@click.option(
    "--in",
    "working_directory",
    default=".",
    type=click.Path(path_type=Path, exists=True),
    help="Directory to run the commands in.",
)
@click.option(
    "--timeout",
    default=300.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Time limit of each command in seconds.",
)
@click.option(
    "--max-output",
    default=10 * 1024 * 1024,
    show_default=True,
    type=click.IntRange(1),
    help="Output limit of each command in bytes.",
)
@click.option(
    "--env",
    multiple=True,
    metavar="NAME",
    help="Pass this environment variable too, besides PATH and HOME (repeatable).",
)
@outcome_options
def command(
    contract: str,
    actor: str,
    working_directory: Path,
    timeout: float,
    max_output: int,
    env: tuple[str, ...],
    output_format: str,
) -> None:
    with open_project() as project:
        entry = project.find_contract(contract)
        project.do(c.ProveContract(entry.terms.id, ()), actor=actor)  # refused before anything runs
        limits = RunLimits(timeout, max_output)
        found = gather(entry, working_directory, actor, limits, (*ENVIRONMENT, *env))
        if found:
            project.do(c.ProveContract(entry.terms.id, tuple(proof for proof, _ in found)), actor=actor)
        status = project.find_contract(contract).status
        sentence = status_line(project, contract)
    if output_format in DATA:
        print_data(
            output_format, {"contract": entry.terms.id, "status": status, "runs": [_data(*one) for one in found]}
        )
    elif output_format != QUIET:
        _show(found, contract, sentence)
    if not all(proof.met for proof, _ in found):
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _data(proof: Proof, done: Run) -> dict[str, Any]:
    return {"criterion": proof.criterion, "met": proof.met, "detail": proof.detail, "output": done.tail}


def _show(found: Sequence[tuple[Proof, Run]], contract: str, sentence: str) -> None:
    if not found:
        echo(f"No criterion of {contract} has a command.")
        return
    out = console()
    for proof, done in found:
        mark = ("✓ ", "green") if proof.met else ("✗ ", "bold red")
        out.print(Text.assemble(mark, proof.detail, (f"  {proof.seconds:.1f} s", "dim")))
        if not proof.met and done.tail:
            out.print(Text(done.tail, "dim"))
    echo(sentence)
