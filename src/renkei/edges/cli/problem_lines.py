"""The lines that show the problems of a document: the same from every command."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from renkei.errors import Problem
from renkei.visible import visible


def problem_lines(file: str, problems: Iterable[Problem]) -> Iterator[Text]:
    """Yield each problem with its place, which terminals and editors can open, and its hint on a line of its own."""
    for one in problems:
        where, path = f"{file}:{one.line}:{one.column} ", visible(one.path) or "(root)"
        message = f"  {visible(one.message)}"
        yield Text.assemble("  ", where, (one.code, "bold"), " ", (path, "magenta"), message)
        if one.hint:
            yield Text.assemble("      ", (visible(one.hint), "dim"))
