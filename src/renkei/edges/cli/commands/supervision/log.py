"""Show the records of the log: who did what, and its effects. Or show the messages of one conversation.

--file shows instead who changed a file, for which contract, and who accepted the work; PATH may also be a directory or
a pattern such as `src/**/*.py`.

--group, --thread and --between select messages; a thread is also a message with its replies, or a task, decision or
artifact that messages are about. Page back with --before and the seq of the first line shown.

With --follow, new records are shown as they are written, until you press Ctrl-C. Use --format jsonl for programs then.

With --head, every record is compared with its hash, and only the seq and the hash of the last one are printed. The hash
covers the whole log: two copies with the same head hold the same records. Keep it elsewhere, or sign it, to notice
later that records were changed or cut off.

With --machines, the machine of a shared project whose signature of a record is right is shown too. As data it is
`machine`, or null.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, takewhile
from typing import Any

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, limit_option, pager_option, point_option, utc_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.echo import DATA, echo, json_text, print_data
from renkei.edges.cli.output.file_log import print_file_rows
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import as_data, message_line, render, styled
from renkei.edges.cli.project_directory import known_records, last_known, open_project, project_directory
from renkei.edges.times import Days, clock
from renkei.engine.record import Record
from renkei.engine.rows import Subject
from renkei.engine.state import EVERYBODY, State
from renkei.errors import UnknownActorError, UnknownRecipientError
from renkei.immutable.frozen import frozen
from renkei.project.conversation import PAGE, SentMessage, messages_of, subject_of
from renkei.project.locations import open_log
from renkei.project.project import Project
from renkei.wording.visible import one_line

INDENT = 6
"""The columns before each line, which show the seq."""

WAIT = 3600
"""Seconds of one wait for the next record; a wait that ends without one is repeated."""


@click.command("log", help=__doc__)
@click.option(
    "--group", metavar="ID", shell_complete=completion.groups, help="Only messages to this group; `all` is everybody."
)
@click.option("--thread", metavar="ID", help="Only messages of this thread.")
@click.option(
    "--between",
    nargs=2,
    metavar="ID ID",
    shell_complete=completion.participants,
    help="Only messages of two participants to each other.",
)
@click.option("--file", "path", metavar="PATH", help="Who changed this file, for which contract, by whose decision.")
@point_option("--after", "Only records after this one, or after this time.", default=0)
@point_option("--before", "Only records before this one, or until this time.")
@limit_option(f"Only the last N records; of a conversation {PAGE} by default.")
@click.option("--follow", is_flag=True, help="Keep running and show new records as they are written.")
@click.option("--head", is_flag=True, help="Check the whole log and print the seq and hash of its last record.")
@click.option("--machines", is_flag=True, help="Show the machine that signed each record of a shared project.")
@pager_option
@utc_option
@format_option
def command(
    group: str | None,
    thread: str | None,
    between: tuple[str, str] | None,
    path: str | None,
    after: Point,
    before: Point | None,
    limit: int | None,
    follow: bool,
    head: bool,
    machines: bool,
    output_format: str,
) -> None:
    if head:
        if follow or before is not None or after or limit is not None or group or thread or between or path or machines:
            raise click.UsageError("--head is about the whole log; it can be combined only with --format.")
        _print_head(output_format)
        return
    if path is not None:
        if follow or group or thread or between or machines:
            raise click.UsageError("--file selects changes of files; it can be combined with --after and --before.")
        _print_file_log(path, after, before, limit, output_format)
        return
    if follow and before is not None:
        raise click.UsageError("--follow shows what comes; it cannot be combined with --before.")
    subject = _subject(group, thread, between)
    with open_project() as project:
        last = last_known(project)
        first = seq_of(project, after, "--after")
        end = last + 1 if before is None else _end(project, before)
        _check_names(project.state, group, between or ())
        page = _page(project, subject, first, end, limit)
        if output_format in DATA and not follow:
            print_data(output_format, [entry.data() for one in page for entry in _entries(project, one, subject)])
            return
        shown, days = 0, Days()
        for record in chain(page, _new_records(project, max(first, last)) if follow else ()):
            for entry in _entries(project, record, subject):
                _show(entry, output_format, days, project if machines else None)
                shown += 1
        if subject is not None and not shown:
            echo("No messages.")


def _print_file_log(path: str, after: Point, before: Point | None, limit: int | None, output_format: str) -> None:
    """Print who changed a file."""
    with open_project() as project:
        first = seq_of(project, after, "--after")
        end = last_known(project) + 1 if before is None else _end(project, before)
        found = [one for one in project.file_log(path) if first < one.seq < end]
    print_file_rows(found if limit is None else found[-limit:], output_format)


def _print_head(output_format: str) -> None:
    log = open_log(project_directory())
    try:
        seq, value = log.head()
    finally:
        log.close()
    if output_format in DATA:
        print_data(output_format, {"seq": seq, "hash": value})
    else:
        echo(f"{seq} {value}")


def _end(project: Project, before: Point) -> int:
    """Return the seq behind the last record that is shown: none from a record on, or all until a time."""
    return before if isinstance(before, int) else seq_of(project, before, "--before") + 1


def _check_names(state: State, group: str | None, between: tuple[str, ...]) -> None:
    if group is not None and group != EVERYBODY and group not in state.groups:
        raise UnknownRecipientError(
            recipient=group, problem="is not a group", known=", ".join(state.groups) or EVERYBODY
        )
    for one in between:
        if one not in state.actors:
            raise UnknownActorError(actor=one, known=state.known_actors())


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
    start = after if limit is None else max(after, min(before - 1, last_known(project)) - limit)  # seqs have no gaps
    return takewhile(lambda record: record.seq < before, known_records(project, start))


def _new_records(project: Project, after: int) -> Iterator[Record]:
    """Yield the records after a seq, and wait for the next one without end."""
    while True:
        for record in project.records(after):
            yield record
            after = record.seq
        project.wait(after, WAIT)


@frozen
class _Entry:
    """An entry under one seq, as data or as lines of a given width."""

    seq: int
    at: str
    data: Callable[[], dict[str, Any]]
    lines: Callable[[], Iterator[Paragraph]]


def _entries(project: Project, record: Record, subject: Subject | None) -> Iterator[_Entry]:
    """Yield what is shown of a record: all of it, or its messages in a conversation."""
    if subject is None:
        yield _Entry(record.seq, record.at, partial(_record_data, project, record), partial(render, [record]))
        return
    for one in messages_of(record, subject):
        yield _Entry(record.seq, one.at, partial(_message_data, one), partial(_message_lines, one))


def _record_data(project: Project, record: Record) -> dict[str, Any]:
    return as_data(record) | {"machine": project.signed_by(record.seq)}


def _message_data(sent: SentMessage) -> dict[str, Any]:
    message = sent.message.model_dump(mode="json", by_alias=True)
    return {"seq": sent.seq, "at": sent.at, "recipients": list(sent.recipients), "message": message}


def _message_lines(sent: SentMessage) -> Iterator[Paragraph]:
    yield styled(clock(sent.at), message_line(sent.message))


def _show(entry: _Entry, output_format: str, days: Days, signed: Project | None) -> None:
    """Print an entry as one line of JSON, or as lines of text; with a project whose records are `signed`, by whom."""
    if output_format in DATA:
        click.echo(json_text(entry.data()))
        return
    out = console()
    if date := days.new(entry.at):
        out.print(Text(f"{'':>{INDENT}}{date}", "dim"))
    for index, line in enumerate(entry.lines()):
        out.print(line.after(Text(f"{entry.seq if index == 0 else '':>5} ", "dim")))
    if signed is not None:
        machine = signed.signed_by(entry.seq)
        text = "no right signature of a known machine" if machine is None else f"signed by {one_line(machine)}"
        out.print(Text(f"{'':>{INDENT}}{text}", "dim"))
