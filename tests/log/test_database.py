"""A SQLite file as a log needs it: durable, one transaction at a time, errors in the log's own words."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.errors import LogBrokenError, LogNotWritableError
from renkei.log.database import Database, translate_errors


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path / "log.db")
    with made.writing() as db:
        db.execute("CREATE TABLE t (x NOT NULL)")
    yield made
    made.close()


def test_a_commit_is_on_disk_when_it_returns(database: Database) -> None:
    with database.writing() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_transaction_is_synced_unless_its_caller_can_lose_it(database: Database) -> None:
    levels = []
    for options in ({}, {"synced": False}, {"synced": True}):
        with database.transaction(**options) as db:
            levels += db.execute("PRAGMA synchronous").fetchone()
    assert levels == [2, 1, 2]


def test_what_a_killed_process_has_not_synced_is_synced_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr("renkei.log.database.sync", lambda path: synced.append(path.name))
    (tmp_path / "log.db-wal").touch()
    made = Database(tmp_path / "log.db")
    for _ in range(2):
        with made.writing():
            assert synced == ["log.db-wal"]
    made.close()


def test_it_is_synced_too_for_who_only_reads_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr("renkei.log.database.sync", lambda path: synced.append(path.name))
    assert Database(database.path).rows("SELECT count(*) FROM t") == [(0,)]
    assert synced == ["log.db-wal"]


def test_a_transaction_is_kept_whole_or_not_at_all(database: Database) -> None:
    with database.transaction() as db:
        db.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        db.executemany("INSERT INTO t VALUES (?)", [(2,), (None,)])
    assert database.rows("SELECT x FROM t") == [(1,)]
    with database.transaction() as db:
        assert db.in_transaction
    with database.writing() as db:
        assert not db.in_transaction


def test_rows_take_values(database: Database) -> None:
    with database.transaction() as db:
        db.executemany("INSERT INTO t VALUES (?)", [(1,), (2,), (3,)])
    assert database.rows("SELECT x FROM t WHERE x > ? AND x < ?", 1, 3) == [(2,)]


def test_a_query_runs_once(database: Database) -> None:
    assert database.rows("INSERT INTO t VALUES (7) RETURNING x") == [(7,)]
    assert database.rows("SELECT x FROM t") == [(7,)]


def test_a_closed_database_is_opened_again_by_the_next_use(database: Database) -> None:
    database.close()
    database.close()
    assert database.rows("SELECT count(*) FROM t") == [(0,)]
    with database.transaction() as db:
        db.execute("INSERT INTO t VALUES (1)")


def test_what_is_only_read_is_not_written_and_sees_what_was_written_since(database: Database) -> None:
    looking = Database(database.path, read_only=True)
    with pytest.raises(LogNotWritableError, match="read-only"), looking.writing():
        pass
    assert looking.rows("SELECT count(*) FROM t") == [(0,)]
    with database.transaction() as db:
        db.execute("INSERT INTO t VALUES (1)")
    assert looking.rows("SELECT count(*) FROM t") == [(1,)]
    looking.close()


def test_a_closed_file_is_read_as_it_stands_and_again_after_others_have_written(database: Database) -> None:
    database.close()
    looking = Database(database.path, read_only=True)
    assert looking.rows("SELECT count(*) FROM t") == [(0,)]
    for expected in (1, 2):
        with database.transaction() as db:
            db.execute("INSERT INTO t VALUES (1)")
        database.close()
        assert looking.rows("SELECT count(*) FROM t") == [(expected,)]
    looking.close()


def test_reading_makes_no_file(tmp_path: Path) -> None:
    for read_only in (False, True):
        missing = Database(tmp_path / "missing.db", read_only=read_only)
        with pytest.raises(LogNotWritableError, match=r"missing\.db"):
            missing.rows("SELECT 1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "becomes", "reason"),
    [
        (sqlite3.OperationalError("database or disk is full"), LogNotWritableError, "disk is full"),
        (sqlite3.OperationalError("database disk image is malformed"), LogBrokenError, "malformed"),
        (sqlite3.DatabaseError("file is not a database"), LogBrokenError, "not a database"),
        (OSError(28, "No space left on device"), LogNotWritableError, "No space left on device"),
        (OSError("odd"), LogNotWritableError, "odd"),
        (sqlite3.IntegrityError("UNIQUE"), sqlite3.IntegrityError, "UNIQUE"),
        (KeyError("other"), KeyError, "other"),
    ],
)
def test_errors_of_storage_name_the_file_and_the_reason(
    error: Exception, becomes: type[Exception], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(becomes, match=reason) as caught, translate_errors(tmp_path / "log.db"):
        raise error
    if becomes in (LogNotWritableError, LogBrokenError):
        assert caught.value.details["path"] == str(tmp_path / "log.db")
        assert caught.value.__cause__ is error


def test_a_number_beyond_those_of_sqlite_is_asked_for_as_the_last_one(database: Database) -> None:
    assert [tuple(one) for one in database.rows("SELECT ?, ?, ?", 2**70, -(2**70), "x")] == [
        (2**63 - 1, -(2**63) + 1, "x")
    ]
