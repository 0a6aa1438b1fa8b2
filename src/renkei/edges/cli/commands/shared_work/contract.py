"""Open, delegate, do, check and pause contracts."""

from collections.abc import Iterable, Iterator

import click

from renkei.contracts.events import NoteAdded
from renkei.contracts.lifecycle import STATUSES
from renkei.contracts.state import Contract
from renkei.documents.yaml_writer import to_yaml
from renkei.drawing.edges import edges_of
from renkei.drawing.notations import DRAW
from renkei.edges.cli.arguments.options import (
    agent_option,
    all_option,
    contract_argument,
    format_choice,
    format_option,
    pager_option,
)
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.contract import STYLES, contract_data, shown_status
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.graph import print_graph
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.engine.file_work.taken import waiting_for
from renkei.engine.participants.access import need_actor
from renkei.engine.record import Record
from renkei.engine.views.agent_context.field_text import value_text
from renkei.texts.say import say
from renkei.wording.visible import one_line

SECTIONS = {
    "Look": ("list", "show", "graph"),
    "Delegate": ("new", "delegate", "assign", "verify", "reopen", "cancel", "pause", "resume"),
    "Work": ("claim", "start", "note", "block", "submit", "release", "refuse"),
}

command = LazyGroup("contract", sections=SECTIONS, help=__doc__)

MARKS = {
    "open": ("?", "yellow"),
    "failed": ("✗", "red"),
    "proved": ("✓", "green"),
    "accepted": ("✓", "green"),
    "accepted_not_run": ("~", "yellow"),
    "accepted_failed": ("~", "yellow"),
}
"""The mark of a criterion and its style, by what is known about it."""

PROOF_STYLES = {"failed": "red", "accepted_not_run": "yellow", "accepted_failed": "yellow"}
"""The style of a proof by what it shows; others are dim."""


@command.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only contracts with this status.")
@click.option("--ready", is_flag=True, help="Only contracts that can be claimed now, most urgent first.")
@all_option
@agent_option("Only contracts assigned to this participant; with --ready, those that it can claim.")
@pager_option
@format_option
def list_contracts(status: str | None, ready: bool, everything: bool, agent: str | None, output_format: str) -> None:
    """List the open contracts and those closed most recently."""
    with open_project() as project:
        if agent is not None:
            need_actor(project.state, agent)
        store = project.state.contracts
        known = {*project.log.names("contract")}
        names = {*store.entries, *(known if everything else ())}
        entries: Iterable[Contract] = (
            (project.ready(agent) if agent else store.ready())
            if ready
            else sorted(map(project.find_contract, names), key=lambda e: (e.seq, e.terms.id))
        )
        rows = [
            entry
            for entry in entries
            if (status is None or entry.status == status) and (ready or agent is None or entry.assignee == agent)
        ]
        waits = {entry.terms.id: waiting_for(project.state, entry) for entry in rows}
    cells = (_cells(entry, ", ".join(waits[entry.terms.id])) for entry in rows)
    columns = ("id", "status", "assignee", "priority", "waits_for", "what")
    print_rows(output_format, [contract_data(entry) for entry in rows], columns, cells, "No contracts.")
    older = len(known - names)
    if older and not ready and output_format not in DATA:
        echo(f"{counted(older, 'older closed contract')} not listed: --all")


def _cells(entry: Contract, waiting: str) -> list[str | Text]:
    terms = entry.terms
    who = entry.assignee or (f"open: {', '.join(terms.roles)}" if terms.roles else "open")
    status = Text(shown_status(entry), STYLES.get(entry.status, "default"))
    return [terms.id, status, who, terms.priority, waiting, terms.inputs.description]


@command.command("show")
@contract_argument
@pager_option
@format_option
def show_contract(contract: str, output_format: str) -> None:
    """Show a contract's status, terms and evidence."""
    with open_project() as project:
        entry = project.find_contract(contract)
        notes = list(_notes(project.log.records_about("contract", entry.terms.id), entry.terms.id))
    if output_format in DATA:
        print_data(output_format, contract_data(entry))
        return
    out = console()
    turns = f", {counted(entry.steps, 'turn')}" if entry.steps else ""
    out.print(
        Text.assemble((entry.terms.id, "bold"), f"  {entry.shown_status}, {entry.assignee or 'not assigned'}{turns}")
    )
    if entry.paused is not None:
        out.print(
            Text.assemble(
                ("  paused  ", "bold red"), f"{entry.paused} (resume: `renkei contract resume {entry.terms.id}`)"
            )
        )
    if entry.conflict is not None:
        out.print(Text.assemble(("  waits for  ", "bold red"), f"conflict {entry.conflict}"))
    claims = {claim.criterion: claim for claim in entry.claims}
    for index, criterion in enumerate(entry.terms.acceptance_criteria):
        proofs, claim = [one for one in entry.proofs if one.criterion == index], claims.get(criterion.criterion)
        mark = MARKS[entry.standings[index]]
        said = f"  claimed {'as met' if claim.met else 'NOT met'}: {claim.evidence}" if claim else ""
        out.print(Paragraph(Text.assemble(criterion.criterion, (said, "dim")), Text.assemble(mark, " ")))
        for one in proofs:
            sign = "" if one.met else "FAILED "
            what = say("en", f"notice.{one.standing}") if one.overrides else one.method
            proof = Text(f"{sign}{what} by {one.by}: {one.detail}", PROOF_STYLES.get(one.standing, "dim"))
            out.print(Paragraph(proof, Text("    ")))
        if not proofs:
            out.print(Text("    no proof", "dim"))
    for name in ("commit", "outputs", "attempts", "limits"):
        value = getattr(entry, name)
        if value:
            shown = ", ".join(one.limit for one in value) if name == "limits" else value_text(value)
            out.print(Paragraph(Text(shown), Text(f"  {name}  ", "dim")))
    for note in notes:
        out.print(Paragraph(Text(one_line(note)), Text("  note  ", "dim")))
    echo(
        to_yaml({"task_contract": entry.terms.model_dump(mode="json", by_alias=True, exclude_defaults=True)}), nl=False
    )


def _notes(records: Iterable[Record], contract: str) -> Iterator[str]:
    """Yield every note on a contract; the state holds only the newest."""
    for record in records:
        for event in record.events:
            if isinstance(event, NoteAdded) and event.contract_id == contract:
                yield f"{event.by}: {event.text}"


@command.command("graph")
@pager_option
@format_choice((*DRAW, *DATA), "Notation of the drawing, or its nodes and edges as data.")
@all_option
def draw_contracts(output_format: str, everything: bool) -> None:
    """Draw the dependencies between contracts, and their assignees."""
    with open_project() as project:
        state = project.state
    kept = [edge for edge in edges_of(state, everything) if edge[1] in ("depends_on", "assigned_to", "waits_for_files")]
    print_graph(kept, state, output_format)
