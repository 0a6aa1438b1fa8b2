"""Eight processes that append, beside one; and a JSONL mailbox under writers and a draining reader."""

import json
import math
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from append import record
from measure import Row

from renkei.log.sqlite import SqliteLog

SECONDS = 3.0
PROCESSES = 8
LETTERS = 20_000


def append_for(path: str, name: str, seconds: float, ready: Any, out: Any) -> None:
    """Append as often as one can; tell how often, and the longest wait (seconds)."""
    log = SqliteLog(Path(path))
    record(1).to_json()  # builds validators before the lock is taken, as a project does
    with log.exclusive():
        log.last()
    ready.wait()
    done, longest, end = 0, 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.monotonic()
        with log.exclusive():  # as a project does
            log.append([record(log.last() + 1, f"{name}-{done}")])
        longest = max(longest, time.monotonic() - begin)
        done += 1
    out.put((done, longest))


def run(processes: int) -> tuple[int, float, int, int]:
    """Let processes compete; give records in all, the longest wait, the fewest of one, and how many are lost."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        context = multiprocessing.get_context("spawn")
        out, ready = context.Queue(), context.Barrier(processes)
        path = str(Path(place) / "log.db")
        SqliteLog(Path(path)).close()
        arguments = [(path, f"p{n}", SECONDS, ready, out) for n in range(processes)]
        workers = [context.Process(target=append_for, args=one) for one in arguments]
        for worker in workers:
            worker.start()
        found = [out.get() for _ in workers]
        for worker in workers:
            worker.join()
        kept = len(list(SqliteLog(Path(path)).read()))
    lost = sum(done for done, _ in found) - kept
    return kept, max(wait for _, wait in found), min(done for done, _ in found), lost


def mailbox(place: Path) -> int:
    """Write to a JSONL mailbox, with a reader that reads and truncates; give how many letters are lost."""
    file = place / "inbox.jsonl"
    file.touch()
    read: list[str] = []
    done = threading.Event()

    def write(name: int) -> None:
        for n in range(LETTERS // 4):
            with file.open("a") as out:
                out.write(json.dumps({"id": f"{name}-{n}"}) + "\n")

    def drain() -> None:
        while not done.is_set():
            read.extend(file.read_text().splitlines())
            file.write_text("")

    reader = threading.Thread(target=drain)
    writers = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in (reader, *writers):
        thread.start()
    for writer in writers:
        writer.join()
    done.set()
    reader.join()
    read.extend(file.read_text().splitlines())
    whole = {line for line in read if line.startswith("{") and line.endswith("}")}
    return LETTERS - len(whole)


def rows() -> Iterator[Row]:
    """Measure."""
    one, _, _, _ = run(1)
    many, longest, fewest, missing = run(PROCESSES)
    ours, limit = SECONDS / many * 1e6, SECONDS / one * 1e6
    yield Row("8 processes, one record each", ours, limit, "one process", "≤ 1.43 ×", limit / 0.7)
    waited = longest * 1e6 if fewest else math.inf
    yield Row("8 processes: longest wait", waited, 1e5, "a tenth of a second", "≤ 0.1 s", 1e5)
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        lost = mailbox(Path(place))
    share = 100 * missing / many
    name = "acknowledged records lost"
    yield Row(name, share, 100 * lost / LETTERS, "a JSONL mailbox", "0", 0, "%")
