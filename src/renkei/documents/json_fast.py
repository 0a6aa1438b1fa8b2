"""Read JSON fast, and locate its values only on demand.

The located reader (`json_reader`) defines what is a document. Anything doubtful is left to it; everything else has the
same value in both. `tests/documents/test_json_fast.py` compares the two.
"""

from codecs import BOM_UTF8
from math import isfinite
from typing import Any

from jiter import from_json

from renkei.documents.json_reader import read_json
from renkei.documents.source import LONGEST_KEY, MAX_BYTES, MAX_DEPTH, MAX_INTEGER, MAX_NODES, Source, decode

MAX_MARKS = 4 * MAX_NODES
"""Most colons and commas in a document; a larger one is left to the located reader, which stops at the limit."""


def read_json_fast(data: bytes, line: int = 1) -> Source:
    """Read one JSON document that begins on `line`, as `read_json` does; raises SourceError at the first fault."""

    def locate() -> Source:
        return read_json(decode(data, line), line)

    body = data.removeprefix(BOM_UTF8)
    if not body.startswith((b"{", b"[")):  # its first value may be on another line
        return locate()
    if len(data) > MAX_MARKS and _is_too_large(data):  # would fill the memory before being counted
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
            for element in container:
                kind = type(element)
                if kind is str:
                    continue
                if kind is dict or kind is list:
                    below.append(element)
                elif (kind is int and abs(element) > MAX_INTEGER) or (kind is float and not isfinite(element)):
                    return True
        level = below
    return depth > MAX_DEPTH or nodes >= MAX_NODES


def is_deeper(data: bytes, depth: int) -> bool:
    """Return whether valid JSON is nested more than `depth` levels deep."""
    if data.count(b"{") + data.count(b"[") <= depth:  # as in nearly every record
        return False
    try:
        level = [from_json(data, cache_mode="keys")]
    except ValueError:  # deeper than any reader goes
        return True
    while level and depth >= 0:
        depth -= 1
        values = (outer.values() if type(outer) is dict else outer for outer in level if type(outer) in (dict, list))
        level = [inner for inside in values for inner in inside]
    return bool(level)
