"""The `renkei` command: its subcommands by name, each imported only when it is called.

Exit status: 0 fine, 1 the document or command was refused, 2 wrong usage.
"""

import io
import sys
from importlib import import_module

import click

from renkei.errors import RenkeiError

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("setup", "Make a project in a directory."),
    "join": ("setup", "Let an agent or a human take part."),
    "validate": ("validate", "Check messages, boards, contracts, rules and scenarios."),
    "replay": ("replay", "Play a scenario, or show a recorded project."),
    "import": ("import_", "Turn recorded conversations into projects."),
    "send": ("send", "Send typed messages, or a plain text."),
    "inbox": ("inbox", "List what somebody has not read, with its tier."),
    "read": ("context", "Read what is unread: a turn that only reads."),
    "context": ("context", "Show what an agent would read now, and why; stats of what turns cost."),
    "message": ("message", "Show a message in full."),
    "board": ("board", "The shared state board: show, edit, history."),
    "contract": ("contract", "Delegated work: new, list, show, claim, verify, accept, cancel."),
    "artifact": ("artifact", "The versions of artifacts."),
    "rules": ("rules", "Event rules: check, explain, test."),
    "graph": ("graph", "Who waits for what: draw it, ask it."),
    "status": ("status", "One screen: who works, who waits for whom, what waits for you."),
    "resume": ("status", "Let somebody go on who was stopped."),
    "search": ("search", "Find messages by their words."),
    "doctor": ("doctor", "Check a project's store."),
    "compact": ("doctor", "Move settled history to an archive file."),
    "backup": ("copies", "Copy a live project's log into a file."),
    "restore": ("copies", "Make a project of a backup."),
    "export": ("copies", "Write a project's records as JSON Lines."),
    "log": ("log", "Show what happened."),
    "schema": ("schema", "Print a published JSON Schema."),
}
"""Each command with its module and what it does."""


class _Lazy(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"renkei.edges.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _version(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    if asked:
        from renkei import __version__

        click.echo(f"renkei {__version__}")
        ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Say the version.")
def cli() -> None:
    """Coordinate a team of AI agents: typed messages, a shared board, contracts, rules, a context budget.

    Try `renkei replay examples/auth-api/scenario.yaml`.
    """


def main() -> None:
    """Run the command line; every error becomes a sentence and an exit status, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character still gets the rest
    try:
        status = cli(standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except RenkeiError as error:
        report(error)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        click.echo(f"error: {error.filename or ''}: {error.strerror or error}", err=True)
        sys.exit(1)


def report(error: RenkeiError) -> None:
    """Print an error: code, what is wrong, what to do."""
    from renkei.edges.cli.terminal import visible

    click.echo(f"{click.style('error', fg='red', bold=True)} {error.code}: {visible(error.message)}", err=True)
    if error.hint:
        click.echo(f"  {visible(error.hint)}", err=True)


if __name__ == "__main__":
    main()
