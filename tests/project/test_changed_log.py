"""A project whose log was changed by another program: what was changed reaches no context, no reader and no copy."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import renkei
from renkei.errors import LogBrokenError
from renkei.project.project import Project
from renkei.store import snapshot
from team import small_team


def change_message(directory: Path) -> int:
    """Change the newest message in the log and return its seq."""
    with closing(sqlite3.connect(directory / "log.db")) as db, db:
        rows = db.execute("SELECT seq, body FROM records ORDER BY seq DESC").fetchall()
        seq, body = next((seq, body) for seq, body in rows if b"8080" in body)
        db.execute("UPDATE records SET body = ? WHERE seq = ?", (body.replace(b"8080", b"8081"), seq))
    return int(seq)


@pytest.mark.parametrize(
    "use",
    [
        lambda project: project.context("bob"),
        lambda project: project.state,
        lambda project: list(project.records()),
    ],
)
def test_a_changed_message_is_named_and_not_shown(tmp_path: Path, use: Callable[[Project], object]) -> None:
    with small_team(tmp_path) as project:
        project.post("the port is 8080", "bob", actor="ann")
    (tmp_path / "snapshot.jsonl").unlink(missing_ok=True)
    seq = change_message(tmp_path)
    with pytest.raises(LogBrokenError, match=f"record {seq} is not as it was written"), renkei.open(tmp_path) as opened:
        use(opened)


def test_a_running_process_refuses_a_changed_record_that_it_has_not_read(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.flush()  # what it writes later would begin with reading the log
        with renkei.open(tmp_path) as other:
            other.post("the port is 8080", "bob", actor="ann")
        seq = change_message(tmp_path)
        with pytest.raises(LogBrokenError, match=f"record {seq} is not as it was written"):
            project.context("bob")


def test_a_snapshot_of_records_that_were_rewritten_is_ignored(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.post("the port is 8080", "bob", actor="ann")
        snapshot.save(tmp_path / "snapshot.jsonl", project.state, project.log)
        assert snapshot.load(tmp_path / "snapshot.jsonl", project.log) is not None
        with closing(sqlite3.connect(tmp_path / "log.db")) as db, db:
            db.execute("UPDATE records SET hash = zeroblob(32) WHERE seq = ?", (project.log.last(),))
        assert snapshot.load(tmp_path / "snapshot.jsonl", project.log) is None
