"""Reads JSON fast, and finds out where its values stand only when somebody asks.

The located reader (`json_reader`) decides what is a document. What is read here without a doubt is read there with the
same value; anything doubtful is left to it. `tests/documents/test_json_fast.py` compares the two.
"""

from math import isfinite
from typing import Any

from pydantic_core import from_json

from renkei.documents.json_reader import read_json
from renkei.documents.source import LONGEST_KEY, MAX_DEPTH, MAX_INTEGER, MAX_NODES, Source

MAX_MARKS = 4 * MAX_NODES
"""Colons and commas of a document beyond which it is left to the located reader, which stops at the limit."""


def read_json_fast(text: str, line: int = 1) -> Source:
    """Read one JSON document that begins on `line`, as `read_json` does; raises SourceError at the first fault."""
    if not text.startswith(("{", "[")):  # its first value may stand on another line
        return read_json(text, line)
    if text.count(":") + text.count(",") > MAX_MARKS:  # too many values would fill the memory before they are counted
        return read_json(text, line)
    try:
        value = from_json(text, allow_inf_nan=False, cache_strings="keys")
    except (ValueError, TypeError):  # TypeError: a lone surrogate
        return read_json(text, line)
    if _strings_in(value) != _strings_of(text):
        return read_json(text, line)
    return Source(value, line, {(): (line, 1)}, locate=lambda: read_json(text, line))


def _strings_of(text: str) -> int:
    """Return how many strings stand in the text of a document, with its keys."""
    marks = text.count('"')
    if "\\" in text:
        marks -= text.replace("\\\\", "").count('\\"')
    return marks // 2


def _strings_in(value: Any) -> int:
    """Return how many strings a value holds, with its keys; fewer than its text where two keys are equal.

    Returns -1 for a value near or beyond a limit of documents.
    """
    strings = nodes = depth = 0
    level = [value]
    while level:
        depth += 1
        below: list[Any] = []
        for container in level:
            if type(container) is dict:
                strings += len(container)
                nodes += len(container)
                if container and max(map(len, container)) > LONGEST_KEY:
                    return -1
                container = container.values()
            nodes += len(container)
            for one in container:
                kind = type(one)
                if kind is str:
                    strings += 1
                elif kind is dict or kind is list:
                    below.append(one)
                elif (kind is int and abs(one) > MAX_INTEGER) or (kind is float and not isfinite(one)):
                    return -1
        level = below
    return -1 if depth > MAX_DEPTH or nodes >= MAX_NODES else strings
