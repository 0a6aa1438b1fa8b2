"""The comments of a YAML document by path, so that rewriting the document can keep them."""

import re
from collections.abc import Iterator, Mapping

import yaml

from renkei.documents.source import Path, Source
from renkei.immutable.frozen import frozen

_COMMENT = re.compile(r"\s+(#.*)$")

END: Path = ("#",)
"""The path of comments after the last value."""


@frozen
class Comment:
    """The comment lines above a line, and the comment at its end."""

    above: tuple[str, ...] = ()
    beside: str = ""


def comments_of(text: str, source: Source) -> dict[Path, Comment]:
    """Return the comments of the YAML document behind `source`; list elements are named by index."""
    ends, inside = _tokens(text)
    starts = _starts(source)
    comments: dict[Path, Comment] = {}
    above: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if number in inside:
            continue
        if stripped.startswith("#"):
            above.append(stripped)
            continue
        beside = _COMMENT.match(line, ends[number]) if number in ends else None
        path = starts.get(number)
        if path is not None and (above or beside):
            comments[path] = Comment(tuple(above), beside[1] if beside else "")
            above = []
    if above:
        comments[END] = Comment(tuple(above))
    return comments


def _tokens(text: str) -> tuple[dict[int, int], set[int]]:
    """Return the column at which the last token of each line ends, and the lines inside block strings."""
    ends: dict[int, int] = {}
    inside: set[int] = set()
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        start, end = token.start_mark, token.end_mark
        if start is None or end is None or start.index == end.index:
            continue
        ends[end.line + 1] = max(ends.get(end.line + 1, 0), end.column)
        last = end.line if end.column else end.line - 1
        inside.update(range(start.line + 2, last + 2))
    return ends, inside


def _starts(source: Source) -> dict[int, Path]:
    """Return the outermost path that begins on each line."""
    starts: dict[int, Path] = {}
    for path, (line, _) in _locations(source.keys, source.values):
        if line not in starts or len(path) < len(starts[line]):
            starts[line] = path
    return starts


def _locations(*tables: Mapping[Path, tuple[int, int]]) -> Iterator[tuple[Path, tuple[int, int]]]:
    keys = tables[0]
    yield from keys.items()
    for path, location in tables[1].items():
        if path and isinstance(path[-1], int):
            yield path, location
