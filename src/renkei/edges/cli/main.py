"""The `renkei` command: its subcommands, and how errors become a message and an exit status.

`exit_status.py` lists the exit statuses.
"""

import io
import os
import sys
from itertools import chain

import click

from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.failure import format_of, report
from renkei.errors import ProjectMissingError, RenkeiError

SECTIONS = {
    "Set up a project": ("demo", "init", "clone", "move", "join", "leave", "group", "project"),
    "Coding agents": ("team", "run", "connect", "disconnect"),
    "Messages": (
        "send",
        "post",
        "reply",
        "waive",
        "inbox",
        "wait",
        "read",
        "mark-read",
        "context",
        "message",
        "search",
    ),
    "Shared work": ("board", "contract", "artifact", "files", "rules", "graph"),
    "Decisions": ("decide", "assign-decision", "review", "accept", "send-back", "reject"),
    "Supervision": (
        "status",
        "watch",
        "obligations",
        "pause",
        "resume",
        "interrupt",
        "unblock",
        "log",
        "replay",
        "test",
        "audit",
        "trace",
    ),
    "Over a network": ("serve", "token", "bridge", "notify"),
    "Storage": ("doctor", "compact", "backup", "restore", "export", "import"),
    "Documents": ("validate", "schema", "conformance"),
    "Programs": ("acp", "mcp"),
    "Shell": ("completion",),
}
"""The commands under the headings of `renkei --help`; each performs an act or is a module of its folder."""

HIDDEN = {"Programs": ("hook",)}
"""Commands that programs call, which the help does not show, under the heading whose folder they are in."""

FOLDERS = {
    heading: f"renkei.edges.cli.commands.{folder}"
    for heading, folder in {
        "Set up a project": "setup",
        "Coding agents": "coding_agents",
        "Messages": "messages",
        "Shared work": "shared_work",
        "Supervision": "supervision",
        "Over a network": "network",
        "Storage": "storage",
        "Documents": "documents",
        "Programs": "programs",
        "Shell": "programs",
    }.items()
}
"""The folder with the commands of each heading; those for decisions perform acts, which need no modules."""

COMMANDS = tuple(chain.from_iterable(SECTIONS.values()))
"""The names of all commands."""


def _version(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from renkei import __version__

        click.echo(f"renkei {__version__}")
        ctx.exit()


def _change_directory(ctx: click.Context, option: click.Parameter, directory: str | None) -> None:
    if directory is None:
        return
    try:
        os.chdir(directory)
    except OSError:  # no wrong usage: its status would wake or hold the model of a connected program
        raise ProjectMissingError(path=directory) from None


@click.group(
    cls=LazyGroup,
    path="",
    sections=SECTIONS,
    hidden=HIDDEN,
    folders=FOLDERS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-C",
    "directory",
    metavar="DIR",
    is_eager=True,
    expose_value=False,
    callback=_change_directory,
    type=click.Path(file_okay=False),
    help="Run as if started in DIR.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def cli() -> None:
    """Coordinate a team of AI agents: typed messages, a shared board, contracts, rules, a context budget.

    The project is `.renkei` in the current directory or the nearest one above; RENKEI_PROJECT names another. RENKEI_AS
    names the participant that acts, unless --as names another.
    """


def main() -> None:
    """Run the command line; every error becomes a message and an exit status, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # characters that the terminal lacks must not raise
    try:
        status = cli(standalone_mode=False, prog_name="renkei")
        sys.exit(status if isinstance(status, int) else ExitStatus.DONE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(ExitStatus.DONE)
    except (RenkeiError, click.ClickException, click.Abort, KeyboardInterrupt, OSError) as error:
        sys.exit(report(error, format_of(sys.argv[1:])))
    except RuntimeError as error:  # CPython 3.11 hides a Ctrl-C in one when it comes while a class is made
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(report(error.__cause__, format_of(sys.argv[1:])))
