"""`renkei restore`: a complete project or none."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from busy_project import busy, records
from process import renkei


def test_a_restore_that_is_killed_leaves_no_project(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("backup", "copy.db", cwd=tmp_path)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "again" / "log.db").exists()
    assert renkei("restore", "copy.db", "--into", "again", cwd=tmp_path).returncode == 0
    assert records(tmp_path / "again") == records(tmp_path / ".renkei")


KILLED = """
import os, signal, sys
from pathlib import Path
from renkei.edges.cli.files.records import create_from_records
from renkei.log.sqlite import SqliteLog
place = Path(sys.argv[1])
append = SqliteLog.append
def killed(log, batch):
    append(log, batch)
    os.kill(os.getpid(), signal.SIGKILL)
SqliteLog.append = killed
create_from_records(place / "again", SqliteLog(place / "copy.db", read_only=True).read())
"""


def test_a_file_that_is_no_backup_is_refused_and_another_is_asked_for(tmp_path: Path) -> None:
    for text in (b"", b"not a database at all" * 100):
        (tmp_path / "copy.db").write_bytes(text)
        refused = renkei("restore", "copy.db", cwd=tmp_path)
        assert (refused.returncode, "LOG_BROKEN" in refused.stderr) == (1, True)
        assert "Restore another backup." in refused.stderr
        assert "Keep the file" not in refused.stderr
        assert not (tmp_path / ".renkei").exists()


def test_nothing_is_restored_over_a_project(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("backup", "copy.db", cwd=tmp_path)
    again = renkei("restore", "copy.db", cwd=tmp_path)
    assert (again.returncode, "PROJECT_EXISTS" in again.stderr) == (1, True)
