"""`renkei import CHAT`: what a team said in a chat, from an export of the chat, as past messages of a project."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

import renkei
from renkei.edges.chat.past.exports import read_exports
from renkei.edges.chat.past.importing import add_past, create_with_past
from renkei.edges.chat.past.spool import Spool
from renkei.edges.cli.arguments.person import check_person, way
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import directory_in, project_name
from renkei.engine.state import HUMAN
from renkei.errors import DocumentError, Problem
from renkei.log.built_aside import remove_left
from renkei.project.clock import utc_now
from renkei.store.layout import Layout

if TYPE_CHECKING:
    from rich.progress import Progress


def import_exports(chat: str, paths: Sequence[Path], people: Sequence[str], into: Path, output_format: str) -> None:
    """Import exports of a chat; raises UsageError, or RenkeiError, and has then written nothing that was not there."""
    if not paths:
        raise click.UsageError(f"Which export of {chat}? Name its file or directory.")
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"No such file or directory: {str(path)!r}.")
    known = dict(_pair(one) for one in people)
    with tempfile.TemporaryDirectory(prefix="renkei-import-") as temporary, _progress() as progress:
        spool = Spool(Path(temporary) / "posts.db", utc_now())
        try:
            _import(chat, paths, known, into, output_format, spool, progress)
        finally:
            spool.close()


def _import(
    chat: str,
    paths: Sequence[Path],
    people: dict[str, str],
    into: Path,
    output_format: str,
    spool: Spool,
    progress: "Progress",
) -> None:
    bar = progress.add_task(f"reading the export of {chat}", total=None)
    read_exports(chat, paths, spool, lambda size: progress.advance(bar, size))
    total = spool.finish()
    authors, first, last = spool.figures()
    if not total:
        skipped = "; ".join(f"{number:,} {reason}" for reason, number in spool.skipped.items())
        why = f"the export has no post that can be imported{f': {skipped}' if skipped else ''}"
        raise DocumentError(str(paths[0]), [Problem("EMPTY", "", 1, 1, why)])
    if unknown := [one for one in people if one not in authors]:
        raise click.UsageError(f"No post in the export is by {unknown[0]!r}. Give the user's id in {chat}.")
    progress.update(bar, description="importing posts", total=total, completed=0)
    added: list[int] = []
    for number in _recorded(chat, spool, people, into, added.append):
        progress.advance(bar, number)
    progress.stop()
    channels = counted(len(spool.channels), "channel")
    what = f"{counted(sum(added), 'message')} of {counted(len(authors), 'author')} in {channels}"
    lines = [f"Imported {what} into {into}, from {first[:10]} to {last[:10]}."]
    if sum(added) < total:
        lines.append(f"The project had {counted(total - sum(added), 'message')} of the export already.")
    lines += [f"Left out: {number:,} {reason}." for reason, number in spool.skipped.items() if number]
    data = {"directory": str(into), "messages": sum(added), "known": total - sum(added), "authors": len(authors)}
    more = {"channels": len(spool.channels), "first": first, "last": last, "left_out": dict(+spool.skipped)}
    print_done("\n".join([*lines, f"To find something: renkei -C {into} search WORDS"]), output_format, **data, **more)


def _recorded(chat: str, spool: Spool, people: dict[str, str], into: Path, new: Callable[[int], None]) -> Iterator[int]:
    """Record all posts in the project of a directory, or in a new one there; yield how many more were read."""
    place = directory_in(into)
    if not Layout(place).holds_project:
        yield from create_with_past(chat, spool, people, into, project_name(into), new)
        return
    remove_left(into)  # by an import that was killed when it was done
    with renkei.open(place).through(way()) as project:
        check_person(project.state, HUMAN)
        yield from add_past(chat, spool, people, project, new)


def _pair(given: str) -> tuple[str, str]:
    user, sign, participant = given.rpartition("=")
    if not sign or not user or not participant:
        raise click.UsageError(f"--person needs USER=ID, not {given!r}.")
    return user, participant


@contextmanager
def _progress() -> "Iterator[Progress]":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = rich_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress
