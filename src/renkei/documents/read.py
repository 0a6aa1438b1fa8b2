"""Read the documents in a file: detect its format, and limit their number."""

import re
from collections.abc import Iterator

from renkei.documents.json_fast import read_json_fast
from renkei.documents.source import MAX_DOCUMENTS, Source, SourceError, decode
from renkei.documents.yaml_reader import read_yaml

JSON_LINES = (".jsonl", ".ndjson")
"""Suffixes of files with a document on each line."""

_LINE = re.compile(r"(?:(?<=\n)|\A)[^\S\n]*[^\s][^\n]*")
"""A line that is not blank."""

SNIFFED = 100
"""Lines of which one must be a whole object if a text is JSON Lines although its first line is broken."""


def read_documents(data: bytes, name: str = "") -> Iterator[Source | SourceError]:
    """Yield each document, or the error that ended reading. In JSON Lines an error ends only its own line.

    The format follows the suffix of the file name: `.json`, `.jsonl` or `.ndjson`, and YAML for any other. Without a
    name it follows the beginning of the text.
    """
    try:
        text = decode(data)
        for number, document in enumerate(_documents(data, text, _suffix(name) if name else _sniff(text))):
            if number == MAX_DOCUMENTS:
                raise SourceError("TOO_LARGE", (1, 1), f"more than {MAX_DOCUMENTS} documents", "Split the file.")
            yield document
    except SourceError as error:
        yield error


def _documents(data: bytes, text: str, suffix: str) -> Iterator[Source | SourceError]:
    if not text.strip():
        yield SourceError("EMPTY", (1, 1), "the file is empty", "Write a document into it.")
    elif suffix in JSON_LINES:
        yield from read_json_lines(data)
    elif suffix == ".json":
        yield read_json_fast(data)
    else:
        has_document = False
        for source in read_yaml(text):
            has_document = True
            yield source
        if not has_document:
            yield SourceError("EMPTY", (1, 1), "the file contains no document", "Write a document into it.")


def read_json_lines(data: bytes, first: int = 1) -> Iterator[Source | SourceError]:
    """Yield the document of each line, or its error: one bad line does not hide the others. Skips blank lines.

    `first` is the number of the first line.
    """
    for number, raw in enumerate(data.split(b"\n"), first):
        if not raw.strip():
            continue
        try:
            yield read_json_fast(raw, number)
        except SourceError as error:
            yield error


def is_json_lines(name: str) -> bool:
    """Return whether a file name has a JSON Lines suffix."""
    return _suffix(name) in JSON_LINES


def _suffix(name: str) -> str:
    base = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, suffix = base.rpartition(".")
    return f"{dot}{suffix}".lower() if stem else ""


def _sniff(text: str) -> str:
    """Guess the suffix of an unnamed text from its beginning."""
    # Lazily: a text may have millions of them.
    lines = (text[line.start() : line.end()] for line in _LINE.finditer(text))
    first = next(lines, "")
    if not first.lstrip().startswith(("{", "[")):
        return ".yaml"
    if not (second := next(lines, "")):
        return ".json"
    if _is_object(first):
        return ".jsonl"
    rest = [second, *lines]
    return ".jsonl" if all(line.startswith("{") for line in rest) and any(map(_is_object, rest[:SNIFFED])) else ".json"


def _is_object(line: str) -> bool:
    """Return whether a line is a whole JSON object."""
    if not line.startswith("{"):
        return False
    try:
        read_json_fast(line.encode())
    except SourceError:
        return False
    return True
