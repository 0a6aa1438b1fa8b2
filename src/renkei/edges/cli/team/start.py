"""Shared by the commands of teams: the project beside the file of a team, the models, and what Ctrl-C does."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

import renkei
from renkei.edges.cli.arguments.person import way
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.project_directory import VARIABLE, directory_in
from renkei.edges.cli.warm.keeping import kept_warm
from renkei.project.running.secrets import hold_secrets
from renkei.protocol.primitives import Via
from renkei.store.layout import NAME, TEAM, Layout

if TYPE_CHECKING:
    from renkei.edges.team.models.model import Model
    from renkei.edges.team.team import Team
    from renkei.edges.team.team_file import TeamFile

TEAM_FILE = TEAM
"""The file of a team where none is named."""

file_argument = click.argument(
    "file", metavar="[TEAM.yaml]", default=TEAM_FILE, type=click.Path(dir_okay=False, path_type=Path)
)
script_option = click.option(
    "--script",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Play the models from this script: no key and no network is needed.",
)


@contextmanager
def opened_team(file: Path, script: Path | None, *, via: Via | None = None, **listeners: Any) -> "Iterator[Team]":
    """Open a team, not started, on the project beside its file, which is created if there is none.

    `via`: how the commands of a person come, by default as those of a command line.

    Everything is checked before anything is written. Raises RenkeiError.
    """
    from renkei.edges.team.team import Team
    from renkei.edges.team.team_file import read_team

    hold_secrets()
    read = read_team(file)
    with ExitStack() as stack:
        find_model = stack.enter_context(_models(script))
        with renkei.create(":memory:") as nowhere:
            Team(nowhere, file)
        for name in models_of(read):
            find_model(name)
        directory = _project_directory(file)
        if Layout(directory).holds_project:
            project = stack.enter_context(renkei.open(directory))
        else:
            project = stack.enter_context(renkei.create(directory, read.name, read.goal, locale=read.locale))
        team = Team(project.through(via or way()), file, find_model=find_model, **listeners)
        if remark := team.workspaces.remark():
            echo(remark, err=True)
        stack.enter_context(kept_warm())
        yield team


def models_of(team: "TeamFile") -> list[str]:
    """Return the names of the models of a team, each once."""
    members = (team.lead, *team.members)
    return list(dict.fromkeys(one.model or team.model for one in members if not (one.command or one.agent)))


def _project_directory(file: Path) -> Path:
    """Return the project of a team: $RENKEI_PROJECT, or the one beside its file."""
    given = os.environ.get(VARIABLE)
    return directory_in(Path(given)) if given else file.parent / NAME


@contextmanager
def _models(script: Path | None) -> "Iterator[Callable[[str], Model]]":
    if script is None:
        from renkei.edges.team.models.model import find_model

        yield find_model
        return
    from renkei.edges.team.models.script_file import read_script
    from renkei.edges.team.models.scripted import ScriptedModels

    with ScriptedModels(read_script(script)) as models:
        yield models.find_model


def end_in_order() -> None:
    """Let the first Ctrl-C, or SIGTERM, end this process cleanly, and the second one at once."""

    def end(signum: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end_now)
        echo("Ending: every member finishes what it does. Press Ctrl-C again to end at once.", err=True)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)


def _end_now(signum: int, frame: FrameType | None) -> None:
    sys.stdout.flush()
    os._exit(ExitStatus.INTERRUPTED)  # the threads of members would keep the process
