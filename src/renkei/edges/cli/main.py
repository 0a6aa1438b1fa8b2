"""The `renkei` command: its subcommands, and how errors become a message and an exit status.

Exit status: 0 success, 1 the document or command was refused, 2 wrong usage, 124 `renkei wait` timed out, 130 Ctrl-C.
"""

import io
import sys
from itertools import chain

import click

from renkei.edges.cli.echo import echo
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.errors import RenkeiError

SECTIONS = {
    "Set up a project": ("init", "join", "leave", "group"),
    "Messages": ("send", "inbox", "wait", "read", "context", "message", "search"),
    "Shared work": ("board", "contract", "artifact", "rules", "graph"),
    "Decisions": ("decide", "review", "accept", "reject"),
    "Supervision": ("status", "watch", "obligations", "pause", "resume", "interrupt", "log", "replay"),
    "Storage": ("doctor", "compact", "backup", "restore", "export", "import"),
    "Documents": ("validate", "schema"),
}
"""The commands under the headings of `renkei --help`; each is the module of its name in `commands/`."""

COMMANDS = tuple(chain.from_iterable(SECTIONS.values()))
"""The names of all commands."""


def _version(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from renkei import __version__

        click.echo(f"renkei {__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    package="renkei.edges.cli.commands",
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def cli() -> None:
    """Coordinate a team of AI agents: typed messages, a shared board, contracts, rules, a context budget.

    Try `renkei replay examples/auth-api/scenario.yaml`.
    """


def main() -> None:
    """Run the command line; every error becomes a message and an exit status, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # characters that the terminal lacks must not raise
    try:
        status = cli(standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except RenkeiError as error:
        report(error)
        sys.exit(1)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        echo(shown.getvalue(), err=True, nl=False)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        echo(f"error: {error.filename or ''}: {error.strerror or error}", err=True)
        sys.exit(1)


def report(error: RenkeiError) -> None:
    """Print an error to standard error: its code, the message, the hint."""
    echo("error", err=True, nl=False, fg="red", bold=True)
    echo(f" {error.code}: {error.message}", err=True)
    if error.hint:
        echo(f"  {error.hint}", err=True)
