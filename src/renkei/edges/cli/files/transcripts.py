"""`renkei import PROGRAM`: one project of the transcripts of a coding agent."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import counted
from renkei.engine.state import HUMAN
from renkei.errors import DocumentError, Problem
from renkei.transcripts.entries import Transcript
from renkei.transcripts.importing import import_messages
from renkei.transcripts.messages import messages_of, participants
from renkei.transcripts.readers import READERS, TranscriptReader, find_files, read_transcript


def import_transcripts(program: str, paths: Sequence[Path], into: Path, output_format: str) -> None:
    """Import the transcripts that paths name; raises UsageError, DocumentError when they hold no message."""
    reader = READERS[program]
    transcripts = [read_transcript(reader, file.absolute()) for file in _files(program, reader, paths)]
    sent, names = messages_of(transcripts)
    skipped = [row for one in transcripts for row in _skipped(one)]
    if not sent:
        why = f"no session of {program} in it" + (f"; {skipped[0]['reason']}" if skipped else "")
        hint = f"{program} keeps its transcripts in {reader.where}."
        raise DocumentError(str(paths[0]), [Problem("EMPTY", "", 1, 1, why, hint)])
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=rich_console(stderr=True), transient=True) as progress:
        bar = progress.add_task("importing", total=len(sent))
        for _ in import_messages(sent, names, into):
            progress.advance(bar)
    agents = sum(name != HUMAN for name in participants(sent))
    what = f"{counted(len(transcripts), 'transcript')}: {counted(len(sent), 'message')}, {counted(agents, 'agent')}"
    lines = [f"Imported {what}, into {into}.", *map(_skipped_line, skipped)]
    sentence = "\n".join([*lines, f"To see what happened: renkei -C {into} audit"])
    data: dict[str, Any] = {"directory": str(into), "transcripts": len(transcripts), "messages": len(sent)}
    print_done(sentence, output_format, **data, agents=agents, skipped=skipped)


def _files(program: str, reader: TranscriptReader, paths: Sequence[Path]) -> list[Path]:
    if not paths:
        hint = f"{program} keeps its transcripts in {reader.where}"
        raise click.UsageError(f"Which transcripts? Name files or directories; {hint}.")
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"No such file or directory: {str(path)!r}.")
    files = find_files(reader, paths)
    if not files:
        raise click.UsageError(f"No file {reader.pattern} in {paths[0]}; {program} keeps them in {reader.where}.")
    return files


def _skipped(transcript: Transcript) -> list[dict[str, Any]]:
    return [
        {"file": str(transcript.file), "reason": reason, "lines": number, "first": transcript.first_skipped[reason]}
        for reason, number in transcript.skipped.items()
    ]


def _skipped_line(row: dict[str, Any]) -> str:
    return f"Skipped {counted(row['lines'], 'line')}, {row['reason']}: {row['file']}:{row['first']}"
