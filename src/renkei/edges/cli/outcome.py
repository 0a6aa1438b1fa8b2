"""What a command that changes something prints: a sentence for people, or the number of its record as JSON."""

from typing import Any

from renkei.edges.cli.contract_output import status_line
from renkei.edges.cli.echo import echo, print_json
from renkei.engine.record import Record
from renkei.project.project import Project


def print_outcome(
    record: Record | None, sentence: str, output_format: str, *, unchanged: str = "Nothing changed.", **data: Any
) -> None:
    """Print the result of an act, or `unchanged` when `record` is None. `data` is added to the JSON."""
    if output_format == "json":
        print_json({"seq": record.seq if record else None, "changed": record is not None, **data})
        return
    echo(sentence if record else unchanged)


def print_contract(project: Project, contract: str, record: Record | None, output_format: str) -> None:
    """Print where a contract stands after an act; raises UnknownContractError."""
    entry = project.find_contract(contract)
    data: dict[str, Any] = {"contract": entry.terms.id, "status": entry.status, "assignee": entry.assignee}
    print_outcome(record, status_line(project, contract), output_format, **data)


def receivers_of(record: Record | None) -> list[str]:
    """Return whom the first message of a record reached."""
    events = record.events if record else ()
    return next((list(event.recipients) for event in events if event.kind == "message_sent"), [])
