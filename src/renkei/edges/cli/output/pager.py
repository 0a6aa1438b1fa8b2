"""Shows long output in a pager, on a terminal only."""

import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click


class _HeldOutput(io.StringIO):
    """Output that is kept until it is known how long it is; it has the colours and the width of the terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def paging() -> Iterator[None]:
    """Show what the block prints in `$PAGER` if it is longer than the terminal, unless `NO_PAGER` is set.

    On a pipe, and when it is short, it is printed as it is.
    """
    terminal = sys.stdout
    if not terminal.isatty() or os.environ.get("NO_PAGER"):
        yield
        return
    sys.stdout = held = _HeldOutput()
    try:
        yield
    finally:
        sys.stdout = terminal
        text = held.getvalue()
        if text.count("\n") < shutil.get_terminal_size().lines:
            terminal.write(text)
        else:
            click.echo_via_pager(text, color=True if "\x1b[" in text else None)
