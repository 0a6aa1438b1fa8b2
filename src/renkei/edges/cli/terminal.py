"""Output: colours on a terminal, plain text on a pipe."""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
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


@runtime_checkable
class Laid(Protocol):
    """What is laid out to the width of a terminal, and has a plain form for a pipe."""

    def piped(self) -> Iterator[str]:
        """Yield the lines that are written on a pipe."""

    def lines(self, width: int) -> Iterator[Text]:
        """Yield the lines for a terminal of this many columns."""


class _Console(Console):
    """A console that escapes hidden characters in whatever is printed."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print objects; on a pipe a text is written as it is, because laying it out takes ten times as long."""
        only = objects[0] if len(objects) == 1 and not options.keys() - {"end"} else None
        text = self.render_str(only) if isinstance(only, str) else only
        if not self.is_terminal and isinstance(text, Laid):
            for line in text.piped():
                self.file.write(visible(line) + "\n")
        elif self.is_terminal or not isinstance(text, Text) or "\t" in text.plain:
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


TIER_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}
"""The style of a message of each tier."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, such as `1 record` or `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"
