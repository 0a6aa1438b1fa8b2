"""Reads a command written as one text, although a command is a list of a program and its arguments."""

import re
import shlex
from collections.abc import Sequence

_SHELL = re.compile(r"[|&;<>()$`*?~\n]")
"""Characters for which a text needs a shell."""

EXAMPLE = ("pytest", "-q")


def arguments_of(line: str) -> list[str]:
    """Return the program and the arguments that a text means: its words, or the call of a shell if it needs one."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation mark without its partner
        words = []
    program = words[0] if words else ""
    is_plain = program and "=" not in program and not re.search(r"\s", program) and not _SHELL.search(line)
    return words if is_plain else ["sh", "-c", line]


def fault_of(command: Sequence[str]) -> tuple[str, Sequence[str]] | None:
    """Return why no system can start a command, and a command that can be started; None if this one can be."""
    if not command or not command[0].strip() or any("\0" in one for one in command):
        return "no command that can be started", EXAMPLE
    if re.search(r"\s", command[0]):
        line = " ".join((command[0], *map(shlex.quote, command[1:])))
        return "the first element has spaces, so it is not the name of a program", arguments_of(line)
    return None
