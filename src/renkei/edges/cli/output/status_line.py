"""A line that says how far something is: on a terminal it replaces the one before, and on a pipe it is another one."""

from types import TracebackType
from typing import Self

from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text


class StatusLine:
    """The line, below what was printed before. On a terminal it stays when the block ends."""

    def __enter__(self) -> Self:
        self._live = None
        if console().is_terminal:
            from rich.live import Live  # slow to import

            from renkei.edges.cli.output.rich_terminal import rich_console

            self._live = Live(console=rich_console(), auto_refresh=False)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def say(self, text: str, style: str = "") -> None:
        """Print a text that stays, above the line."""
        out = self._live.console if self._live is not None else console()
        out.print(Paragraph(Text(f"{text}\n" if self._live else text, style)))
        out.file.flush()

    def show(self, text: str, style: str = "") -> None:
        """Show a text instead of the one before."""
        said = Text(text, style)
        if self._live is not None:
            line = said.__rich__()
            line.no_wrap, line.overflow = True, "ellipsis"
            self._live.update(line, refresh=True)
            return
        console().print(Paragraph(said))
        console().file.flush()
