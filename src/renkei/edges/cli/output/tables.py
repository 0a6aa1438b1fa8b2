"""Tables: aligned on a terminal, as records when they do not fit, and separated by tabs on a pipe."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.immutable.frozen import frozen
from renkei.wording.visible import one_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text as RichText

    from renkei.edges.cli.output.text import Text


@frozen
class Table:
    """Rows under headings; in a table of `figures` all columns but the first are aligned to the right."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    title: str = ""
    figures: bool = False

    def piped(self) -> Iterator[str]:
        """Yield the lines that are written on a pipe: fields separated by tabs, without wrapping or padding."""
        if self.title:
            yield self.title
        yield "\t".join(self.headings)
        for row in self.rows:
            yield "\t".join(cell.plain for cell in row)

    def lines(self, width: int) -> Iterator["RichText"]:
        """Yield the lines for this many columns."""
        from renkei.edges.cli.output.table_layout import layout  # rich is slow to import

        return layout(self).lines(width)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        yield from self.lines(options.max_width)


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "", *, figures: bool = False
) -> Table:
    """Build a table; a cell is shown on one line unless it is wrapped."""
    headings = tuple(column.replace("_", " ") for column in columns)
    return Table(headings, tuple(tuple(map(_cell, row)) for row in rows), title, figures)


def _cell(value: str | Text) -> Text:
    style = value.style if isinstance(value, Text) else ""
    return Text(one_line(str(value)).replace("\t", " "), style)


def print_table(built: Table) -> None:
    """Print a table."""
    console().print(built)


def print_rows(
    output_format: str, data: Sequence[Any], columns: Sequence[str], rows: Iterable[Sequence[str | Text]], empty: str
) -> None:
    """Print a list: as data, or as a table with a row for each entry; `empty` is said where there is none."""
    if output_format in DATA:
        print_data(output_format, data)
    elif data:
        print_table(table(columns, rows))
    else:
        echo(empty)
