"""What a command that changes something prints: a sentence for people, or the number of its record as JSON."""

from typing import Any

from renkei.edges.cli.arguments.options import QUIET
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.engine.record import Record


def print_outcome(
    record: Record | None, sentence: str, output_format: str, *, unchanged: str = "Nothing changed.", **data: Any
) -> None:
    """Print the result of an act, or `unchanged` when `record` is None. `data` is added to the JSON."""
    changed = {"seq": record.seq if record else None, "changed": record is not None}
    print_done(sentence if record else unchanged, output_format, **changed, **data)


def print_done(sentence: str, output_format: str, **data: Any) -> None:
    """Print that something was done, which is no record: a sentence, or `data` as JSON."""
    if output_format in DATA:
        print_data(output_format, data)
    elif output_format != QUIET:
        echo(sentence)


def receivers_of(record: Record | None) -> list[str]:
    """Return whom the first message of a record reached."""
    events = record.events if record else ()
    return next((list(event.recipients) for event in events if event.kind == "message_sent"), [])
