"""Click groups whose commands are modules, each imported only when it runs.

A command lives in the module of its name, which may be in a folder for its heading; there it is called `command`, and
the module's docstring is its help. The list of commands shows the first line of each docstring, read from the file:
importing all commands would take half a second.
"""

import keyword
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.acts.words import RENAMED, summaries


class LazyGroup(click.Group):
    """A group of the commands in `package`; `sections` holds their names under the headings of the help.

    `hidden_sections` are commands that the help does not show. `folders` names the folder of the package that holds the
    commands of a heading; a heading without one has them in the package itself. `acts` names the act of each
    command that performs one: it has no module.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        sections: Mapping[str, Sequence[str]],
        hidden_sections: Mapping[str, Sequence[str]] = {},
        folders: Mapping[str, str] = {},
        acts: Mapping[str, str] = {},
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.sections = sections
        self.acts = acts
        self.modules = {
            name: ".".join(filter(None, (package, folders.get(heading), module_name(name))))
            for heading, names in chain(sections.items(), hidden_sections.items())
            for name in names
            if name not in acts
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return list(chain.from_iterable(self.sections.values()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name; return None if there is none."""
        if cmd_name in self.acts:
            from renkei.edges.cli.acts.command import act_command  # imports the table of acts

            return act_command(self.acts[cmd_name], cmd_name)
        if cmd_name not in self.modules:
            return None
        command: click.Command = import_module(self.modules[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names; fails with the name that is most like it."""
        name = args[0]
        known = self.list_commands(ctx)
        if name not in known and name not in self.modules and not name.startswith("-") and not ctx.resilient_parsing:
            path = ctx.command_path.partition(" ")[2]
            if now := RENAMED.get(f"{path} {name}".strip()):
                ctx.fail(f"No such command {name!r}. It is called `renkei {now}`.")
            close = get_close_matches(name, known, 1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {close[0]!r}?" if close else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with a summary of each, without importing any."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, names in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", self.summary(name)) for name in names])

    def summary(self, name: str) -> str:
        """Return what a command does, in one line, without importing it."""
        return summaries()[self.acts[name]] if name in self.acts else summary(self.modules[name])


def module_name(command: str) -> str:
    """Return the name of a command's module: `import` lives in `import_.py`."""
    return f"{command}_" if keyword.iskeyword(command) else command


def summary(module: str) -> str:
    """Return the first line of the docstring of a command's module or package."""
    package, _, name = module.rpartition(".")
    folder = Path(import_module(package).__path__[0])
    file = folder / f"{name}.py"
    if not file.exists():
        file = folder / name / "__init__.py"
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip().strip('"')
