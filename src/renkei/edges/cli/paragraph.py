"""Text that is wrapped between words on a terminal, and stays on one line on a pipe."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from renkei.edges.cli.echo import echo
from renkei.edges.cli.terminal import console
from renkei.visible import visible

_WORD = re.compile(r"[^\s\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U0001f300-\U0003ffff]+")
"""What must not be broken; scripts of wide characters may be broken anywhere."""

_MARKS = re.compile("(>? ?)((?: |- )*)")
"""What begins a line of a context: the mark of a quotation, and its indentation."""

_WRAPS = Console(width=80, file=None, color_system=None)

LEAST = 20
"""The columns that a text needs to be read well."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text after a head, such as a time; `margin` stands before every line but the first, by default blanks."""

    text: Text
    head: Text = field(default_factory=Text)
    margin: Text | None = None

    def piped(self) -> Iterator[str]:
        """Yield the line that is written on a pipe."""
        yield self.head.plain + self.text.plain

    def after(self, head: Text) -> "Paragraph":
        """Return the paragraph with something more before its head."""
        return Paragraph(self.text, head + self.head, None if self.margin is None else head + self.margin)

    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines for this many columns."""
        indent = self.head.cell_len
        if self.margin is None and width - indent < LEAST:
            whole, margin = self.head + self.text, Text("  ")
            first, *rest = wrapped(whole, width - 2)
            yield first
        else:
            margin = Text(" " * indent) if self.margin is None else self.margin
            first, *rest = wrapped(self.text, width - max(indent, margin.cell_len))
            yield self.head + first
        for line in rest:
            yield margin + line

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)


def paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the lines of a text for agents; where one is continued, its quotation mark is repeated."""
    for line in text.splitlines():
        quote, blanks = _MARKS.match(line).groups()  # type: ignore[union-attr]
        yield Paragraph(Text(line), margin=Text(quote + " " * len(blanks)))


def wrapped(text: Text, width: int) -> list[Text]:
    """Return the lines of a text; a word that is wider than a line is not broken, so that it can be copied."""
    if text.cell_len <= width and "\n" not in text.plain:
        return [text]
    columns = max(width, 1)
    lines = text.wrap(_WRAPS, columns, overflow="fold" if longest_word(text.plain) <= columns else "ignore")
    for line in lines:
        line.rstrip()
    return list(lines)


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
