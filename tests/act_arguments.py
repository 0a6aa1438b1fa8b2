"""The arguments of acts in the form of each door that has no names for them: the words of a command line."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from renkei.acts.command_line import COMMANDS
from renkei.edges.cli.acts.command import act_command

DOCUMENTS = {
    "open_contract": ("task_contract", "task_contract"),
    "set_rules": ("events", "events"),
    "add_rules": ("events", "events"),
    "send": ("message", None),
    "register": ("json_schema", None),
}
"""Act → its argument that is a file, and the root key of the file."""


def perform_cli(act: str, arguments: Mapping[str, Any], directory: Path) -> list[str]:
    """Return the words after `renkei` that perform an act; documents are written to a directory."""
    if act == "send":
        return ["send", _file(act, arguments, directory)]
    words = next(words for words, name in COMMANDS.items() if name == act)
    given = dict(arguments)
    before: list[str] = []
    after: list[str] = []
    if act in DOCUMENTS and act != "register":
        before = [_file(act, given, directory)]
        del given[DOCUMENTS[act][0]]
    elif act == "set_context_delivery":
        before = [given.pop("context_delivery")]
    elif act == "register":
        after = [_file(act, given, directory)]
        del given["json_schema"]
    elif act == "write":
        (write,) = given.pop("writes")
        given = dict(write) | {"value": json.dumps(write["value"])}
    elif act == "reserve_files" and "lease" in given:
        given["lease"] = f"{given['lease']}s"
    elif act == "record_changes":
        given["changes"] = [_change(one) for one in given["changes"]]
    elif act == "submit":
        given["evidence"] = [f"{one['criterion']}={one['evidence']}" for one in given.get("evidence", ())]
    in_order, options = _split(act_command(act, words.rpartition(" ")[2]), given)
    return [*words.split(), *options, "--", *before, *in_order, *after]


def _change(change: Mapping[str, Any]) -> str:
    """Return a changed file as the command line takes it: its path, and its lines."""
    lines = ",".join(f"{first}-{last}" for first, last in change.get("lines", ()))
    return f"{change['path']}:{lines}" if lines else str(change["path"])


def _split(command: click.Command, given: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the words of positional arguments, and of options."""
    named = {one.name: one for one in command.params}
    in_order = [one.name for one in command.params if isinstance(one, click.Argument) and one.name in given]
    options = [
        word
        for name, value in given.items()
        if name not in in_order
        for word in _words(named[name].opts[-1] if name in named else f"--{name}", value)
    ]
    return [str(value) for name in in_order for value in _listed(given[name or ""])], options


def _words(option: str, value: Any) -> Iterator[str]:
    for one in _listed(value):
        if one is not False:
            yield option
        if not isinstance(one, bool):
            yield json.dumps(one) if isinstance(one, dict) else str(one)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _file(act: str, arguments: Mapping[str, Any], directory: Path) -> str:
    argument, root = DOCUMENTS[act]
    value = arguments[argument]
    file = directory / f"{act}.json"
    file.write_text(json.dumps({root: value} if root else value))
    return str(file)
