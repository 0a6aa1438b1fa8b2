"""Streams of records: what is sent at once."""

from renkei.edges.server.waiting import parts


def test_small_records_are_sent_together_and_large_ones_alone() -> None:
    entries = [(1, b"a"), (2, b"b"), (3, b"c" * 30), (4, b"d" * 30), (5, b"e")]
    assert list(parts(entries, size=20)) == [
        (2, b"id: 1\ndata: a\n\nid: 2\ndata: b\n\n"),
        (3, b"id: 3\ndata: " + b"c" * 30 + b"\n\n"),
        (4, b"id: 4\ndata: " + b"d" * 30 + b"\n\n"),
        (5, b"id: 5\ndata: e\n\n"),
    ]
    assert list(parts([])) == []
