"""What the log in a file promises beyond the port: it outlives its process, and says clearly what it cannot do."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults_of_the_system import fail_every_sync, needs_seccomp
from records import began, chain_again, ended, large, moved, opened, record, registered, said, suspended, unchain
from renkei.errors import ConflictError, LogBrokenError, LogNotWritableError, LogTooNewError, LogUncertainError
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
    refusal = os.read(read, 10_000)
    assert b"Retry with the same command id" in refusal
    assert str(log.path).encode() in refusal
    os.close(read)
    assert [one.seq for one in log.read()] in ([1], [1, 2])


@needs_seccomp
def test_only_an_append_without_a_sync_works_on_a_disk_that_cannot_sync(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1)])
    child = os.fork()
    if child == 0:
        log.append([record(2)])  # a new write-ahead log is synced once, whoever begins it
        fail_every_sync()
        log.append([record(3)], synced=False)
        try:
            log.append([record(4)])
        except LogUncertainError:
            os._exit(0)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert [one.seq for one in log.read()][:3] == [1, 2, 3]


def changed(log: SqliteLog, statement: str, *values: object) -> None:
    """Change the file of a log by hand."""
    db = sqlite3.connect(log.path)
    with db:
        db.execute(statement, values)
    db.close()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    made = SqliteLog(tmp_path / "log.db")
    yield made
    made.close()


def test_a_record_under_the_seq_of_another_is_not_returned(log: SqliteLog) -> None:
    log.append([record(1), record(2)])
    changed(log, "UPDATE records SET body = ? WHERE seq = 1", record(2).to_json())
    chain_again(log.path)
    with pytest.raises(LogBrokenError, match=r"log\.db.*record 2 is stored under seq 1"):
        list(log.read())
    with pytest.raises(LogBrokenError):
        log.find("c1")


def test_a_gap_between_records_is_found(log: SqliteLog) -> None:
    log.append([record(1), record(2), record(3)])
    changed(log, "DELETE FROM records WHERE seq = 2")
    with pytest.raises(LogBrokenError, match=r"log\.db.*record 2 is missing"):
        list(log.read())


def test_a_body_that_is_no_record_or_of_a_later_release_is_named(log: SqliteLog) -> None:
    log.append([record(1)])
    changed(log, "UPDATE records SET body = ?", b"{}")
    chain_again(log.path)
    with pytest.raises(LogBrokenError, match=r"log\.db.*record 1: (?!None)"):
        list(log.read())
    changed(log, "UPDATE records SET body = ?", b'{"seq": 1, "format": 99}')
    chain_again(log.path)
    with pytest.raises(LogTooNewError) as error:
        list(log.read())
    assert (error.value.details["path"], error.value.details["found"]) == (str(log.path), 99)
    assert error.value.details["known"] < 99


def test_a_file_without_records_is_no_log_to_open(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(LogBrokenError, match=r"empty\.db.*it is empty"):
        SqliteLog(tmp_path / "empty.db", create=False)
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("CREATE TABLE other (x)")
    db.close()
    with pytest.raises(LogBrokenError, match=r"other\.db.*it contains no records"):
        SqliteLog(tmp_path / "other.db", create=False)


def old_layout(path: Path) -> None:
    """Make a file of the first layout, which had no index of contracts and artifacts."""
    log = SqliteLog(path)
    log.append([record(1), opened(2, "TC-1"), registered(3, "spec"), moved(4, "TC-1")])
    log.close()
    db = sqlite3.connect(path)
    with db:
        db.execute("DROP TABLE subjects")
        db.execute("DROP TABLE snapshots")
        unchain(db)
        db.execute("PRAGMA user_version = 1")
    db.close()


def test_a_file_of_the_first_layout_is_indexed_when_it_is_opened(tmp_path: Path) -> None:
    old_layout(tmp_path / "log.db")
    log = SqliteLog(tmp_path / "log.db")
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [2, 4]
    assert list(log.names("artifact")) == ["spec"]
    assert log.is_indexed("contract", "TC-1", 4)
    assert not log.is_indexed("contract", "TC-1", 3)
    assert not log.is_indexed("artifact", "TC-1", 4)
    log.close()


def test_a_file_of_the_first_layout_that_is_only_read_answers_without_an_index(tmp_path: Path) -> None:
    old_layout(tmp_path / "log.db")
    log = SqliteLog(tmp_path / "log.db", read_only=True)
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [2, 4]
    assert list(log.names("contract")) == ["TC-1"]
    assert log.is_indexed("contract", "TC-1", 3)
    log.close()


def test_a_file_of_the_third_layout_learns_to_vouch_for_snapshots(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([opened(1, "TC-1")])
    log.close()
    db = sqlite3.connect(tmp_path / "log.db")
    with db:
        db.execute("DROP TABLE snapshots")
        unchain(db)
        db.execute("PRAGMA user_version = 3")
    db.close()
    reader = SqliteLog(tmp_path / "log.db", read_only=True)
    assert reader.snapshot_hash(1) is None
    assert list(reader.names("contract")) == ["TC-1"]
    reader.close()
    log = SqliteLog(tmp_path / "log.db")
    log.vouch_for_snapshot(1, "a" * 64)
    log.vouch_for_snapshot(1, "b" * 64)
    assert log.snapshot_hash(1) == "b" * 64
    assert log.snapshot_hash(2) is None
    log.close()


def second_layout(path: Path) -> None:
    """Make a file of the second layout, which had no index of conversations; its first records are archived."""
    log = SqliteLog(path)
    log.append([said(1, "ann", ["all"]), large(2, 65_536), said(3, "bob", ["all"]), opened(4, "TC-1")])
    log.compact(2)
    log.append([said(5, "ann", ["bob"])])
    log.close()
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM subjects WHERE kind NOT IN ('contract', 'artifact')")
        db.execute("DROP TABLE snapshots")
        unchain(db)
        db.execute("PRAGMA user_version = 2")
    db.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_the_fourth_layout_has_turns_too(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    log.append([opened(1, "TC-1"), began(2, "ann"), ended(3, "ann"), began(4, "bob"), began(5, "ann")])
    log.close()
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM subjects WHERE kind = 'turn'")
        unchain(db)
        db.execute("PRAGMA user_version = 4")
    db.close()
    log = SqliteLog(path, read_only=read_only)
    assert [one.seq for one in log.records_about("turn", "ann")] == [2, 3, 5]
    assert [one.seq for one in log.records_about("turn", "ann", after=2, limit=1)] == [3]
    assert [one.seq for one in log.records_about("turn", "ann", before=5, limit=1)] == [3]
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [1]
    log.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_the_fifth_layout_has_suspensions_too(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    log.append([suspended(1, "ann"), opened(2, "TC-1"), suspended(3, "ann", "bob")])
    log.compact(1)  # the first is read from the archive
    log.append([opened(4, "TC-2")])
    log.close()
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM subjects WHERE kind = 'suspension'")
        unchain(db)
        db.execute("PRAGMA user_version = 5")
    db.close()
    log = SqliteLog(path, read_only=read_only)
    assert log.seqs_about("suspension") == {"ann": [1, 3], "bob": [3]}
    assert log.newest_about("contract") == {"TC-1": 2, "TC-2": 4}
    log.close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_the_second_layout_has_conversations_too(tmp_path: Path, read_only: bool) -> None:
    second_layout(tmp_path / "log.db")
    log = SqliteLog(tmp_path / "log.db", read_only=read_only)
    assert [one.seq for one in log.records_about("group", "all")] == [1, 3]
    assert [one.seq for one in log.records_about("group", "all", before=3, limit=1)] == [1]
    assert [one.seq for one in log.records_about("pair", "a b")] == [2]
    assert [one.seq for one in log.records_about("pair", "ann bob")] == [5]
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [4]
    log.close()


def test_a_damaged_record_does_not_keep_an_older_file_from_being_opened(tmp_path: Path) -> None:
    second_layout(tmp_path / "log.db")
    (tmp_path / "archive.db").unlink()
    log = SqliteLog(tmp_path / "log.db")
    assert [one.seq for one in log.records_about("group", "all")] == [3]
    log.close()


def test_an_append_rings_the_bell(log: SqliteLog, tmp_path: Path) -> None:
    inotify = pytest.importorskip("inotify_simple", reason="this system has no inotify", exc_type=ImportError)
    log.append([record(1)])
    watcher = inotify.INotify()
    watcher.add_watch(tmp_path / "log.bell", inotify.flags.ACCESS)
    log.append([record(2)])
    assert watcher.read(timeout=0)
    watcher.close()


def test_a_conflict_says_where_the_log_is(log: SqliteLog) -> None:
    log.append([record(1), record(2)])
    with pytest.raises(ConflictError) as error:
        log.append([record(2)])
    assert (error.value.details["seq"], error.value.details["after"]) == (2, 1)


def test_a_sound_file_has_no_integrity_errors(log: SqliteLog) -> None:
    log.append([record(seq) for seq in range(1, 50)])
    assert log.integrity_errors() == []


def test_what_lies_beside_the_log_has_names_of_its_own(log: SqliteLog, tmp_path: Path) -> None:
    log.append([large(1, 65_536), record(2)])
    log.compact(1)
    names = {one.name for one in tmp_path.iterdir()} - {"log.db-wal", "log.db-shm", "archive.db-wal", "archive.db-shm"}
    assert names == {"log.db", "log.lock", "log.bell", "blobs", "archive.db"}
