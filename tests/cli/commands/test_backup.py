"""`renkei backup`: a copy of a project in use."""

import threading
from pathlib import Path

from busy_project import busy, records
from process import renkei
from renkei import open as open_project
from renkei.board.decide import Write
from renkei.project.project import Project


def test_a_backup_of_a_live_project_holds_whole_records(tmp_path: Path) -> None:
    busy(tmp_path)
    stop = threading.Event()

    def write(project: Project) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            project.do(Write("/goal", f"live {number}"))

    with open_project(tmp_path / ".renkei") as project:
        writer = threading.Thread(target=write, args=(project,))
        writer.start()
        done = renkei("backup", "copy.db", cwd=tmp_path)
        stop.set()
        writer.join()
    assert done.returncode == 0
    assert renkei("restore", "copy.db", "--into", "again", cwd=tmp_path).returncode == 0
    kept = records(tmp_path / "again")
    assert len(kept) >= 121
    assert kept == records(tmp_path / ".renkei")[: len(kept)]
