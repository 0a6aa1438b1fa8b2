"""An artifact's file as a page shows it: a picture, the head of a table or a text, or only its name and size."""

import csv
from collections.abc import Sequence
from io import StringIO
from itertools import islice

from markupsafe import Markup

from renkei.edges.view.previews.known import KnownFile
from renkei.edges.view.prose.code import code_block
from renkei.immutable.frozen import frozen

MOST_CHARACTERS = 20_000
MOST_LINES = 200
MOST_ROWS = 50
MOST_COLUMNS = 20
MOST_CELL = 200
"""The most that a page shows of a text and of a table."""

SEPARATORS = {"csv": ",", "tsv": "\t"}
"""The endings of the names of tables, and what is between their cells."""

UNITS = (("MB", 1_000_000), ("kB", 1000))


@frozen
class Preview:
    """The head of a text: markup of lines, or the rows of a table, the first of them its titles."""

    text: Markup = Markup()
    rows: Sequence[Sequence[str]] = ()
    is_cut: bool = False


def preview_of(file: KnownFile) -> Preview | None:
    """Return the head of a text; None for other kinds of files."""
    if file.kind.group != "text":
        return None
    text = file.head.decode(errors="ignore")
    ending = file.name.rpartition(".")[2].lower()
    if ending in SEPARATORS:
        return _table(text, SEPARATORS[ending], file.length)
    lines = text[:MOST_CHARACTERS].splitlines()[:MOST_LINES]
    shown = "\n".join(lines)
    is_cut = len(shown) < len(text.rstrip("\n")) or file.length > len(file.head)
    return Preview(code_block(shown, ending), is_cut=is_cut)


def _table(text: str, separator: str, length: int) -> Preview:
    rows = []
    try:
        for row in islice(csv.reader(StringIO(text), delimiter=separator), MOST_ROWS + 1):
            rows.append(tuple(one[:MOST_CELL] for one in row[:MOST_COLUMNS]))
    except csv.Error:  # a cell is too long for the reader
        return Preview(code_block(text[:MOST_CHARACTERS]), is_cut=True)
    return Preview(rows=rows[:MOST_ROWS], is_cut=len(rows) > MOST_ROWS or length > len(text.encode()))


def size_words(length: int) -> str:
    """Return a number of bytes in words, such as `12 kB`."""
    name, unit = next((one for one in UNITS if length >= one[1]), ("B", 1))
    return f"{round(length / unit, 1 if unit > 1000 else None)} {name}"
