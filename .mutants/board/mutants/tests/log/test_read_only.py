"""A log can be looked at without being written: beside a living writer, and where nothing can be written at all."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei
from records import record
from renkei.board.decide import Write
from renkei.errors import LogNotWritableError
from renkei.log.sqlite import SqliteLog
from team import small_team

NOBODY = 65534


def test_what_is_only_read_follows_a_living_writer_and_changes_no_file(tmp_path: Path) -> None:
    writer = SqliteLog(tmp_path / "log.db")
    writer.append([record(1)])
    reader = SqliteLog(tmp_path / "log.db", read_only=True)
    assert reader.last() == 1
    writer.append([record(2)])
    assert [one.seq for one in reader.read()] == [1, 2]
    assert reader.wait(1, timeout=0)
    with pytest.raises(LogNotWritableError):
        reader.append([record(3)])
    assert writer.last() == 2
    reader.close()


def test_a_log_that_nobody_has_open_is_read_as_it_stands_and_later_as_it_is_then(tmp_path: Path) -> None:
    writer = SqliteLog(tmp_path / "log.db")
    writer.append([record(1)])
    writer.close()
    reader = SqliteLog(tmp_path / "log.db", read_only=True)
    before = sorted(file.name for file in tmp_path.iterdir())
    assert reader.last() == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    writer.append([record(2)])
    assert reader.last() == 2
    writer.append([record(3)])
    writer.close()
    assert reader.last() == 3


@pytest.fixture
def shared_place() -> Iterator[Path]:
    """Give a directory that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name) / "p"


def look(place: Path) -> str:
    """Look at a project as somebody who may not write there, in a child process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(write, seen(place).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


def seen(place: Path) -> str:
    project = renkei.open(place)
    goal, count = project.state.board.get("/goal"), len(list(project.records()))
    try:
        project.do(Write("/goal", "mine"))
    except LogNotWritableError as error:
        return f"{goal}, {count} records, {error.code}"
    return "written"


@pytest.mark.parametrize("alive", [False, True], ids=["closed", "with a living writer"])
def test_a_directory_that_cannot_be_written_can_be_looked_at(shared_place: Path, alive: bool) -> None:
    project = small_team(shared_place)
    project.do(Write("/goal", "ours"))
    count = project.state.seq
    if not alive:
        project.close()
    shared_place.chmod(0o555)
    try:
        assert look(shared_place) == f"ours, {count} records, LOG_NOT_WRITABLE"
    finally:
        shared_place.chmod(0o755)
        project.close()


def test_a_project_that_is_only_read_writes_nothing_beside_the_log(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        for n in range(150):
            project.do(Write("/goal", f"goal {n}"))
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    with renkei.open(tmp_path, read_only=True) as looking:
        assert looking.state.board.get("/goal") == "goal 149"
        with pytest.raises(LogNotWritableError):
            looking.do(Write("/goal", "mine"))
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before
