"""Checks the documents of a file, in constant memory; those of a large file of JSON Lines in several processes."""

import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

import click
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from renkei.documents.read import is_json_lines, read_json_lines
from renkei.documents.schema_check import schema_checker
from renkei.documents.source import MAX_BYTES, Source, SourceError
from renkei.edges.cli.files.reading import STDIN, find_file, read_sources
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.document_kinds import check_document
from renkei.errors import Problem
from renkei.immutable.frozen import frozen
from renkei.wording.visible import visible

Row = dict[str, Any]
"""The printed result of one document."""

Checked = tuple[int, str | None, tuple[dict[str, Any], ...]]
"""The line, kind and errors of one document. Tuples, since there are many: the garbage collector skips them."""


@frozen
class Against:
    """The rules for documents: a schema, and whether it is one of ours; without a schema, the models.

    `draft`: messages may lack what `renkei send` fills in.
    """

    schema: dict[str, Any] | None = None
    trusted: bool = False
    draft: bool = False


Chunk = tuple[int, bytes]
"""Whole lines of a file, with the number of the first."""

CHUNK = 4 * 1024 * 1024
"""Bytes that one process checks at once."""

LARGE = 16 * 1024 * 1024
"""Bytes from which several processes pay, although each takes 0.3 s to start."""


def check_file(name: str, against: Against, stdin_name: str = "") -> Iterator[Row]:
    """Yield what is found in each document of a file, in order; `stdin_name` is shown for standard input."""
    shown = (stdin_name or name) if name == STDIN else name
    for index, (line, kind, errors) in enumerate(_found(name, against, stdin_name)):
        yield {"file": shown, "index": index, "line": line, "kind": kind, "valid": not errors, "errors": list(errors)}


def _found(name: str, against: Against, stdin_name: str) -> Iterator[Checked]:
    """Yield what is found in a file. One that can no longer be read is an error of this file: others follow."""
    try:
        if name == STDIN or not is_json_lines(name):
            yield from _check_sources(read_sources(name, stdin_name), against)
        else:
            yield from _check_lines(find_file(name), against)
    except (OSError, click.UsageError) as error:
        if name == STDIN:
            raise
        reason = error.strerror or str(error) if isinstance(error, OSError) else error.message
        hint = "Check the path and its permissions."
        problem = Problem("UNREADABLE", "", 1, 1, f"the file cannot be read: {reason}", hint)
        yield 1, None, (problem.as_dict(),)


def _check_lines(path: Path, against: Against) -> Iterator[Checked]:
    found = False
    with path.open("rb") as file:
        size = path.stat().st_size
        checked = (
            _in_processes(file, size, against) if size >= LARGE else (_check(one, against) for one in _chunks(file))
        )
        for one in chain.from_iterable(checked):
            found = True
            yield one
    if not found:
        yield from _check_sources(read_sources(str(path)), against)  # says that it is empty


def _in_processes(file: BinaryIO, size: int, against: Against) -> Iterator[list[Checked]]:
    """Yield what is found in each chunk in the order of the file; a few chunks are under way at any time."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    workers = os.cpu_count() or 1
    context = get_context("spawn")  # a fresh interpreter: a fork would copy locks of other threads
    life, held = context.Pipe(duplex=False)
    with (
        life,
        ProcessPoolExecutor(workers, context, _begin_worker, (life,)) as pool,
        held,  # closed first, so that no worker goes on with what is no longer wanted
        Progress(*columns, console=rich_console(stderr=True), transient=True, disable=sys.stdout.isatty()) as progress,
    ):
        bar = progress.add_task("checking", total=size)
        under_way: deque[Future[list[Checked]]] = deque()
        try:
            for chunk in _chunks(file):
                under_way.append(pool.submit(_check, chunk, against))
                if len(under_way) > 2 * workers:
                    yield under_way.popleft().result()
                    progress.update(bar, completed=file.tell())
            for one in under_way:
                yield one.result()
        except BrokenProcessPool:
            text = f"A process that checks {visible(file.name)} was killed, perhaps because memory ran out."
            raise click.ClickException(f"{text} The rest of the file was not checked. Run the command again.") from None


def _begin_worker(life: Connection) -> None:
    """Leave interrupts to the parent, and end at once with its half of a pipe, also if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(life,), daemon=True).start()


def _end_with(life: Connection) -> None:
    wait([life])
    os._exit(0)


def _chunks(file: BinaryIO) -> Iterator[Chunk]:
    """Yield the lines of a file in chunks; a line that is too large is cut behind the limit."""
    number = 1
    while block := file.read(CHUNK):
        if not block.endswith(b"\n"):
            rest = file.readline(MAX_BYTES + 1)
            block += rest
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(CHUNK)
        yield number, block
        number += block.count(b"\n") + (not block.endswith(b"\n"))


def _check(chunk: Chunk, against: Against) -> list[Checked]:
    first, lines = chunk
    return list(_check_sources(read_json_lines(lines, first), against))


def _check_sources(sources: Iterable[Source | SourceError], against: Against) -> Iterator[Checked]:
    check = schema_checker(against.schema, trusted=against.trusted) if against.schema is not None else None
    for source in sources:
        if isinstance(source, SourceError):
            yield source.problem.line, None, (source.problem.as_dict(),)
        elif check is not None:
            yield source.line, "schema", tuple(problem.as_dict() for problem in check(source.value, source.location))
        else:
            checked = check_document(source, draft=against.draft)
            yield source.location(())[0], checked.kind, tuple([problem.as_dict() for problem in checked.problems])
