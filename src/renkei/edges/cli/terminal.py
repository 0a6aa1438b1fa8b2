"""Output: colours and tables on a terminal, plain text on a pipe."""

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
    """Return a console; on a pipe it writes plain text and cuts no lines."""
    return Console(theme=THEME, highlight=False, stderr=stderr, soft_wrap=True, emoji=False)


def width_of(out: Console, default: int) -> int:
    """Return the columns of a line: the terminal's width, or `default` on a pipe."""
    return out.width if out.is_terminal else default


TIER_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}
"""The style of a message of each tier."""

SHORT = frozenset(("id", "seq", "time", "at", "agent", "actor", "from", "type", "ref", "tier", "version", "priority"))
"""Columns that are never wrapped: their values are short, or people copy them."""


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "", *, figures: bool = False
) -> Table:
    """Build a table that wraps long text but never an id or a time; `figures` aligns numbers to the right."""
    built = Table(title=title, title_justify="left", title_style="bold", box=None, header_style="dim", pad_edge=False)
    for column in columns:
        right = figures and column not in SHORT
        built.add_column(
            column.replace("_", " "),
            overflow="fold",
            no_wrap=figures or column in SHORT,
            justify="right" if right else "left",
        )
    for row in rows:
        built.add_row(*(visible(cell) if isinstance(cell, str) else cell for cell in row))
    return built


def visible(text: str) -> str:
    """Escape control characters: text from a file must not control the terminal."""
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def print_json(value: Any) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 record` or `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
