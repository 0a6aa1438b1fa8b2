"""The output and the exit status of a command that fails."""

import errno
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import click

from renkei.acts.command_line import COMMANDS
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.echo import DATA, echo, json_text
from renkei.edges.cli.output.usage import usage_message
from renkei.errors import DocumentError, IllegalTransitionError, RenkeiError
from renkei.wording.values import count
from renkei.wording.visible import visible

HINTS = {
    errno.EADDRINUSE: "Another program listens there, perhaps a server of renkei. Choose another port, or a free one "
    "with `--port 0`.",
}
"""What to do about an error of the system, by its number."""


def format_of(arguments: Sequence[str]) -> str:
    """Return the value of --format; it must also be known when the arguments cannot be parsed."""
    words = [word for one in arguments for word in (one.split("=", 1) if one.startswith("--format=") else [one])]
    return next((after for word, after in pairwise(words) if word == "--format"), "text")


def report(error: BaseException, output_format: str) -> ExitStatus:
    """Print an error to standard error, as text or as one JSON object, and return the exit status."""
    if output_format in DATA:
        click.echo(json_text(_data(error), indent=2 if output_format == "json" else None), err=True)
    elif isinstance(error, DocumentError):
        _print_problems(error)
    elif isinstance(error, RenkeiError):
        _print(error.code, error.message, _hint(error))
    elif isinstance(error, click.ClickException | OSError):
        _print(*_outside(error))
    else:
        echo("Interrupted.", err=True)
    return _status(error)


def _print_problems(error: DocumentError) -> None:
    """Print every problem of a document, as `renkei validate` does."""
    from renkei.edges.cli.output.paragraph import problem_lines  # rich is slow to import
    from renkei.edges.cli.output.terminal import console

    source = error.details["source"]
    echo("error", err=True, nl=False, fg="red", bold=True)
    echo(f" {error.code}: {source}: {count(len(error.problems), 'problem')}", err=True)
    out = console(stderr=True)
    for line in problem_lines(source, error.problems):
        out.print(line)


def _hint(error: RenkeiError) -> str:
    """Return the hint of an error, with the commands of the acts that it names."""
    if not isinstance(error, IllegalTransitionError):
        return error.hint
    commands = {act: words for words, act in COMMANDS.items()}
    allowed = ", ".join(f"`renkei {commands[one]}`" if one in commands else one for one in error.allowed.split(", "))
    return error.hint.replace(error.allowed, allowed)


def _print(code: str, message: str, hint: str) -> None:
    if sys.stderr.isatty():
        from renkei.edges.cli.output.paragraph import Paragraph
        from renkei.edges.cli.output.terminal import console
        from renkei.edges.cli.output.text import Text

        out, margin = console(stderr=True), Text("  ")
        out.print(Paragraph(Text(visible(f"{code}: {message}")), Text("error ", "bad"), margin))
        if hint:
            out.print(Paragraph(Text(visible(hint)), margin))
        return
    echo(f"error {code}: {message}", err=True)
    if hint:
        echo(f"  {hint}", err=True)


def _data(error: BaseException) -> dict[str, Any]:
    """Return an error in the form of `RenkeiError.as_dict`."""
    if isinstance(error, RenkeiError):
        return error.as_dict()
    code, message, hint = _outside(error)
    return {"code": code, "message": message, "hint": hint, "retryable": False, "details": {}}


def _outside(error: BaseException) -> tuple[str, str, str]:
    """Return the code, message and hint of an error that is none of renkei's own."""
    if isinstance(error, click.ClickException):
        return "USAGE", *usage_message(error)
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        message = f"{error.filename}: {reason}" if error.filename else reason
        return "SYSTEM", message, HINTS.get(error.errno or 0, "")
    return "INTERRUPTED", "Interrupted.", ""


def _status(error: BaseException) -> ExitStatus:
    if isinstance(error, click.ClickException):
        return ExitStatus.USAGE
    if isinstance(error, RenkeiError) and error.code == "NOTHING_TO_CLAIM":
        return ExitStatus.NOTHING_READY
    return ExitStatus.REFUSED if isinstance(error, RenkeiError | OSError) else ExitStatus.INTERRUPTED
