"""Lays out text on a terminal: wraps it between words."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from renkei.edges.cli.output.paragraph import Paragraph

_NARROW = r"[^\s\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U0001f300-\U0003ffff]+"
"""What must not be broken; scripts of wide characters may be broken anywhere."""

_WORD = re.compile(_NARROW)
_TOKEN = re.compile(rf"\s*[(「『（【]*(?:{_NARROW}|\S)[、。，．：；！？・…ー）」』】]*\s*")
"""What comes whole into a line, with the blanks after it; no line of Japanese begins with a mark that closes."""

LEAST = 16
"""The columns that a text needs to be read well."""


def paragraph_lines(paragraph: "Paragraph", width: int) -> Iterator[Text]:
    """Return the lines of a paragraph for this many columns."""
    margin = None if paragraph.margin is None else paragraph.margin.__rich__()
    return laid(paragraph.text.__rich__(), paragraph.head.__rich__(), margin, width)


def laid(text: Text, head: Text, margin: Text | None, width: int) -> Iterator[Text]:
    """Yield the lines of a text after a head; see `Paragraph`."""
    indent = head.cell_len
    if margin is None and width - indent < max(LEAST, longest_word(text.plain)):
        whole, margin = joined(head, text), Text("  ")
        first, *rest = wrapped(whole, width - 2, width)
        yield first
    else:
        margin = Text(" " * indent) if margin is None else margin
        first, *rest = wrapped(text, width - margin.cell_len, width - indent)
        yield joined(head, first)
    for line in rest:
        yield joined(margin, line)


def joined(*texts: Text) -> Text:
    """Return texts as one, each in its own style; `+` would give all of them the style of the first."""
    return Text.assemble(*texts)


def wrapped(text: Text, width: int, first: int | None = None) -> list[Text]:
    """Return the lines of a text; a word that is wider than a line is not broken, so that it can be copied.

    `first`: the columns of the first line, if they differ.
    """
    if text.cell_len <= (width if first is None else first) and "\n" not in text.plain:
        return [text]
    lines: list[Text] = []
    for part in text.split("\n", allow_blank=True):
        lines += part.divide(_breaks(part.plain, width, width if lines or first is None else first))
    for line in lines:
        line.rstrip()
    return lines


def _breaks(line: str, width: int, room: int) -> Iterator[int]:
    """Yield where a line is broken; `room` are the columns that are left."""
    column = 0
    for found in _TOKEN.finditer(line):
        if column and column + cell_len(found[0].rstrip()) > room:
            yield found.start()
            column, room = 0, width
        column += cell_len(found[0])


def longest_word(text: str) -> int:
    """Return the columns of the widest word of a text."""
    return max(map(cell_len, _WORD.findall(text)), default=0)
