"""Sixty-four commands that share one commit, beside writing one record after the other raw.

First the log alone: sixty-four records in one transaction. Then the whole path: sixty-four threads of one process, each
of which gives commands to one project and waits for each of them.
"""

import os
import statistics
import tempfile
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from append import WARM, record
from measure import Row, microseconds

import renkei
from renkei.engine import commands as c
from renkei.log.sqlite import SqliteLog

THREADS = 64
EACH = 20
"""Commands of a thread: enough that starting it is a small part."""

ROUNDS = 9


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        members = [c.Join(f"agent-{number}") for number in range(THREADS)]
        project = renkei.create(Path(place) / "project", members=members)
        log = SqliteLog(Path(place) / "log.db")
        raw = os.open(Path(place) / "raw", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        numbers = count()

        def append() -> None:
            last = log.last()
            log.append([record(last + number) for number in range(1, THREADS + 1)])

        def write() -> None:
            os.write(raw, record(1).to_json())
            os.fsync(raw)

        def give(agent: str) -> None:
            for _ in range(EACH):
                project.do(renkei.Write(f"/agents/{agent}/current_task", f"T-{next(numbers)}"), actor=agent)

        def together() -> None:
            threads = [threading.Thread(target=give, args=(one.actor,)) for one in members]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        for _ in range(WARM // THREADS):
            append()
        together()
        figures = [
            (
                microseconds(append, 5) / THREADS,
                microseconds(together, 1) / (THREADS * EACH),
                microseconds(write, 50),
            )
            for _ in range(ROUNDS)
        ]
        log_alone, whole_path, limit = (statistics.median(column) for column in zip(*figures, strict=True))
        yield Row("64 records in one commit, each", log_alone, limit, "write + fsync", "≤ 1/6 ×", limit / 6)
        yield Row("64 threads, one command each", whole_path, limit, "write + fsync", "≤ 1/6 ×", limit / 6)
        os.close(raw)
        log.close()
        project.close()
