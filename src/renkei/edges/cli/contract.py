"""`renkei contract`: delegated work – new, list, show, claim, verify, accept, cancel, graph."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from renkei.contracts.lifecycle import STATUSES
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contract
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.files import read_one, refuse
from renkei.edges.cli.graph import DRAW, edges_of
from renkei.edges.cli.options import agent_option, format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine import commands as c
from renkei.engine.state import HUMAN
from renkei.engine.validation import check
from renkei.errors import DocumentError, Problem
from renkei.project.project import Project
from renkei.project.run_criterion import ENVIRONMENT, Limits, gather

as_option = click.option("--as", "actor", default=HUMAN, show_default=True, metavar="ID", help="Who does it.")

_STYLES = {"completed": "green", "blocked": "red", "failed": "red", "submitted": "yellow", "cancelled": "dim"}


@click.group("contract")
def contract_command() -> None:
    """Delegated work: what was agreed, who has it, and what shows that it is done."""


@contract_command.command("new")
@project_option
@click.argument("file", metavar="FILE")
@as_option
def new(place: Path, file: str, actor: str) -> None:
    """Put a contract from FILE (`task_contract:`) into the store; without an assignee it is open for claiming."""
    source = read_one(file)
    terms = source.value.get("task_contract") if isinstance(source.value, dict) else None
    if isinstance(terms, dict):
        terms.setdefault("delegator", actor)
    checked = check(source)
    refuse(file, checked.problems)
    if not isinstance(checked.model, TaskContract):
        hint = "A contract has the root key `task_contract:`."
        raise DocumentError(file, [Problem("UNKNOWN_KIND", "", 1, 1, f"this is a {checked.kind}", hint)])
    with open_project(place) as project:
        project.do(c.OpenContract(checked.model), actor=actor)
        click.echo(_line(project, checked.model.id))


@contract_command.command("list")
@project_option
@click.option("--status", type=click.Choice(STATUSES), help="Only those.")
@click.option("--ready", is_flag=True, help="Only what can be claimed now, in the order in which it should be.")
@click.option("--all", "everything", is_flag=True, help="Also those that were settled long ago.")
@agent_option()
@format_option
def list_contracts(
    place: Path, status: str | None, ready: bool, everything: bool, agent: str | None, form: str
) -> None:
    """List the contracts that are open, and those that were settled last."""
    with open_project(place) as project:
        store = project.state.contracts
        names = {*store.entries, *(project.log.names("contract") if everything else ())}
        entries: Iterable[Contract] = (
            store.ready() if ready else sorted(map(project.find_contract, names), key=lambda e: e.seq)
        )
        rows = [
            entry
            for entry in entries
            if (status is None or entry.status == status) and (agent is None or entry.assignee == agent)
        ]
        waits = {entry.terms.id: store.waits_for(entry) for entry in rows}
    if form == "json":
        print_json([_data(entry) for entry in rows])
        return
    cells = [_cells(entry, ", ".join(waits[entry.terms.id])) for entry in rows]
    columns = ("id", "status", "assignee", "priority", "waits_for", "what")
    console().print(table(columns, cells) if rows else "No contract.")


def _cells(entry: Contract, waiting: str) -> list[str | Text]:
    terms = entry.terms
    who = entry.assignee or (f"open: {', '.join(terms.roles)}" if terms.roles else "open")
    status = Text(entry.status, _STYLES.get(entry.status, "default"))
    return [terms.id, status, who, terms.priority, waiting, terms.inputs.description]


@contract_command.command("show")
@project_option
@click.argument("contract", metavar="ID")
@format_option
def show(place: Path, contract: str, form: str) -> None:
    """Show a contract: where it stands, its terms, what is claimed and what is proved of each criterion."""
    with open_project(place) as project:
        entry = project.find_contract(contract)
    if form == "json":
        print_json(_data(entry))
        return
    out = console()
    steps = f", {entry.steps} turns" if entry.steps else ""
    out.print(Text.assemble((entry.terms.id, "bold"), f"  {entry.status}, {entry.assignee or 'nobody'}{steps}"))
    claims = {claim.criterion: claim for claim in entry.claims}
    for index, criterion in enumerate(entry.terms.acceptance_criteria):
        proofs, claim = [one for one in entry.proofs if one.criterion == index], claims.get(criterion.criterion)
        met = any(one.met for one in proofs)
        mark = ("✓", "green") if met else ("✗", "red") if proofs else ("?", "yellow")
        said = f"  says {entry.assignee}: {claim.evidence}" if claim else ""
        out.print(Text.assemble(mark, f" {criterion.criterion}", (said, "dim")))
        for one in proofs:
            sign = "" if one.met else "FAILED "
            out.print(Text(f"    {sign}{one.method} by {one.by}: {one.detail}", "dim" if one.met else "red"))
        if not proofs:
            out.print(Text("    not proved", "dim"))
    for note in entry.notes:
        out.print(Text.assemble(("  note  ", "dim"), note))
    click.echo(to_yaml({"task_contract": entry.terms.model_dump(mode="json", by_alias=True)}), nl=False)


@contract_command.command("claim")
@project_option
@click.argument("contract", metavar="[ID]", required=False)
@agent_option(required=True)
@click.option(
    "--lease", default=c.LEASE, show_default=True, type=click.IntRange(1), help="Seconds without a sign of life."
)
def claim(place: Path, contract: str | None, agent: str, lease: int) -> None:
    """Take open work: ID, or what is next in the queue for the agent's role. The first one gets it."""
    with open_project(place) as project:
        name = contract or _next(project, agent)
        if name is None:
            click.echo("Nothing is ready for you.")
            return
        project.do(c.ClaimContract(name, lease), actor=agent)
        click.echo(_line(project, name))


@contract_command.command("verify")
@project_option
@click.argument("contract", metavar="ID")
@as_option
@click.option("--in", "directory", default=".", type=click.Path(path_type=Path, exists=True), help="Where to run.")
@click.option("--timeout", default=300.0, show_default=True, type=click.FloatRange(0.1), help="Seconds a command.")
@click.option("--max-output", default=10 * 1024 * 1024, show_default=True, type=click.IntRange(1), help="Bytes.")
@click.option("--env", multiple=True, metavar="NAME", help="A variable that commands may see, besides PATH and HOME.")
def verify(
    place: Path, contract: str, actor: str, directory: Path, timeout: float, max_output: int, env: tuple[str, ...]
) -> None:
    """Run the commands of a contract's criteria; how each ends is the evidence."""
    with open_project(place) as project:
        entry = project.find_contract(contract)
        limits = Limits(timeout, max_output)
        found = gather(entry, directory, actor, limits, (*ENVIRONMENT, *env))
        if not found:
            click.echo(f"No criterion of {contract} has a command.")
            return
        project.do(c.ProveContract(entry.terms.id, tuple(proof for proof, _ in found)), actor=actor)
        out = console()
        for proof, done in found:
            mark = ("✓ ", "green") if proof.met else ("✗ ", "bold red")
            out.print(Text.assemble(mark, proof.detail, (f"  {proof.seconds:.1f} s", "dim")))
            if not proof.met and done.tail:
                out.print(Text(done.tail, "dim"))
        click.echo(_line(project, contract))
    if not all(proof.met for proof, _ in found):
        raise click.exceptions.Exit(1)


@contract_command.command("accept")
@project_option
@click.argument("contract", metavar="ID")
@as_option
@click.option("--because", default="", help="What shows that it is done.")
def accept(place: Path, contract: str, actor: str, because: str) -> None:
    """Accept submitted work. Its producer cannot."""
    _move(place, c.AcceptContract(contract, because), actor)


@contract_command.command("cancel")
@project_option
@click.argument("contract", metavar="ID")
@as_option
@click.option("--because", default="", help="Why.")
def cancel(place: Path, contract: str, actor: str, because: str) -> None:
    """Cancel a contract, and every part of it."""
    _move(place, c.TransitionContract(contract, "cancel", because), actor)


@contract_command.command("graph")
@project_option
@click.option("--format", "form", default="mermaid", show_default=True, type=click.Choice(list(DRAW)), help="Notation.")
@click.option("--all", "everything", is_flag=True, help="Settled contracts as well.")
def graph(place: Path, form: str, everything: bool) -> None:
    """Draw which contracts depend on which, and who has them."""
    with open_project(place) as project:
        state = project.state
    kept = [edge for edge in edges_of(state, everything) if edge[1] in ("depends_on", "assigned_to")]
    click.echo(DRAW[form](kept, state.links))


def _move(place: Path, part: c.AcceptContract | c.TransitionContract, actor: str) -> None:
    with open_project(place) as project:
        project.do(part, actor=actor)
        click.echo(_line(project, part.contract))


def _next(project: Project, agent: str) -> str | None:
    state = project.state
    role = state.actors[agent].role if agent in state.actors else ""
    fitting = (entry.terms.id for entry in state.contracts.ready() if entry.fits(role))
    return next(fitting, None)


def _line(project: Project, contract: str) -> str:
    entry = project.find_contract(contract)
    return f"{entry.terms.id} is {entry.status}" + (
        f", with {entry.assignee}." if entry.assignee else ", for claiming."
    )


def _data(entry: Contract) -> dict[str, Any]:
    return {
        "status": entry.status,
        "assignee": entry.assignee,
        "steps": entry.steps,
        "attempts": entry.attempts,
        "claims": [claim.model_dump(mode="json") for claim in entry.claims],
        "proofs": [proof.model_dump(mode="json") for proof in entry.proofs],
        "notes": list(entry.notes),
        "task_contract": entry.terms.model_dump(mode="json", by_alias=True),
    }
