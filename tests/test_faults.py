"""What the disk, the clock and the system may do to a project: nothing that was acknowledged is lost."""

import os
import shutil
from pathlib import Path

import pytest

import renkei
from process import renkei as run
from renkei import KnowledgeShare, replay
from renkei.board.decide import Write
from renkei.errors import RenkeiError
from renkei.log.writer_lock import WriterLock
from team import small_team

CHANGES = 30


def changed(place: Path, changes: int = CHANGES) -> None:
    with small_team(place) as project:
        for n in range(changes):
            project.do(Write("/goal", f"goal {n}"))


def goal(place: Path) -> str:
    with renkei.open(place) as project:
        assert replay(project.records()) == project.state
        return str(project.state.board.get("/goal"))


def test_a_torn_end_of_the_wal_loses_only_what_was_never_acknowledged(tmp_path: Path) -> None:
    project = small_team(tmp_path / "live")
    for n in range(CHANGES):
        project.do(Write("/goal", f"goal {n}"))
    shutil.copytree(tmp_path / "live", tmp_path / "torn")
    wal = tmp_path / "torn" / "log.db-wal"
    data = wal.read_bytes()
    frame = 24 + 4096
    (tmp_path / "torn" / "log.db-shm").unlink()
    for cut in (1, 100, frame - 1):
        wal.write_bytes(data[:-cut])
        assert goal(tmp_path / "torn") in (f"goal {CHANGES - 1}", f"goal {CHANGES - 2}")
        shutil.rmtree(tmp_path / "torn")
        shutil.copytree(tmp_path / "live", tmp_path / "torn")
        (tmp_path / "torn" / "log.db-shm").unlink()
    wal.write_bytes(data + os.urandom(5000))  # a write that never ended
    assert goal(tmp_path / "torn") == f"goal {CHANGES - 1}"


def test_a_page_that_is_overwritten_is_found_and_not_written_over(tmp_path: Path) -> None:
    changed(tmp_path, 200)
    (tmp_path / "snapshot.jsonl").unlink(missing_ok=True)
    log = tmp_path / "log.db"
    data = bytearray(log.read_bytes())
    page = data.index(b"goal 100") // 4096 * 4096
    data[page : page + 4096] = os.urandom(4096)
    log.write_bytes(data)
    with pytest.raises(RenkeiError):
        goal(tmp_path)
    assert log.read_bytes() == bytes(data)


def test_closing_does_not_put_an_old_board_over_what_another_process_wrote(tmp_path: Path) -> None:
    first, second = small_team(tmp_path), renkei.open(tmp_path)
    board = tmp_path / "board.yaml"
    board.unlink()
    board.mkdir()  # so that the write fails, and is due again when the project is closed
    first.do(Write("/goal", "first"))
    first.flush()
    board.rmdir()
    second.do(Write("/goal", "second"))
    second.flush()
    first.close()
    assert "goal: second" in (tmp_path / "board.yaml").read_text()


LOOKS = (
    ("status",),
    ("log",),
    ("inbox", "--agent", "bob"),
    ("context", "--agent", "bob"),
    ("obligations",),
    ("board", "show"),
    ("board", "log"),
    ("graph",),
    ("message", "show", "m-1"),
    ("search", "port"),
    ("export", "out.jsonl"),
    ("backup", "copy.db"),
    ("doctor",),
)


@pytest.mark.short
@pytest.mark.parametrize("command", LOOKS, ids=" ".join)
def test_who_only_looks_waits_for_no_writer(command: tuple[str, ...], tmp_path: Path) -> None:
    """A process may be stopped, or be compacting, while it holds the writers' lock."""
    with small_team(tmp_path / ".renkei") as project:
        news = KnowledgeShare(topic="t", content="the port", relevance_to_recipients="", actionable=False)
        project.send(project.message("ann", news, "bob", id="m-1"))
    with WriterLock(tmp_path / ".renkei" / "log.lock").held():
        assert run(*command, cwd=tmp_path).returncode == 0
