"""Writing to the terminal: colour and tables where it allows, plain text where not."""

import json
from typing import Any

import click
from rich.console import Console
from rich.theme import Theme

THEME = Theme(
    {
        "time": "dim",
        "actor": "bold cyan",
        "type": "bold",
        "field": "magenta",
        "rule": "yellow",
        "contract": "green",
        "notice": "bold red",
        "quiet": "dim",
        "good": "green",
        "bad": "bold red",
    }
)


def console(stderr: bool = False) -> Console:
    """Make a console; on a pipe it writes plain text in full width, without cutting lines."""
    return Console(theme=THEME, highlight=False, stderr=stderr, soft_wrap=True, emoji=False)


def visible(text: str) -> str:
    """Make control characters visible: what is quoted from a file must not steer the terminal."""
    return "".join(one if one.isprintable() or one == "\n" else ascii(one)[1:-1] for one in text)


def print_json(value: Any) -> None:
    """Write data as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
