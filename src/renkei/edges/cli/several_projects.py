"""Several projects that a command works on at once."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from renkei.edges.cli.arguments.person import NotAPersonError
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.project_directory import directory_in, open_project
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project


@frozen
class OpenedProject:
    """A project that is open: its name among the others, and the segment that follows from it."""

    name: str
    segment: str
    directory: Path
    project: Project


def opened_projects(
    stack: ExitStack, given: Sequence[str], segment_of: Callable[[str], str] = str
) -> tuple[list[OpenedProject], dict[str, str]]:
    """Open projects that are given as `DIR` or `NAME=DIR`; they are closed with the stack.

    Return those that could be opened, and the names of the others with the reason, which is printed too. Raises
    UsageError for two with the same segment, and the first error if none can be opened.
    """
    opened, failed = list[OpenedProject](), list[tuple[str, RenkeiError]]()
    for text in given:
        name, directory = _named(text)
        try:
            project = stack.enter_context(open_project(directory))
        except NotAPersonError:
            raise
        except RenkeiError as error:
            failed.append((name or text, error))
            continue
        opened.append(_distinct(opened, name or project.state.name, directory, project, segment_of))
    if not opened:
        raise failed[0][1]
    problems = {name: why.message for name, why in failed}
    for name, problem in problems.items():
        echo(f"{name} is left out: {problem}", err=True)
    return opened, problems


def _distinct(
    opened: Sequence[OpenedProject], name: str, directory: Path, project: Project, segment_of: Callable[[str], str]
) -> OpenedProject:
    """Return an open project; raises UsageError if another one has its directory or its segment."""
    segment = segment_of(name)
    for one in opened:
        if one.directory.samefile(directory):
            raise click.UsageError(f"{directory} is given twice.")
        if one.segment == segment:
            problem = f"The projects in {one.directory} and {directory} have the same name, {name!r}."
            raise click.UsageError(f"{problem} Name one of them: {name}-2={directory.parent}.")
    if not segment:
        raise click.UsageError(f"The name {name!r} has no letter for an address. Name the project: NAME={directory}.")
    return OpenedProject(name, segment, directory, project)


def _named(text: str) -> tuple[str, Path]:
    """Return the name, or "", and the directory of a project."""
    name, sign, segment = text.partition("=")
    is_named = bool(sign) and not Path(text).exists()
    return (name, directory_in(Path(segment))) if is_named else ("", directory_in(Path(text)))
