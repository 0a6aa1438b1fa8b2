"""Sixty-four threads of one process that append at the same time, beside writing one record after the other raw."""

import os
import statistics
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from append import WARM, record
from measure import Row, microseconds

from renkei.log.sqlite import SqliteLog

THREADS = 64
EACH = 20


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        log = SqliteLog(Path(place) / "log.db")
        raw = os.open(Path(place) / "raw", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        lock = threading.Lock()
        last = 0

        def append() -> None:
            nonlocal last
            for _ in range(EACH):
                with lock:
                    last += 1
                    wait = log.submit([record(last)])
                wait()

        for _ in range(WARM // EACH):
            append()

        def together() -> None:
            threads = [threading.Thread(target=append) for _ in range(THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        def write() -> None:
            os.write(raw, record(1).to_json())
            os.fsync(raw)

        pairs = [(microseconds(together, 1) / (THREADS * EACH), microseconds(write, 100)) for _ in range(9)]
        ours, limit = (statistics.median(column) for column in zip(*pairs, strict=True))
        yield Row("64 threads, one record each", ours, limit, "write + fsync", "≤ 1/6 ×", limit / 6)
        os.close(raw)
        log.close()
