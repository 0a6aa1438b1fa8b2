"""Reads JSON fast, and finds out where its values stand only when somebody asks.

The located reader (`json_reader`) decides what is a document. What is read here without a doubt is read there with the
same value; anything doubtful is left to it. `tests/documents/test_json_fast.py` compares the two.
"""

from codecs import BOM_UTF8
from math import isfinite
from typing import Any

from jiter import from_json

from renkei.documents.json_reader import read_json
from renkei.documents.source import LONGEST_KEY, MAX_BYTES, MAX_DEPTH, MAX_INTEGER, MAX_NODES, Source, decode

MAX_MARKS = 4 * MAX_NODES
"""Colons and commas of a document beyond which it is left to the located reader, which stops at the limit."""


def read_json_fast(data: bytes, line: int = 1) -> Source:
    """Read one JSON document that begins on `line`, as `read_json` does; raises SourceError at the first fault."""

    def locate() -> Source:
        return read_json(decode(data, line), line)

    body = data.removeprefix(BOM_UTF8)
    if not body.startswith((b"{", b"[")):  # its first value may stand on another line
        return locate()
    if len(data) > MAX_MARKS and _is_too_large(data):  # would fill the memory before its values are counted
        return locate()
    try:
        value = from_json(body, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
    except ValueError:
        return locate()
    if _is_doubtful(value):
        return locate()
    return Source(value, line, locate=locate)


def _is_too_large(data: bytes) -> bool:
    return len(data) > MAX_BYTES or data.count(b":") + data.count(b",") > MAX_MARKS


def _is_doubtful(value: Any) -> bool:
    """Return whether a value is near or beyond a limit of documents."""
    nodes = depth = 0
    level = [value]
    while level:
        depth += 1
        below: list[Any] = []
        for container in level:
            nodes += len(container)
            if type(container) is dict:
                nodes += len(container)
                if container and max(map(len, container)) > LONGEST_KEY:
                    return True
                container = container.values()
            for one in container:
                kind = type(one)
                if kind is str:
                    continue
                if kind is dict or kind is list:
                    below.append(one)
                elif (kind is int and abs(one) > MAX_INTEGER) or (kind is float and not isfinite(one)):
                    return True
        level = below
    return depth > MAX_DEPTH or nodes >= MAX_NODES
