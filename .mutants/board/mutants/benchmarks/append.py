"""A durable append by one process, beside writing the same bytes to a file and syncing it."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, beside

from renkei.engine.events import GroupSet
from renkei.engine.record import Record
from renkei.log.sqlite import SqliteLog

WARM = 600
"""Appends before measuring: until SQLite's write-ahead log is as long as it gets, growing it costs as much again."""

AT = "2026-01-05T09:00:00.000000Z"


def record(seq: int, name: str = "") -> Record:
    """Make a record of about two hundred bytes."""
    return Record(seq=seq, id=name or f"c{seq}", at=AT, actor="a", events=(GroupSet(group="g" * 100, members=()),))


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        log = SqliteLog(Path(place) / "log.db")
        raw = os.open(Path(place) / "raw", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        last = 0

        def append() -> None:
            nonlocal last
            last += 1
            log.append([record(last)])

        def write() -> None:
            os.write(raw, record(1).to_json())
            os.fsync(raw)

        for _ in range(WARM):
            append()
        ours, limit = beside(append, write, 25, rounds=41)
        yield Row("durable append, one process", ours, limit, "write + fsync", "≤ 1.11 ×", limit / 0.9)
        os.close(raw)
        log.close()
