"""The options and arguments of all commands. Each is declared here once, so that one name means one thing everywhere.

Options of a single command are in its module; `tests/cli/test_grammar.py` holds the names of all.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.points import POINT
from renkei.edges.cli.output.echo import QUIET
from renkei.edges.cli.output.pager import paging
from renkei.edges.times import use_utc
from renkei.engine.state import HUMAN
from renkei.protocol.primitives import Locale

Command = TypeVar("Command", bound=Callable[..., Any])

WHO = "RENKEI_AS"
"""The environment variable that names the participant who uses the command line."""

locale_option = click.option("--locale", type=click.Choice(get_args(Locale)), help="Language of the text for agents.")
reason_option = click.option("--reason", default="", metavar="TEXT", help="Why.")
all_option = click.option("--all", "everything", is_flag=True, help="Include what is closed or resolved.")

credentials_option = click.option(
    "--credentials", default="", metavar="FILE", help="The rights of this machine on the stream's servers."
)

push_service_option = click.option(
    "--push-service",
    "push_services",
    multiple=True,
    metavar="NAME",
    help="A push service of your own for browsers, which may have a private address.",
)

budget_option = click.option(
    "--budget", default=DEFAULT_BUDGET, show_default=True, type=click.IntRange(1), help="Most tokens of the context."
)
rendering_option = click.option(
    "--rendering",
    default="snapshot",
    show_default=True,
    type=click.Choice(["snapshot", "delta"]),
    help="The whole context, or what is new since the last turn.",
)
recall_option = click.option("--recall", is_flag=True, help="Fill unused tokens with earlier messages.")
summaries_option = click.option(
    "--summaries", metavar="MODEL", help="Summarize long messages with this Claude model (needs an API key; cached)."
)


def actor_option(description: str, **attributes: Any) -> Callable[[Command], Command]:
    """Build the option --as, which names who acts; `$RENKEI_AS` is its default."""
    return click.option(
        "--as",
        "actor",
        metavar="ID",
        envvar=WHO,
        show_envvar=True,
        help=description,
        shell_complete=completion.participants,
        **attributes,
    )


as_option = actor_option("The participant who acts.", default=HUMAN, show_default=True)
required_as_option = actor_option("The participant who acts.", required=True)


def agent_option(description: str, **attributes: Any) -> Callable[[Command], Command]:
    """Build the option --agent, which names a participant that a command looks at."""
    return click.option("--agent", metavar="ID", help=description, shell_complete=completion.participants, **attributes)


def point_option(name: str, description: str, **attributes: Any) -> Callable[[Command], Command]:
    """Build an option that names a point in the log: --at, --after or --before."""
    return click.option(name, type=POINT, metavar="SEQ|TIME", help=description, **attributes)


at_option = point_option("--at", "Show it as it was after this record, or at this time.")


def limit_option(description: str, **attributes: Any) -> Callable[[Command], Command]:
    """Build the option --limit, the most that is shown."""
    return click.option("--limit", type=click.IntRange(1), metavar="N", help=description, **attributes)


def into_option(description: str, **attributes: Any) -> Callable[[Command], Command]:
    """Build the option --into, the directory of a new project."""
    return click.option("--into", metavar="DIR", type=click.Path(path_type=Path), help=description, **attributes)


field_option = click.option(
    "--field", metavar="POINTER", help="Only this field and what is below it.", shell_complete=completion.fields
)
contract_argument = click.argument("contract", metavar="ID", shell_complete=completion.contracts)


def format_choice(formats: Sequence[str], description: str) -> Callable[[Command], Command]:
    """Build the option --format with these values; the first is the default."""
    return click.option(
        "--format",
        "output_format",
        default=formats[0],
        show_default=True,
        type=click.Choice(formats),
        help=description,
    )


FORMATS = ("text", "json", "jsonl")
"""The values of --format that every command takes."""

format_option = format_choice(FORMATS, "Text for people; JSON, or one object a line, for programs.")


def outcome_options(command: Command) -> Command:
    """Add the options of a command that changes something: --format and --quiet."""

    @wraps(command)
    def quiet_or_not(*values: Any, quiet: bool, output_format: str, **named_values: Any) -> Any:
        return command(*values, output_format=QUIET if quiet else output_format, **named_values)

    with_quiet = click.option("-q", "--quiet", is_flag=True, help="Print nothing unless the command fails.")(
        quiet_or_not
    )
    return format_option(with_quiet)  # type: ignore[return-value]


def pager_option(command: Command) -> Command:
    """Show long output of a command in a pager, and add the option --no-pager. What has no end is not held back."""

    @wraps(command)
    def paged(*values: Any, no_pager: bool, **named_values: Any) -> Any:
        if no_pager or named_values.get("follow"):
            return command(*values, **named_values)
        with paging():
            return command(*values, **named_values)

    return click.option("--no-pager", is_flag=True, help="Never show long output in a pager.")(paged)  # type: ignore[return-value]


def _use_utc(ctx: click.Context, option: click.Parameter, given: bool) -> None:
    if given and not ctx.resilient_parsing:
        use_utc()


utc_option = click.option(
    "--utc", is_flag=True, expose_value=False, callback=_use_utc, help="Show times in UTC, not in the local time zone."
)
