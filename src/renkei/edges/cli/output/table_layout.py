"""Lays out tables on a terminal: aligned, or as records when they do not fit."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from renkei.edges.cli.output.wrapping import LEAST, joined, laid, longest_word, wrapped
from renkei.immutable.frozen import frozen

if TYPE_CHECKING:
    from renkei.edges.cli.output.tables import Table

GAP = "  "


def layout(table: "Table") -> "Layout":
    """Return the layout of a table."""
    rows = tuple(tuple(cell.__rich__() for cell in row) for row in table.rows)
    return Layout(table.headings, rows, table.title, table.figures)


@frozen
class Layout:
    """A table with texts of rich."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    title: str
    figures: bool

    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines for this many columns."""
        if self.title:
            yield Text(self.title, "bold")
        widths = self._natural()
        if _total(widths) <= width:
            yield from self._aligned(widths)
        elif self.figures:
            for part in self._parts(width):
                yield from part._aligned(part._natural())
        else:
            fitting = self._fitting(width)
            if fitting is None or self._height(fitting) > self._record_height(width):
                yield from self._records(width)
            else:
                yield from self._aligned(fitting)

    def _natural(self) -> list[int]:
        return self._widest(lambda text: text.cell_len, cell_len)

    def _widest(self, of_cell: Callable[[Text], int], of_heading: Callable[[str], int]) -> list[int]:
        return [
            max([of_heading(heading), *(of_cell(row[index]) for row in self.rows)])
            for index, heading in enumerate(self.headings)
        ]

    def _fitting(self, width: int) -> list[int] | None:
        """Return widths that break no word and leave no column too narrow to read; None if there are none."""
        natural = self._natural()
        least = self._widest(lambda text: max(longest_word(text.plain), min(text.cell_len, LEAST)), longest_word)
        if _total(least) > width:
            return None
        most = min(max(natural), width)
        while _total(widths := [max(low, min(full, most)) for low, full in zip(least, natural, strict=True)]) > width:
            most -= 1
        return widths

    def _height(self, widths: Sequence[int]) -> int:
        return 1 + sum(max(-(-cell.cell_len // w) for cell, w in zip(row, widths, strict=True)) for row in self.rows)

    def _record_height(self, width: int) -> int:
        room = width - len(GAP) * 2 - max(map(cell_len, self.headings))
        return sum(1 + sum(-(-cell.cell_len // max(room, 1)) for cell in row[1:]) for row in self.rows)

    def _aligned(self, widths: Sequence[int]) -> Iterator[Text]:
        yield self._line([Text(heading, "dim") for heading in self.headings], widths)
        for row in self.rows:
            cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
            for line in zip_longest(*cells, fillvalue=Text()):
                yield self._line(line, widths)

    def _line(self, cells: Sequence[Text], widths: Sequence[int]) -> Text:
        line = Text()
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            blanks = " " * (width - cell.cell_len)
            line.append(GAP if index else "")
            line.append_text(joined(Text(blanks), cell) if self.figures and index else joined(cell, Text(blanks)))
        line.rstrip()
        return line

    def _parts(self, width: int) -> Iterator["Layout"]:
        """Yield tables of as many columns as fit, each with the first column."""
        widths = self._natural()
        chosen = [0]
        for index in range(1, len(widths)):
            if len(chosen) > 1 and _total([widths[one] for one in (*chosen, index)]) > width:
                yield self._of(chosen)
                chosen = [0]
            chosen.append(index)
        yield self._of(chosen)

    def _of(self, columns: Sequence[int]) -> "Layout":
        rows = tuple(tuple(row[index] for index in columns) for row in self.rows)
        return Layout(tuple(self.headings[index] for index in columns), rows, "", self.figures)

    def _records(self, width: int) -> Iterator[Text]:
        """Yield each row as its first cell, and below it a line for each other cell that is not empty."""
        name_width = max(map(cell_len, self.headings[1:]), default=0)
        for row in self.rows:
            yield from laid(Text.assemble(row[0], style="bold"), Text(), None, width)
            for name, cell in zip(self.headings[1:], row[1:], strict=True):
                if cell.plain:
                    head = Text(f"{GAP}{name}{' ' * (name_width - cell_len(name))}{GAP}", "dim")
                    yield from laid(cell, head, None, width)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)
