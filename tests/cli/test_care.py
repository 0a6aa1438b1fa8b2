"""A project's store can be checked, copied while it lives, brought back, and carried elsewhere."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

from process import renkei
from renkei import open as open_project
from renkei.board.decide import Write
from renkei.project.project import Project
from team import small_team


def busy(directory: Path, changes: int = 120) -> None:
    with small_team(directory / ".renkei") as project:
        for n in range(changes):
            project.do(Write("/goal", f"goal {n}"))


def records(directory: Path) -> list[object]:
    with open_project(directory) as project:
        return list(project.records())


def test_the_doctor_finds_a_sound_project_sound(tmp_path: Path) -> None:
    busy(tmp_path)
    done = renkei("doctor", cwd=tmp_path)
    assert (done.returncode, done.stdout.count("✓")) == (0, 3)


def test_the_doctor_repairs_what_is_derived(tmp_path: Path) -> None:
    busy(tmp_path)
    place = tmp_path / ".renkei"
    (place / "board.yaml").write_text("project_state: {}")
    (place / "snapshot.jsonl").write_bytes(b"nonsense")
    sick = renkei("doctor", cwd=tmp_path)
    assert (sick.returncode, sick.stdout.count("✗")) == (1, 2)
    assert renkei("doctor", "--repair", cwd=tmp_path).returncode == 0
    assert renkei("doctor", cwd=tmp_path).returncode == 0
    assert "goal 119" in (place / "board.yaml").read_text()


def test_the_doctor_names_a_record_that_is_missing_and_repairs_nothing_that_is_not_derived(tmp_path: Path) -> None:
    busy(tmp_path)
    log = tmp_path / ".renkei" / "log.db"
    with sqlite3.connect(log) as db:
        db.execute("DELETE FROM records WHERE seq = 50")
    db.close()
    done = renkei("doctor", "--repair", cwd=tmp_path)
    assert done.returncode == 1
    assert "record 50 is missing" in done.stdout


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
    assert renkei("restore", "copy.db", "--project", "again", cwd=tmp_path).returncode == 0
    kept = records(tmp_path / "again")
    assert len(kept) >= 121
    assert kept == records(tmp_path / ".renkei")[: len(kept)]


def test_an_export_is_read_back_as_the_same_project(tmp_path: Path) -> None:
    busy(tmp_path)
    assert renkei("export", "p.jsonl", cwd=tmp_path).returncode == 0
    assert renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path).returncode == 0
    assert records(tmp_path / "again") == records(tmp_path / ".renkei")
    assert (tmp_path / "again" / "board.yaml").read_text() == (tmp_path / ".renkei" / "board.yaml").read_text()


def test_a_damaged_export_is_refused_with_its_line_and_nothing_is_written(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("export", "p.jsonl", cwd=tmp_path)
    lines = (tmp_path / "p.jsonl").read_text().splitlines()
    (tmp_path / "p.jsonl").write_text("\n".join([*lines[:5], lines[5][:40], *lines[6:]]))
    done = renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path)
    assert done.returncode == 1
    assert "line 6" in done.stderr
    assert not (tmp_path / "again").exists()


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
    assert renkei("restore", "copy.db", "--project", "again", cwd=tmp_path).returncode == 0
    assert records(tmp_path / "again") == records(tmp_path / ".renkei")


KILLED = """
import os, signal, sys
from pathlib import Path
from renkei.edges.cli.copies import put_records
from renkei.log.sqlite import SqliteLog
place = Path(sys.argv[1])
append = SqliteLog.append
def killed(log, batch):
    append(log, batch)
    os.kill(os.getpid(), signal.SIGKILL)
SqliteLog.append = killed
put_records(place / "again", SqliteLog(place / "copy.db", read_only=True).read())
"""


def test_an_emptied_log_is_no_project_of_none_and_what_is_left_of_it_is_kept(tmp_path: Path) -> None:
    busy(tmp_path)
    place = tmp_path / ".renkei"
    (place / "log.db").write_bytes(b"")
    before = {file.name: file.read_bytes() for file in place.glob("*.*")}
    for command in (("doctor",), ("doctor", "--repair"), ("status",), ("compact",)):
        done = renkei(*command, cwd=tmp_path)
        assert done.returncode == 1
        assert "it is empty" in done.stdout + done.stderr
    assert {file.name: file.read_bytes() for file in place.glob("*.*")} == before


def test_compacting_leaves_the_project_as_it_was(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("send", "--from", "ann", "--to", "bob", "--text", "認証の実装が終わりました", cwd=tmp_path)
    before = records(tmp_path / ".renkei")
    done = renkei("compact", "--keep", "10", cwd=tmp_path)
    assert "records moved to the archive" in done.stdout
    assert records(tmp_path / ".renkei") == before
    assert renkei("doctor", cwd=tmp_path).returncode == 0
    (tmp_path / ".renkei" / "search.db").unlink(missing_ok=True)
    assert "認証" in renkei("search", "実装", cwd=tmp_path).stdout


def test_an_incoherent_export_is_refused_in_words(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("export", "p.jsonl", cwd=tmp_path)
    lines = (tmp_path / "p.jsonl").read_text().splitlines()
    (tmp_path / "p.jsonl").write_text("\n".join([*lines[:5], *lines[6:]]))
    done = renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path)
    assert (done.returncode, "record 7 does not follow" in done.stderr) == (1, True)
    assert not (tmp_path / "again").exists()


def test_nothing_is_restored_over_a_project(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("backup", "copy.db", cwd=tmp_path)
    again = renkei("restore", "copy.db", cwd=tmp_path)
    assert (again.returncode, "PROJECT_EXISTS" in again.stderr) == (1, True)


def test_search_shows_messages(tmp_path: Path) -> None:
    busy(tmp_path, 1)
    renkei("send", "--from", "ann", "--to", "bob", "--text", "認証の実装が終わりました", cwd=tmp_path)
    found = json.loads(renkei("search", "実装", "--format", "json", cwd=tmp_path).stdout)
    assert [one["payload"]["body"] for one in found] == ["認証の実装が終わりました"]
    assert renkei("search", "nothing", cwd=tmp_path).stdout == "Nothing found.\n"
