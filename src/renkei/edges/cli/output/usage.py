"""Explains wrong usage: the fault, and renkei's name for an option or command of other programs."""

import re

import click

MEANT_OPTIONS: dict[str, tuple[str, ...]] = {
    "--agent": ("--as",),
    "--as": ("--agent",),
    "--comment": ("--reason", "--rationale", "--text"),
    "--directory": ("--into",),
    "--for": ("--agent",),
    "--from": ("--as", "--agent"),
    "--json": ("--format json",),
    "--jsonl": ("--format jsonl",),
    "--message": ("--reason", "--rationale", "--text"),
    "--output": ("--into", "--format"),
    "--since": ("--after",),
    "--to": ("ASSIGNEE", "--into"),
    "--until": ("--before",),
    "-m": ("--reason", "--rationale", "--text"),
    "-o": ("--into", "--format"),
}
"""An option that people type → renkei's options: the first that the command takes is suggested."""

MEANT_COMMANDS: dict[str, tuple[str, ...]] = {
    "answer": ("reply",),
    "approve": ("accept",),
    "ask": ("send",),
    "check": ("verify", "validate"),
    "create": ("new", "add", "set", "init"),
    "delete": ("remove", "revoke", "cancel", "leave"),
    "edit": ("set",),
    "get": ("show",),
    "history": ("log",),
    "list": ("show", "status"),
    "ls": ("list", "show", "status"),
    "new": ("add", "set", "init"),
    "register": ("add", "join"),
    "rm": ("remove", "revoke", "cancel", "leave"),
    "say": ("post",),
    "show": ("list", "status"),
    "undo": ("revert",),
    "update": ("set",),
    "view": ("show", "serve"),
}
"""A command that people type → renkei's commands: the first that the group has is suggested."""

EXTRA = {"--into": "DIR", "--agent": "ID"}
"""Options whose value people write as an argument, and what the value is."""

_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


def usage_message(error: click.ClickException) -> tuple[str, str]:
    """Return the fault of a command line, and a hint with the right words and the page that explains them."""
    text = error.format_message()
    if isinstance(error, click.NoSuchOption) and (meant := _meant(error)):
        text = f"{error.message} {meant}"
    message, *advice = _SENTENCE.split(text, maxsplit=1)
    message += "" if message.endswith((".", "?")) else "."
    context = getattr(error, "ctx", None)
    if context is None:
        return message, "".join(advice)
    options = [f"{name} {value}" for name, value in EXTRA.items() if _takes(context, name)]
    if "unexpected extra argument" in message and options:
        advice.append(f"Did you mean '{options[0]}'?")
    return message, " ".join((*advice, _explained(error, context)))


def _meant(error: click.NoSuchOption) -> str:
    """Return a question with the option that is meant; "" if none is known."""
    if error.ctx is None:
        return ""
    argument = error.option_name.lstrip("-").upper()
    for one in (argument, *MEANT_OPTIONS.get(error.option_name, ())):
        if found := _takes(error.ctx, one):
            return f"Give it as {found}." if found.isupper() else f"Did you mean {found!r}?"
    return ""


def _takes(context: click.Context, word: str) -> str:
    """Return an option with its value, or the name of an argument, if the command takes it; else ""."""
    name = word.partition(" ")[0]
    known = {name for one in context.command.params for name in (*one.opts, one.metavar or "")}
    return word if name in known else ""


def _explained(error: click.ClickException, context: click.Context) -> str:
    """Return where the usage is explained; if positional arguments are wrong, show them at once."""
    param = getattr(error, "param", None)
    if "extra argument" in error.format_message() or (
        isinstance(error, click.MissingParameter) and isinstance(param, click.Argument)
    ):
        return f"Usage: {' '.join((context.command_path, *context.command.collect_usage_pieces(context)))}"
    return f"`{context.command_path} --help` shows the usage."
