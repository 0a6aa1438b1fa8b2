"""Prints plain text, JSON and outcomes. Text of participants goes through here, or through `terminal.console`."""

import json
from typing import TYPE_CHECKING, Any

import click

from renkei.wording.visible import escape_hidden, visible

if TYPE_CHECKING:  # most commands that fail at once need no records
    from renkei.engine.record import Record


def echo(text: str, *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print text with its hidden characters escaped, so that it cannot control the terminal.

    `style`: as for `click.style`.
    """
    click.echo(click.style(visible(text), **style) if style else visible(text), err=err, nl=nl)


DATA = ("json", "jsonl")
"""The values of --format for programs."""

QUIET = "quiet"
"""The format of an outcome that is not printed."""


def print_data(output_format: str, value: Any) -> None:
    """Print data as JSON; as JSON Lines, a list has one line for each element, and all else is one line."""
    if output_format == "json":
        click.echo(json_text(value, indent=2))
        return
    for one in value if isinstance(value, list) else [value]:
        click.echo(json_text(one))


def json_text(value: Any, indent: int | None = None) -> str:
    """Return data as JSON that a terminal can show: hidden characters are escaped, which does not change the data."""
    return escape_hidden(json.dumps(value, ensure_ascii=False, indent=indent), lambda char: json.dumps(char)[1:-1])


def print_outcome(
    record: "Record | None", sentence: str, output_format: str, *, unchanged: str = "Nothing changed.", **data: Any
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


def receivers_of(record: "Record | None") -> list[str]:
    """Return the participants, or the group, that the first message of a record reached."""
    events = record.events if record else ()
    return next((list(event.reached) for event in events if event.kind == "message_sent"), [])
