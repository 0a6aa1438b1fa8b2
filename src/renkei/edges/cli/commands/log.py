"""Show the records of the log: who did what, and its effects. Or show the messages of one conversation.

--group, --thread and --between select messages; a thread is also a message with its replies, or a task, decision or
artifact that messages are about. Page back with --before and the seq of the first line shown.

With --follow, new records are shown as they are written, until you press Ctrl-C; as JSON they are JSON Lines.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, takewhile
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from renkei.edges.cli.echo import echo, json_text, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, width_of
from renkei.edges.cli.timeline import WIDTH, as_data, message_line, render, styled
from renkei.engine.record import Record
from renkei.engine.rows import Subject
from renkei.project.conversation import PAGE, SentMessage, messages_of, subject_of
from renkei.project.project import Project

INDENT = 6
"""The columns before each line, which show the seq."""

WAIT = 3600
"""Seconds of one wait for the next record; a wait that ends without one is repeated."""


@click.command("log", help=__doc__)
@project_option
@click.option("--group", metavar="ID", help="Only messages to this group; `all` is everybody.")
@click.option("--thread", metavar="ID", help="Only messages of this thread.")
@click.option("--between", nargs=2, metavar="ID ID", help="Only messages of two participants to each other.")
@click.option("--after", default=0, type=click.IntRange(0), metavar="SEQ", help="Only records after this one.")
@click.option("--before", type=click.IntRange(1), metavar="SEQ", help="Only records before this one.")
@click.option(
    "--last",
    "--limit",
    "limit",
    type=click.IntRange(1),
    metavar="N",
    help=f"Only the last N records; of a conversation {PAGE} by default.",
)
@click.option("--follow", is_flag=True, help="Keep running and show new records as they are written.")
@format_option
def command(
    directory: Path,
    group: str | None,
    thread: str | None,
    between: tuple[str, str] | None,
    after: int,
    before: int | None,
    limit: int | None,
    follow: bool,
    output_format: str,
) -> None:
    if follow and before is not None:
        raise click.UsageError("--follow shows what comes; it cannot be combined with --before.")
    subject = _subject(group, thread, between)
    with open_project(directory) as project:
        last = project.log.last()
        page = _page(project, subject, after, last + 1 if before is None else before, limit)
        if output_format == "json" and not follow:
            name = "records" if subject is None else "messages"
            print_json({name: [entry.data() for record in page for entry in _entries(record, subject)]})
            return
        shown = 0
        for record in chain(page, _new_records(project, max(after, last)) if follow else ()):
            for entry in _entries(record, subject):
                _show(entry, output_format)
                shown += 1
        if subject is not None and not shown:
            echo("No messages.")


def _subject(group: str | None, thread: str | None, between: tuple[str, str] | None) -> Subject | None:
    named = sum(one is not None for one in (group, thread, between))
    if named > 1:
        raise click.UsageError("Give only one of --group, --thread and --between.")
    return subject_of(group, thread, between) if named else None


def _page(project: Project, subject: Subject | None, after: int, before: int, limit: int | None) -> Iterator[Record]:
    """Return the newest records between two seqs; those of a conversation come from the log's index."""
    if subject is not None:
        found = project.log.records_about(*subject, before=before, limit=limit or PAGE)
        return (record for record in found if record.seq > after)
    start = after if limit is None else max(after, min(before - 1, project.log.last()) - limit)  # seqs have no gaps
    return takewhile(lambda record: record.seq < before, project.records(start))


def _new_records(project: Project, after: int) -> Iterator[Record]:
    """Yield the records after a seq, and wait for the next one without end."""
    while True:
        for record in project.records(after):
            yield record
            after = record.seq
        project.wait(after, WAIT)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is shown under one seq: as data, or as lines of a width."""

    seq: int
    data: Callable[[], dict[str, Any]]
    lines: Callable[[int], Iterator[Text]]


def _entries(record: Record, subject: Subject | None) -> Iterator[_Entry]:
    """Yield what is shown of a record: all of it, or its messages in a conversation."""
    if subject is None:
        yield _Entry(record.seq, partial(as_data, record), partial(render, [record]))
        return
    for one in messages_of(record, subject):
        yield _Entry(record.seq, partial(_message_data, one), partial(_message_lines, one))


def _message_data(sent: SentMessage) -> dict[str, Any]:
    message = sent.message.model_dump(mode="json", by_alias=True)
    return {"seq": sent.seq, "at": sent.at, "recipients": list(sent.recipients), "message": message}


def _message_lines(sent: SentMessage, width: int) -> Iterator[Text]:
    yield styled(sent.at[11:19], message_line(sent.message), width)


def _show(entry: _Entry, output_format: str) -> None:
    """Print an entry as one line of JSON, or as lines of text."""
    if output_format == "json":
        click.echo(json_text(entry.data()))
        return
    out = console()
    for index, line in enumerate(entry.lines(width_of(out, WIDTH) - INDENT)):
        out.print(f"[dim]{entry.seq if index == 0 else '':>5}[/] ", end="")
        out.print(line)
