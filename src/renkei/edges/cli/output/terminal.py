"""Output: colours on a terminal, plain text on a pipe."""

import os
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, Protocol, runtime_checkable

from renkei.edges.cli.output.text import Text
from renkei.wording.visible import visible

if TYPE_CHECKING:
    from rich.text import Text as RichText

COLOURED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Environment variables by which rich takes a pipe for a terminal."""


@runtime_checkable
class Laid(Protocol):
    """What is laid out to the width of a terminal, and has a plain form for a pipe."""

    def piped(self) -> Iterator[str]:
        """Yield the lines that are written on a pipe."""

    def lines(self, width: int) -> Iterator["RichText"]:
        """Yield the lines for a terminal of this many columns."""


class Output:
    """Standard output or standard error. Rich lays out what is printed, except on a pipe: it is slow to import."""

    def __init__(self, stderr: bool) -> None:
        self._stderr = stderr

    @property
    def file(self) -> IO[str]:
        """Where it is printed."""
        return sys.stderr if self._stderr else sys.stdout

    @property
    def is_terminal(self) -> bool:
        """Whether it is a terminal, or the environment tells to write as if it were one."""
        if any(os.environ.get(name) for name in COLOURED):
            from renkei.edges.cli.output.rich_terminal import rich_console

            return rich_console(self._stderr).is_terminal
        return self.file.isatty()

    def print(self, *objects: Any, **options: Any) -> None:
        """Print objects as rich does; on a pipe a text is written as it is, and what is `Laid` in its plain form."""
        only = objects[0] if len(objects) == 1 and not options.keys() - {"end"} else None
        plain = isinstance(only, Laid) or (isinstance(only, Text) and "\t" not in only.plain)
        if not plain or self.is_terminal:
            from renkei.edges.cli.output.rich_terminal import rich_console

            rich_console(self._stderr).print(*objects, **options)
        else:
            lines, end = only.piped() if isinstance(only, Laid) else [str(only)], options.get("end", "\n")
            self.file.writelines(visible(line) + end for line in lines)
            self.file.flush()


def console(stderr: bool = False) -> Output:
    """Return what prints on standard output or standard error; on a pipe it writes plain text and cuts no lines."""
    return Output(stderr)


TIER_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}
"""The style of a message of each tier."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, such as `1 record` or `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"
