"""Text that is wrapped between words on a terminal, and stays on one line on a pipe."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.errors import Problem
from renkei.immutable.frozen import frozen
from renkei.wording.visible import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text as RichText

    from renkei.edges.cli.output.text import Text


_MARKS = re.compile("(>? ?)((?: |- )*)")
"""The beginning of a line of a context: the mark of a quotation, and its indentation."""


@frozen
class Paragraph:
    """A text after a head, such as a time; `margin` begins every line but the first.

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
        margin = None if self.margin is None else Text.assemble(head, self.margin)
        return Paragraph(self.text, Text.assemble(head, self.head), margin)

    def lines(self, width: int) -> Iterator["RichText"]:
        """Yield the lines for this many columns."""
        from renkei.edges.cli.output.wrapping import paragraph_lines  # rich is slow to import

        return paragraph_lines(self, width)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        yield from self.lines(options.max_width)


def paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the lines of a text for agents; where one is continued, its quotation mark is repeated."""
    for line in text.splitlines():
        quote, blanks = _MARKS.match(line).groups()  # type: ignore[union-attr]
        yield Paragraph(Text(line), margin=Text(quote + " " * len(blanks)))


def print_text(text: str) -> None:
    """Print a text for agents: as it is on a pipe, its lines wrapped on a terminal."""
    out = console()
    if not out.is_terminal:
        echo(text, nl=not text.endswith("\n"))
        return
    for line in paragraphs(visible(text)):
        out.print(line)


def problem_lines(file: str, problems: Iterable[Problem]) -> Iterator[Paragraph]:
    """Yield each problem with its place, which terminals and editors can open, and its hint on a separate line."""
    for one in problems:
        where, path = f"{file}:{one.line}:{one.column} ", visible(one.path) or "(root)"
        message = f"  {visible(one.message)}"
        yield Paragraph(
            Text.assemble(where, (one.code, "bold"), " ", (path, "magenta"), message), Text("  "), Text(" " * 6)
        )
        if one.hint:
            yield Paragraph(Text(visible(one.hint), "dim"), Text(" " * 6))
