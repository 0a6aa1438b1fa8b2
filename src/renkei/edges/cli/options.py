"""Options that several commands share, and opening the project that they name."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

import renkei
from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.edges.cli.progress import show_reading
from renkei.engine.state import HUMAN
from renkei.project.project import Project
from renkei.protocol.primitives import Locale

Command = TypeVar("Command", bound=Callable[..., Any])

project_option = click.option(
    "--project",
    "directory",
    default=".renkei",
    envvar="RENKEI_PROJECT",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Directory of the project.",
)
locale_option = click.option("--locale", type=click.Choice(get_args(Locale)), help="Language of the text for agents.")
as_option = click.option(
    "--as", "actor", default=HUMAN, show_default=True, metavar="ID", help="The participant who issues the command."
)
reason_option = click.option("--because", "--reason", "reason", default="", metavar="TEXT", help="The reason.")
required_reason_option = click.option(
    "--because", "--reason", "reason", required=True, metavar="TEXT", help="The reason."
)
at_option = click.option("--at", "seq", type=click.IntRange(0), metavar="SEQ", help="Show it as of this record.")
all_option = click.option("--all", "everything", is_flag=True, help="Include all closed contracts.")

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


def agent_option(**attributes: Any) -> Callable[[Command], Command]:
    """Build the option that names an agent."""
    return click.option("--agent", metavar="ID", **{"help": "Id of the agent or human."} | attributes)


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


format_option = format_choice(("text", "json"), "Text for people, JSON for programs.")


def open_project(directory: Path) -> Project:
    """Open the project in a directory; raises ProjectMissingError."""
    project = renkei.open(directory)
    show_reading(project)
    return project
