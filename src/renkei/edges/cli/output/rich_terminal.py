"""The console of rich: colours and layout on a terminal."""

from collections.abc import Iterator
from typing import IO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.theme import Theme

from renkei.wording.visible import visible

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

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for one in super().render(renderable, options):
            yield one if one.control else Segment(visible(one.text), one.style)


def rich_console(stderr: bool = False, file: IO[str] | None = None) -> Console:
    """Return a console for what only rich can do, such as progress; `file` is where it writes instead."""
    return _Console(theme=THEME, highlight=False, stderr=stderr, file=file, soft_wrap=True, emoji=False)
