"""Text that is wrapped between words on a terminal, and stays on one line on a pipe."""

import re
from collections.abc import Iterator
from dataclasses import field

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from renkei.edges.cli.echo import echo
from renkei.edges.cli.terminal import console
from renkei.frozen import frozen
from renkei.visible import visible

_NARROW = r"[^\s\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U0001f300-\U0003ffff]+"
"""What must not be broken; scripts of wide characters may be broken anywhere."""

_WORD = re.compile(_NARROW)
_TOKEN = re.compile(rf"\s*[(「『（【]*(?:{_NARROW}|\S)[、。，．：；！？・…ー）」』】]*\s*")
"""What comes whole into a line, with the blanks after it; no line of Japanese begins with a mark that closes."""

_MARKS = re.compile("(>? ?)((?: |- )*)")
"""What begins a line of a context: the mark of a quotation, and its indentation."""

LEAST = 16
"""The columns that a text needs to be read well."""


@frozen
class Paragraph:
    """A text after a head, such as a time; `margin` stands before every line but the first.

    By default it is as wide as the head, or two columns if a word would not fit otherwise.
    """

    text: Text
    head: Text = field(default_factory=Text)
    margin: Text | None = None

    def piped(self) -> Iterator[str]:
        """Yield the line that is written on a pipe."""
        yield self.head.plain + self.text.plain

    def after(self, head: Text) -> "Paragraph":
        """Return the paragraph with something more before its head."""
        return Paragraph(self.text, joined(head, self.head), None if self.margin is None else joined(head, self.margin))

    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines for this many columns."""
        indent = self.head.cell_len
        if self.margin is None and width - indent < max(LEAST, longest_word(self.text.plain)):
            whole, margin = joined(self.head, self.text), Text("  ")
            first, *rest = wrapped(whole, width - 2, width)
            yield first
        else:
            margin = Text(" " * indent) if self.margin is None else self.margin
            first, *rest = wrapped(self.text, width - margin.cell_len, width - indent)
            yield joined(self.head, first)
        for line in rest:
            yield joined(margin, line)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)


def paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the lines of a text for agents; where one is continued, its quotation mark is repeated."""
    for line in text.splitlines():
        quote, blanks = _MARKS.match(line).groups()  # type: ignore[union-attr]
        yield Paragraph(Text(line), margin=Text(quote + " " * len(blanks)))


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


def print_text(text: str) -> None:
    """Print a text for agents: as it is on a pipe, its lines wrapped on a terminal."""
    out = console()
    if not out.is_terminal:
        echo(text, nl=not text.endswith("\n"))
        return
    for line in paragraphs(visible(text)):
        out.print(line)
