"""A byte that changes in the file of a log, by a program or by a disk, alters no record unnoticed."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from busy_project import busy
from process import renkei
from renkei.errors import LogError
from renkei.log.sqlite import SqliteLog

TRIALS = 20


def test_each_of_twenty_flipped_bits_in_records_is_found(tmp_path: Path) -> None:
    busy(tmp_path, 20)
    path = tmp_path / ".renkei" / "log.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        bodies = [body for (body,) in db.execute("SELECT body FROM records")]
    sound, seeded, found = path.read_bytes(), random.Random(10), 0
    for _ in range(TRIALS):
        body = seeded.choice([one for one in bodies if sound.count(one) == 1])
        at = sound.index(body) + seeded.randrange(len(body))
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << seeded.randrange(8)]) + sound[at + 1 :])
        log = SqliteLog(path, create=False)
        with pytest.raises(LogError, match=r"record \d+ is not as it was written"):
            list(log.read())
        log.close()
        found += 1
    assert found == TRIALS
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, "is not as it was written" in done.stdout) == (1, True), done.stdout
