"""Show a contract's status, terms and evidence."""

from collections.abc import Iterable, Iterator

import click

from renkei.contracts.events import NoteAdded
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import contract_argument, format_option, pager_option
from renkei.edges.cli.output.contract import contract_data
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.engine.record import Record
from renkei.engine.views.agent_context.field_text import value_text
from renkei.texts.say import say
from renkei.wording.visible import one_line

MARKS = {
    "open": ("?", "yellow"),
    "failed": ("✗", "red"),
    "proved": ("✓", "green"),
    "accepted": ("✓", "green"),
    "accepted_not_run": ("~", "yellow"),
    "accepted_failed": ("~", "yellow"),
}
"""The mark of a criterion and its style, by what is known about it."""

STYLES = {"failed": "red", "accepted_not_run": "yellow", "accepted_failed": "yellow"}
"""The style of a proof by what it shows; others are dim."""


@click.command("show", help=__doc__)
@contract_argument
@pager_option
@format_option
def command(contract: str, output_format: str) -> None:
    with open_project() as project:
        entry = project.find_contract(contract)
        notes = list(_notes(project.log.records_about("contract", entry.terms.id), entry.terms.id))
    if output_format in DATA:
        print_data(output_format, contract_data(entry))
        return
    out = console()
    turns = f", {counted(entry.steps, 'turn')}" if entry.steps else ""
    out.print(Text.assemble((entry.terms.id, "bold"), f"  {entry.status}, {entry.assignee or 'not assigned'}{turns}"))
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
            proof = Text(f"{sign}{what} by {one.by}: {one.detail}", STYLES.get(one.standing, "dim"))
            out.print(Paragraph(proof, Text("    ")))
        if not proofs:
            out.print(Text("    no proof", "dim"))
    for name in ("outputs", "attempts", "limits"):
        value = getattr(entry, name)
        if value:
            shown = ", ".join(one.limit for one in value) if name == "limits" else value_text(value)
            out.print(Paragraph(Text(shown), Text(f"  {name}  ", "dim")))
    for note in notes:
        out.print(Paragraph(Text(one_line(note)), Text("  note  ", "dim")))
    echo(to_yaml({"task_contract": entry.terms.model_dump(mode="json", by_alias=True)}), nl=False)


def _notes(records: Iterable[Record], contract: str) -> Iterator[str]:
    """Yield every note on a contract; the state holds only the newest."""
    for record in records:
        for event in record.events:
            if isinstance(event, NoteAdded) and event.contract_id == contract:
                yield f"{event.by}: {event.text}"
