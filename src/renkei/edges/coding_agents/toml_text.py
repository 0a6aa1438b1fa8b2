"""Edits TOML as text and preserves everything else: comments, order, line ends.

It appends a table, and removes a table with its header. Each edit is verified by parsing the result: nothing but that
table may have changed.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.documents.json_pointer import split
from renkei.documents.source import SourceError

_HEADER = re.compile(r"^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read(text: str) -> dict[str, Any]:
    """Return the data of a text; raises SourceError with the location of a fault."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _PLACE.search(str(error))
        end = (text.count("\n") + 1, len(text) - text.rfind("\n"))
        place = (int(found[1]), int(found[2])) if found else end
        raise SourceError("SYNTAX", place, f"not TOML: {_PLACE.sub('', str(error)).strip()}", "") from None


def insert(text: str, pointer: str, value: Any) -> tuple[str, str]:
    """Return the text with a new table, and "": nothing has to be created to hold it.

    Raises SourceError if the tables above it are written in a form that cannot be extended.
    """
    path = split(pointer)
    newline = "\r\n" if "\r\n" in text else "\n"
    before = text if not text or text.endswith("\n") else text + newline
    lines = [
        f"[{'.'.join(_key(one) for one in path)}]",
        *(f"{_key(key)} = {inline(one)}" for key, one in value.items()),
    ]
    after = before + (newline if text.strip() else "") + newline.join(lines) + newline
    expected = read(text)
    holder = expected
    for part in path[:-1]:
        holder = holder.setdefault(part, {}) if isinstance(holder, dict) else holder
    if isinstance(holder, dict):
        holder[path[-1]] = value
    _check(after, expected, f"a table {lines[0]} cannot be added")
    return after, ""


def remove(text: str, path: Sequence[str | int]) -> str:
    """Return the text without a table, or unchanged if it has no such table.

    Raises SourceError for inline tables.
    """
    expected = read(text)
    holder: Any = expected
    for part in path[:-1]:
        holder = holder.get(part, {})
    if path[-1] not in holder:
        return text
    del holder[path[-1]]
    lines = text.splitlines(keepends=True)
    gone = {number for first, last in _blocks(lines, tuple(map(str, path))) for number in range(first, last)}
    after = "".join(line for number, line in enumerate(lines) if number not in gone)
    _check(after, expected, f"the table {'.'.join(map(str, path))} is not written under its own header")
    return after


def inline(value: Any) -> str:
    """Return a value as TOML, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {inline(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _blocks(lines: Sequence[str], path: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of a path's tables, including the empty line before each."""
    starts = [
        (number, found[1])
        for number, line in enumerate(lines)
        if (found := _HEADER.match(line.rstrip("\r\n"))) and _is_whole("".join(lines[:number]))
    ]
    ends = [*(number for number, _ in starts), len(lines)][1:]
    for (first, name), end in zip(starts, ends, strict=True):
        if _parts(name)[: len(path)] != path:
            continue
        while end > first + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1
        yield (first - 1 if first and not lines[first - 1].strip() else first), end


def _is_whole(text: str) -> bool:
    """Return whether a text does not end within a value, such as a multi-line list."""
    try:
        read(text)
    except SourceError:
        return False
    return True


def _parts(name: str) -> tuple[str, ...]:
    try:
        found: Any = tomllib.loads(f"{name} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    parts = []
    while isinstance(found, dict):
        key, found = next(iter(found.items()))
        parts.append(key)
    return tuple(parts)


def _check(text: str, expected: Mapping[str, Any], problem: str) -> None:
    """Raise SourceError unless a text has the expected data; tables that became empty do not count."""
    try:
        found = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        found = None
    if found is None or _pruned(found) != _pruned(expected):
        raise SourceError("SYNTAX", (1, 1), problem, "")


def _pruned(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: inner for key, one in value.items() if (inner := _pruned(one)) != {}}


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
