"""Output: colours and tables on a terminal, plain text on a pipe."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from renkei.visible import visible

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


class _Console(Console):
    """A console that escapes hidden characters in whatever is printed."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print objects; on a pipe a text is written as it is, because laying it out takes ten times as long."""
        only = objects[0] if len(objects) == 1 and not options.keys() - {"end"} else None
        text = self.render_str(only) if isinstance(only, str) else only
        if self.is_terminal or not isinstance(text, Text) or "\t" in text.plain:
            super().print(*objects, **options)
        else:
            self.file.write(visible(text.plain) + options.get("end", "\n"))
            self.file.flush()

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for one in super().render(renderable, options):
            yield one if one.control else Segment(visible(one.text), one.style)


def console(stderr: bool = False, width: int | None = None) -> Console:
    """Return a console; on a pipe it writes plain text and cuts no lines. `width` defaults to the terminal's."""
    return _Console(theme=THEME, highlight=False, stderr=stderr, width=width, soft_wrap=True, emoji=False)


def width_of(out: Console, default: int) -> int:
    """Return the columns of a line: the terminal's width, or `default` on a pipe."""
    return out.width if out.is_terminal else default


def print_beside(out: Console, margin: Text, text: Text) -> None:
    """Print a text to the right of a margin. On a terminal, a line that is too long goes on there too, indented."""
    if not out.is_terminal:
        out.print(Text.assemble(margin, text))
        return
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    width = max(out.width - margin.cell_len - indent - 2, 20)
    for index, line in enumerate(text[indent:].wrap(out, width, overflow="fold") or [text]):
        out.print(Text.assemble(margin, " " * (indent + (2 if index else 0)), line))


TIER_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}
"""The style of a message of each tier."""

PIPE_WIDTH = 10_000
"""Columns of a table on a pipe: more than any row needs."""

SHORT = frozenset(("id", "seq", "time", "at", "agent", "actor", "from", "type", "ref", "tier", "version", "priority"))
"""Columns that are never wrapped: their values are short, or people copy them."""


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "", *, figures: bool = False
) -> Table:
    """Build a table that wraps long text but never an id or a time; `figures` aligns numbers to the right."""
    built = Table(title=title, title_justify="left", title_style="bold", box=None, header_style="dim", pad_edge=False)
    cells = [[Text(visible(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows]
    for index, column in enumerate(columns):
        heading = column.replace("_", " ")
        whole = figures or column in SHORT
        built.add_column(
            heading,
            overflow="fold",
            no_wrap=whole,
            min_width=max([cell_len(heading), *(row[index].cell_len for row in cells)]) if whole else None,
            justify="right" if figures and column not in SHORT else "left",
        )
    for row in cells:
        built.add_row(*row)
    return built


def print_table(built: Table) -> None:
    """Print a table: as wide as the terminal, or wider if numbers or ids need it; on a pipe, without wrapping."""
    out = console()
    if not out.is_terminal and (lines := list(plain_lines(built))) and max(map(cell_len, lines)) <= PIPE_WIDTH:
        out.print(Text("\n".join(lines)))
        return
    needed = Measurement.get(out, out.options, built).minimum
    console(width=max(out.width, needed) if out.is_terminal else PIPE_WIDTH).print(built)


def plain_lines(built: Table) -> Iterator[str]:
    """Yield the lines of a table without wrapping, as its layout does; laying out hundreds of rows takes a second."""
    if built.title:
        yield str(built.title)
    columns = [[str(column.header), *map(str, column.cells)] for column in built.columns]
    widths = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in columns]
    for row in zip(*columns, strict=True):
        for lines in zip_longest(*(cell.split("\n") for cell in row), fillvalue=""):
            yield "  ".join(map(_padded, lines, widths, (column.justify for column in built.columns)))


def _padded(line: str, width: int, justify: str) -> str:
    shown = line.rstrip() if justify == "right" else line
    spaces = " " * (width - cell_len(shown))
    return spaces + shown if justify == "right" else shown + spaces


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 record` or `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
