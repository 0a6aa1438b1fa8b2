"""Options that several commands share, and opening the project that they name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

import renkei
from renkei.project.project import Project

Command = TypeVar("Command", bound=Callable[..., Any])

project_option = click.option(
    "--project",
    "place",
    default=".renkei",
    envvar="RENKEI_PROJECT",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Directory of the project.",
)
format_option = click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json"]),
    help="For people, or for programs.",
)
locale_option = click.option("--locale", type=click.Choice(["en", "ja"]), help="Language of what agents read.")


def agent_option(**more: Any) -> Callable[[Command], Command]:
    """Make the option that names an agent."""
    return click.option("--agent", metavar="ID", help="Id of the agent or human.", **more)


def open_project(place: Path) -> Project:
    """Open the project in a directory; raises ProjectMissingError."""
    return renkei.open(place)
