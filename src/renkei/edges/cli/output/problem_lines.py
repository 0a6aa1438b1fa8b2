"""The lines that show the problems of a document: the same from every command."""

from collections.abc import Iterable, Iterator

from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.text import Text
from renkei.errors import Problem
from renkei.wording.visible import visible


def problem_lines(file: str, problems: Iterable[Problem]) -> Iterator[Paragraph]:
    """Yield each problem with its place, which terminals and editors can open, and its hint on a line of its own."""
    for one in problems:
        where, path = f"{file}:{one.line}:{one.column} ", visible(one.path) or "(root)"
        message = f"  {visible(one.message)}"
        yield Paragraph(
            Text.assemble(where, (one.code, "bold"), " ", (path, "magenta"), message), Text("  "), Text(" " * 6)
        )
        if one.hint:
            yield Paragraph(Text(visible(one.hint), "dim"), Text(" " * 6))
