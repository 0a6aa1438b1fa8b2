"""Writing to the terminal: colour and tables where it allows, plain text where not."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text
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


def width_of(out: Console, default: int) -> int:
    """Give how many columns a line may have: the terminal's, or the default on a pipe."""
    return out.width if out.is_terminal else default


TIER_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}
"""How a message of each tier looks."""

SHORT = frozenset(("id", "seq", "time", "at", "agent", "actor", "from", "type", "ref", "tier", "version", "priority"))
"""Columns that are never broken: what stands in them is copied, or is short."""


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "", *, figures: bool = False
) -> Table:
    """Make a table that breaks long texts at words, and never an id or a time; `figures`: it holds numbers."""
    made = Table(title=title, title_justify="left", title_style="bold", box=None, header_style="dim", pad_edge=False)
    for column in columns:
        right = figures and column not in SHORT
        made.add_column(
            column.replace("_", " "),
            overflow="fold",
            no_wrap=figures or column in SHORT,
            justify="right" if right else "left",
        )
    for row in rows:
        made.add_row(*(visible(cell) if isinstance(cell, str) else cell for cell in row))
    return made


def visible(text: str) -> str:
    """Make control characters visible: what is quoted from a file must not steer the terminal."""
    return "".join(one if one.isprintable() or one == "\n" else ascii(one)[1:-1] for one in text)


def print_json(value: Any) -> None:
    """Write data as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
