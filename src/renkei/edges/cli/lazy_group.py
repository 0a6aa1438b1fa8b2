"""Groups of commands; each command is imported only when it runs.

A command of `renkei` itself lives in the module of its name, in the folder for its heading; there it is called
`command`, and the module's docstring is its help. A group is such a command, and its commands are functions beside it.
The list of commands shows the first line of each docstring, read from the file: importing all commands would take half
a second.
"""

import keyword
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.acts.words import RENAMED, acts_of, summaries
from renkei.edges.cli.output.usage import MEANT_COMMANDS


class LazyGroup(click.Group):
    """A group of commands; `sections` holds their names under the headings of the help.

    `path` are the words that call the group, by default its name: they say which of its commands perform acts.
    `hidden` are commands that the help does not show. `folders` names the package of the modules under each heading;
    a heading without one has no modules. `makers` return commands that are made when they are first needed.
    """

    def __init__(
        self,
        *args: Any,
        sections: Mapping[str, Sequence[str]],
        hidden: Mapping[str, Sequence[str]] = {},
        folders: Mapping[str, str] = {},
        makers: Mapping[str, Callable[[], click.Command]] = {},
        path: str | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.sections = sections
        self.makers = makers
        self.acts = acts_of(str(self.name) if path is None else path)
        self.modules = {
            name: f"{folders[heading]}.{module_name(name)}"
            for heading, names in chain(sections.items(), hidden.items())
            for name in names
            if heading in folders and name not in self.acts
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return list(chain.from_iterable(self.sections.values()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, imported or made of its act, or None."""
        if cmd_name in self.acts:
            from renkei.edges.cli.acts.command import act_command  # imports the table of acts

            return act_command(self.acts[cmd_name], cmd_name)
        if cmd_name in self.makers and cmd_name not in self.commands:
            self.add_command(self.makers[cmd_name](), cmd_name)
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(self.modules[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names; fails with the name that is most like it."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            path = ctx.command_path.partition(" ")[2]
            if now := RENAMED.get(f"{path} {name}".strip()):
                ctx.fail(f"No such command {name!r}. It is called `renkei {now}`.")
            meant = self._meant(ctx, name, path)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {meant!r}?" if meant else ""))
        return super().resolve_command(ctx, args)

    def _meant(self, ctx: click.Context, name: str, path: str) -> str:
        """Return the command that a name means: another word for it, one like it, or the id that `show` takes."""
        known = self.list_commands(ctx)
        close = [one for one in MEANT_COMMANDS.get(name, ()) if one in known] or get_close_matches(name, known, 1)
        if close:
            return close[0]
        shown = self.get_command(ctx, "show") if path and "show" in known else None
        takes_id = shown is not None and any(isinstance(one, click.Argument) for one in shown.params)
        return f"renkei {path} show {name}" if takes_id else ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with a summary of each, without importing any."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, names in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", self.summary(name)) for name in names])

    def summary(self, name: str) -> str:
        """Return what a command does, in one line, without importing it."""
        if name in self.acts:
            return summaries()[self.acts[name]]
        if name in self.modules:
            return summary_of(self.modules[name])
        command = self.get_command(click.Context(self), name)
        return str(command.help).splitlines()[0] if command is not None else ""


def module_name(command: str) -> str:
    """Return the name of a command's module: `import` lives in `import_.py`."""
    return f"{command}_" if keyword.iskeyword(command) else command


def summary_of(module: str) -> str:
    """Return the first line of the docstring of a command's module."""
    package, _, name = module.rpartition(".")
    with (Path(import_module(package).__path__[0]) / f"{name}.py").open(encoding="utf-8") as lines:
        return lines.readline().strip().strip('"')
