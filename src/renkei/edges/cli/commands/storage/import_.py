"""Create projects from recorded conversations, an export, transcripts of coding agents, or what a team said in a chat.

A file of conversations has one a line: {"id", "messages": [{"id", "from", "to": [names or "*"], "text"}]}. Each becomes
a project of FREEFORM messages in the directory of its id. If any line is wrong, nothing is written.

After the name of a program, claude-code or codex, come transcripts of it, or directories that hold some, such as
~/.claude/projects/-home-me-shop or ~/.codex/sessions/2026/01. All become one project in DIR, for `renkei audit`. Lines
that are not understood are skipped and counted.

After slack, mattermost, matrix or discord come exports of that chat. Their posts become messages of the past in the
project in DIR, which is created if it does not exist. They wake no agent and need no reply; `renkei search` finds them.
--person says which participant of the project a user was. If anything in an export is wrong, nothing is written.

An export of renkei is trusted: its records say which participants are people, which lead, and which wrote a record.
Nothing in it is consent to run a command, and none runs.
"""

import json
import sys
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from renkei.documents.explain import suggest
from renkei.edges.cli.arguments.options import into_option, outcome_options
from renkei.edges.cli.files.conversations import Conversation, import_conversation, read_conversations, read_lines
from renkei.edges.cli.files.reading import find_file
from renkei.edges.cli.files.records import claims, create_from_records, read_records
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import counted
from renkei.errors import ProjectExistsError
from renkei.log.built_aside import built_aside
from renkei.store.layout import Layout

PROGRAMS = ("claude-code", "codex")
"""The programs whose transcripts can be imported."""

CHATS = ("slack", "mattermost", "matrix", "discord")
"""The chats whose exports can be imported."""


PERSON = "Which participant of the project a user of the chat is. Others are named NAME@CHAT. Repeatable."


@click.command("import", help=__doc__)
@click.argument("sources", metavar="[PROGRAM|CHAT] FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@into_option("Directory of the new projects; for an export or transcripts, of the project itself.", required=True)
@click.option("--person", "people", multiple=True, metavar="USER=ID", help=PERSON)
@outcome_options
def command(sources: tuple[Path, ...], into: Path, people: tuple[str, ...], output_format: str) -> None:
    program = str(sources[0])
    if program in CHATS:
        from renkei.edges.cli.files.chat_exports import import_exports

        import_exports(program, sources[1:], people, into, output_format)
        return
    if people:
        raise click.UsageError(f"--person is for exports of a chat: {', '.join(CHATS)}.")
    if program in PROGRAMS:
        from renkei.edges.cli.files.transcripts import import_transcripts

        import_transcripts(program, sources[1:], into, output_format)
        return
    if len(sources) > 1:
        known = suggest(program, (*PROGRAMS, *CHATS))
        raise click.UsageError(
            f"{program!r} is neither a program nor a chat, and files are imported one at a time. {known}"
        )
    _import_file(find_file(program), into, output_format)


def _import_file(file: Path, into: Path, output_format: str) -> None:
    first = next(read_lines(file), (1, b""))[1]
    if _is_record(first):
        state = create_from_records(into, read_records(str(file), read_lines(file, limited=False)))
        sentence = f"Imported {counted(state.seq, 'record')} into {into}. {claims(state)}"
        print_done(sentence, output_format, directory=str(into), records=state.seq)
        return
    if program := _program_of(first):
        what = f"{file} looks like a transcript of {program}."
        raise click.UsageError(f"{what} Name the program: renkei import {program} {file} --into {into}")
    conversations = read_conversations(file)
    for one in conversations:
        if Layout(into / one.id).holds_project:
            raise ProjectExistsError(path=str(into / one.id))
    total = sum(len(one.messages) for one in conversations)
    _import_all(conversations, into, total)
    what = f"{counted(len(conversations), 'conversation')} with {counted(total, 'message')}"
    sentence = f"Imported {what} into {into}.\nTo look at one: renkei replay {into}/{conversations[0].id}"
    print_done(sentence, output_format, directory=str(into), projects=[one.id for one in conversations], messages=total)


def _is_record(line: bytes) -> bool:
    return line.lstrip().startswith(b'{"seq":')


def _program_of(line: bytes) -> str | None:
    """Return the program whose transcript a file looks like by its first line; None for any other file."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or "messages" in entry or not isinstance(entry.get("type"), str):
        return None
    return "codex" if "payload" in entry else "claude-code"


def _import_all(conversations: list[Conversation], into: Path, total: int) -> None:
    into.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        built_aside(into) as aside,
        Progress(
            *columns, console=rich_console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        ) as progress,
    ):
        bar = progress.add_task("importing", total=total)
        for one in conversations:
            for _ in import_conversation(one, aside / one.id):
                progress.advance(bar)
        for one in conversations:
            (aside / one.id).rename(into / one.id)  # only complete projects appear
