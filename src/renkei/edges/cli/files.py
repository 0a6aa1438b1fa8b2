"""Reading files as located documents, in bounded time and memory."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from renkei.documents.json_reader import read_json, read_json_lines
from renkei.documents.source import MAX_BYTES, MAX_DOCUMENTS, Source, SourceError, decode
from renkei.documents.yaml_reader import read_yaml
from renkei.errors import DocumentError, Problem

STDIN = "-"


def read_bytes(name: str) -> bytes:
    """Read a file (standard input for `-`), at most one byte beyond the limit; raises UsageError."""
    if name == STDIN:
        if sys.stdin is None:
            raise click.UsageError("Standard input is closed.")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(name)
    if path.is_dir():
        raise click.UsageError(f"{name!r} is a directory.")
    if not path.exists():
        raise click.UsageError(f"No such file: {name!r}.")
    if not path.is_file():
        raise click.UsageError(f"{name!r} is not a regular file; use `-` for standard input.")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def read_text(name: str) -> str:
    """Read a file as text; raises DocumentError if it is not UTF-8."""
    try:
        return decode(read_bytes(name))
    except SourceError as error:
        raise DocumentError(name, [error.problem]) from None


def read_sources(name: str) -> Iterator[Source | SourceError]:
    """Yield each document of a file; after a syntax error, yield the error and stop."""
    try:
        data = read_bytes(name)
        text = decode(data)
        for number, found in enumerate(_documents(name, data, text)):
            if number == MAX_DOCUMENTS:
                raise SourceError("TOO_LARGE", (1, 1), f"more than {MAX_DOCUMENTS} documents", "Split the file.")
            yield found
    except SourceError as error:
        yield error


def _documents(name: str, data: bytes, text: str) -> Iterator[Source | SourceError]:
    suffix = Path(name).suffix.lower() if name != STDIN else _sniff(text)
    if not text.strip():
        yield SourceError("EMPTY", (1, 1), "the file is empty", "Write a document into the file.")
    elif suffix in (".jsonl", ".ndjson"):
        yield from read_json_lines(data)
    elif suffix == ".json":
        yield read_json(text)
    else:
        found = False
        for source in read_yaml(text):
            found = True
            yield source
        if not found:
            yield SourceError("EMPTY", (1, 1), "the file contains no document", "Write a document into the file.")


def _sniff(text: str) -> str:
    """Guess the file type of standard input from its first characters."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].lstrip().startswith(("{", "[")):
        return ".yaml"
    many = len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines)
    return ".jsonl" if many else ".json"


def read_one(name: str) -> Source:
    """Read the first document of a file; raises DocumentError."""
    first = next(read_sources(name))
    if isinstance(first, SourceError):
        raise DocumentError(name, [first.problem])
    return first


def refuse(name: str, problems: tuple[Problem, ...]) -> None:
    """Raise DocumentError if there are problems."""
    if problems:
        raise DocumentError(name, problems)
