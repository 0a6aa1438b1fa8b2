"""Prints plain text and JSON. Text of participants goes through here, or through `terminal.console`."""

import json
from typing import Any

import click

from renkei.wording.visible import escape_hidden, visible


def echo(text: str, *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print text with its hidden characters escaped, so that it cannot control the terminal.

    `style`: as for `click.style`.
    """
    click.echo(click.style(visible(text), **style) if style else visible(text), err=err, nl=nl)


DATA = ("json", "jsonl")
"""The values of --format for programs."""


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
