"""How long after another process's append `log.wait()` returns, beside looking every five milliseconds."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from measure import Row

from renkei.log.doorbell import POLL
from renkei.log.sqlite import SqliteLog

ROUNDS = 300

WRITER = """
import sys, time
from pathlib import Path
from renkei.engine.events import GroupSet
from renkei.engine.record import Record
from renkei.log.sqlite import SqliteLog
log = SqliteLog(Path(sys.argv[1]))
for line in sys.stdin:
    seq = log.last() + 1
    event = GroupSet(group="g", members=())
    log.append([Record(seq=seq, id=f"c{seq}", at="2026-01-05T09:00:00Z", actor="a", events=(event,))])
    print(time.monotonic_ns(), flush=True)
"""


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        path = Path(place) / "log.db"
        log = SqliteLog(path)
        env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, env=env) as writer:
            assert writer.stdin is not None
            assert writer.stdout is not None
            late = []
            for seq in range(ROUNDS):
                writer.stdin.write("go\n")
                writer.stdin.flush()
                assert log.wait(seq, 10)
                seen = time.monotonic_ns()
                late.append(max(0, seen - int(writer.stdout.readline())) / 1000)
            writer.stdin.close()
        log.close()
    p99 = statistics.quantiles(late, n=100)[98]
    yield Row("another process sees a record (p99)", p99, POLL * 1e6, "a 5 ms poll", "≤ 500 µs", 500)
