"""What the log in a file promises beyond the port: it outlives its process, and says clearly what it cannot do."""

import os
import sqlite3
from pathlib import Path

import pytest

from faults_of_the_system import fail_every_sync, needs_seccomp
from records import record
from renkei.errors import LogBrokenError, LogNotWritableError, LogTooNewError, LogUncertainError
from renkei.log.sqlite import SqliteLog


def test_a_log_is_the_same_after_it_was_closed_and_opened(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1), record(2)])
    log.close()
    assert list(SqliteLog(tmp_path / "log.db").read()) == [record(1), record(2)]


def test_a_log_of_a_later_release_is_refused_and_not_touched(tmp_path: Path) -> None:
    place = tmp_path / "log.db"
    SqliteLog(place).close()
    with sqlite3.connect(place) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LogTooNewError, match="format 99"):
        SqliteLog(place)


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "log.db"
    place.write_bytes(b"this is a diary, not a database" * 100)
    with pytest.raises(LogBrokenError, match="not a database"):
        SqliteLog(place)
    assert place.read_bytes().startswith(b"this is a diary")


def test_a_record_that_was_tampered_with_is_named(tmp_path: Path) -> None:
    place = tmp_path / "log.db"
    log = SqliteLog(place)
    log.append([record(1)])
    with sqlite3.connect(place) as db:
        db.execute("UPDATE records SET body = '{}'")
    db.close()
    with pytest.raises(LogBrokenError, match="record 1"):
        list(log.read())


def test_a_place_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogNotWritableError, match="nowhere"):
        SqliteLog(tmp_path / "nowhere" / "log.db")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_what_a_child_appends_after_its_parent_has_closed_the_log_is_kept(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(read, 1)  # until the parent has closed
        log.append([record(2)])
        log.append([record(3)])
        os._exit(0)
    log.close()
    os.write(write, b"!")
    assert os.waitpid(child, 0)[1] == 0
    assert [one.seq for one in SqliteLog(tmp_path / "log.db").read()] == [1, 2, 3]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_log_that_was_open_before_a_fork_works_on_both_sides(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    child = os.fork()
    if child == 0:
        log.append([record(2)])
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    log.append([record(3)])
    assert [one.seq for one in log.read()] == [1, 2, 3]


@needs_seccomp
def test_a_sync_that_fails_is_no_refusal_for_what_was_written_may_survive(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        fail_every_sync()
        try:
            log.append([record(2)])
        except LogUncertainError as error:
            os.write(write, str(error).encode())
        os._exit(0)
    os.close(write)
    assert os.waitpid(child, 0)[1] == 0
    assert b"Retry with the same command id" in os.read(read, 10_000)
    os.close(read)
    assert [one.seq for one in log.read()] in ([1], [1, 2])
