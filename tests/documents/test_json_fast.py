"""The fast reader gives what the located reader gives: the same values, the same faults, the same locations."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from renkei.documents.json_fast import read_json_fast
from renkei.documents.json_reader import read_json
from renkei.documents.source import LONGEST_KEY, MAX_DEPTH, MAX_INTEGER, MAX_NODES, Source, SourceError, decode
from renkei.edges.document_kinds import check_document

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.sampled_from(["a", "b", "type", "日本", '"', "\\", "\\\\"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))
MARKS = st.sampled_from([*'{}[],:"\\ \n\t\r-+.0123456789eEtrufalsn', "é", "\ud800", "\x00", "\\ud800", "\\u", "1e999"])
BYTES = st.sampled_from([b"", b"", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x00"])
PIECES = st.sampled_from(
    ['{"a":1,"a":1}', '{"a":{"b":[]},"a":2}', '"\\""', '"\\\\"', "NaN", "Infinity", str(MAX_INTEGER + 1), "-0", "1.0"]
)


def read_located(data: bytes, line: int = 1) -> Source:
    return read_json(decode(data, line), line)


def outcome(data: bytes, read: Any) -> Any:
    """Return the value and every location, or the fault."""
    try:
        source: Source = read(data, 7)
    except SourceError as error:
        return error.problem
    paths = [source.location(path, key) for path in read_located(data).values for key in (True, False)]
    return repr(source.value), source.line, source.location(()), paths


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Return JSON in which pieces were replaced."""
    text = json.dumps(draw(VALUES), ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        text = text[:start] + draw(MARKS | PIECES) + text[start + draw(st.integers(0, 2)) :]
    data, start = text.encode(errors="surrogatepass"), draw(st.integers(0, len(text)))
    return data[:start] + draw(BYTES) + data[start:]


@given(documents())
@example(b'{"a": 1, "a": 2}')
@example(b'{"a": 1, "\\u0061": 2}')
@example(b'{"a": {"b": 1, "b": 1}}')
@example(b'{"a": "\\\\", "a": ""}')
@example(b'["\\\\\\"", "\\\\"]')
@example(b'\xef\xbb\xbf{"a": 1}')
@example(b'\xef\xbb\xbf\xef\xbb\xbf{"a": 1}')
@example(b'["\xff"]')
@example(b'{"a": 1}\r')
def test_same_outcome(data: bytes) -> None:
    assert outcome(data, read_json_fast) == outcome(data, read_located)


@pytest.mark.short
@pytest.mark.parametrize(
    "text",
    [
        "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        json.dumps({"k" * LONGEST_KEY: 1}),
        json.dumps({"k" * (LONGEST_KEY + 1): 1}),
        "[" + "0," * (MAX_NODES - 2) + "0]",
        "[" + "0," * (MAX_NODES - 1) + "0]",
        f"[{MAX_INTEGER}]",
        f"[-{MAX_INTEGER + 1}]",
        "[1e999]",
        '{"type": "FREEFORM", "type": "FREEFORM"}',
    ],
    ids=lambda text: str(text)[:20],
)
def test_same_limits(text: str) -> None:
    assert outcome(text.encode(), read_json_fast) == outcome(text.encode(), read_located)


MESSAGE = {
    "id": "m-1", "type": "FREEFORM", "from": "ann", "to": ["bob"], "priority": "normal",
    "timestamp": "2026-01-05T09:00:00Z", "context_summary": "",
    "payload": {"intent_hint": "question", "body": "Why?", "requires_response": False, "urgency": "normal"},
}  # fmt: skip


@given(st.data())
def test_same_verdict_on_changed_messages(data: st.DataObject) -> None:
    message: dict[str, Any] = json.loads(json.dumps(MESSAGE))
    for part in (message, message["payload"]):
        name = data.draw(st.sampled_from([*part, "unknown"]))
        part[name] = data.draw(VALUES | st.just(part.get(name)))
    text = json.dumps(message)
    try:
        located = read_json(text)
    except SourceError:
        return
    fast, slow = check_document(read_json_fast(text.encode())), check_document(located)
    assert (fast.kind, fast.problems) == (slow.kind, slow.problems)


def test_locations_are_not_looked_up_for_a_valid_document() -> None:
    source = read_json_fast(json.dumps(MESSAGE).encode())
    assert not check_document(source).problems
    assert source.location(()) == (1, 1)
    assert not source.values
