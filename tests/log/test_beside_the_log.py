"""Large bodies and settled history lie beside the log; everything that is asked of it is answered all the same."""

import sqlite3
import threading
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from faults_of_the_system import needs_proc_locks, wait_until_somebody_waits_for
from records import chain_again, large, letter, opened, record
from renkei.errors import LogBrokenError, LogNotWritableError, LogTooNewError
from renkei.log.archive import Archive
from renkei.log.sqlite import SqliteLog


def filled(path: Path, count: int = 600) -> SqliteLog:
    log = SqliteLog(path / "log.db")
    log.append([letter(seq, f"letter {seq}") for seq in range(1, count)])
    log.append([opened(count, "TC-1")])
    return log


def test_a_large_body_lies_in_a_file_of_its_own_and_is_read_back(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    small, big = letter(1, "small"), large(2, 65_536)
    log.append([small, big])
    (blob,) = (tmp_path / "blobs").glob("*/*")
    assert blob.read_bytes() == big.to_json()
    assert list(log.read()) == [small, big]
    assert log.find_message("m2") == big
    assert (tmp_path / "log.db").stat().st_size < 65_536


@pytest.mark.parametrize("harm", [lambda blob: blob.unlink(), lambda blob: blob.write_bytes(b"other")])
def test_a_blob_that_is_gone_or_changed_is_named(tmp_path: Path, harm: object) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([large(1, 65_536)])
    harm(next((tmp_path / "blobs").glob("*/*")))
    with pytest.raises(LogBrokenError, match=r"/blobs.*record 1"):
        list(log.read())


def test_a_blob_that_no_record_refers_to_is_found_and_deleted(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([large(1, 65_536)])
    log.blobs.put(b"left by a kill")
    assert len(log.orphaned_blobs()) == 1
    log.delete_orphaned_blobs()
    assert log.orphaned_blobs() == []
    assert list(log.read()) == [large(1, 65_536)]


def size(place: Path) -> int:
    return sum(file.stat().st_size for file in place.glob("*.db*"))


def test_settled_history_takes_less_than_half_the_place_and_answers_as_before(tmp_path: Path) -> None:
    log = filled(tmp_path)
    before = list(log.read())
    loose = size(tmp_path)
    assert log.compact(560) == 560
    assert size(tmp_path) < loose / 2
    assert list(log.read()) == before
    assert log.find("c7") == before[6]
    assert log.find_message("m300") == before[299]
    assert [one.seq for one in log.records_about("contract", "TC-1")] == [600]
    assert log.content_hashes(["m1"])
    log.append([record(601)])
    assert log.last() == 601


def test_compacting_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """A chunk that is in the archive and still in the log is packed again, together with what has come since."""
    log = filled(tmp_path)
    before = list(log.read())
    bodies = [one.to_json() for one in before[:100]]
    Archive(tmp_path / "archive.db").put(1, bodies)
    assert log.compact(600) == 600
    assert list(SqliteLog(tmp_path / "log.db").read()) == before
    assert log.compact(600) == 0


def test_a_large_body_stays_a_file_when_it_is_settled(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([large(1, 65_536), record(2)])
    log.compact(2)
    assert list(log.read()) == [large(1, 65_536), record(2)]
    assert log.orphaned_blobs() == []


def test_an_archive_that_is_gone_or_damaged_is_named(tmp_path: Path) -> None:
    log = filled(tmp_path)
    log.compact(600)
    log.close()
    archive = tmp_path / "archive.db"
    data = archive.read_bytes()
    at = data.index(zlib.compress(b"x" * 100, 6)[:2], 4096)
    archive.write_bytes(data[: at + 20] + bytes(50) + data[at + 70 :])
    with pytest.raises(LogBrokenError, match="archive"):
        list(SqliteLog(tmp_path / "log.db").read())
    archive.unlink()
    with pytest.raises(LogBrokenError, match="the file is missing"):
        list(SqliteLog(tmp_path / "log.db").read())


def test_a_backup_is_one_file_that_holds_all_of_it(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([letter(1, "old"), large(2, 65_536), letter(3, "new")])
    log.compact(2)
    (tmp_path / "elsewhere").mkdir()
    log.backup(tmp_path / "elsewhere" / "copy.db")
    with closing(sqlite3.connect(tmp_path / "elsewhere" / "copy.db")) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    copy = SqliteLog(tmp_path / "elsewhere" / "copy.db", read_only=True)
    assert list(copy.read()) == list(log.read())
    copy.close()
    assert [file.name for file in (tmp_path / "elsewhere").iterdir()] == ["copy.db"]


@needs_proc_locks
def test_two_who_compact_at_once_lose_nothing(tmp_path: Path) -> None:
    """The second packs more while the first waits for its turn; the first packs nothing over it."""
    log, other = filled(tmp_path, 300), SqliteLog(tmp_path / "log.db")
    before = list(log.read())
    first = threading.Thread(target=lambda: log.compact(100))
    with other.exclusive():
        first.start()
        wait_until_somebody_waits_for(tmp_path / "log.lock")
        assert other.compact(200) == 200
    first.join()
    assert list(SqliteLog(tmp_path / "log.db").read()) == before


def test_an_archive_of_another_history_is_not_read_as_this_one(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    other = filled(tmp_path / "a", 300)
    other.compact(300)
    other.close()
    log = SqliteLog(tmp_path / "log.db")
    (tmp_path / "a" / "archive.db").replace(tmp_path / "archive.db")
    log.append([record(seq) for seq in range(1, 61)])
    log.compact(50)
    assert [one.id for one in log.read()] == [f"c{seq}" for seq in range(1, 61)]


def test_many_thousand_messages_are_asked_for_at_once(tmp_path: Path) -> None:
    log = filled(tmp_path, 50)
    assert set(log.content_hashes([f"m{n}" for n in range(300_000)])) == {f"m{n}" for n in range(1, 50)}


def test_a_record_that_this_release_cannot_read_is_not_moved(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1), record(2)])
    newer = record(2).model_copy(update={"format": 99}).to_json()
    with closing(sqlite3.connect(tmp_path / "log.db")) as database, database:
        database.execute("UPDATE records SET body = ? WHERE seq = 2", (newer,))
    chain_again(tmp_path / "log.db")
    with pytest.raises(LogTooNewError):
        log.compact(2)
    assert not (tmp_path / "archive.db").exists()


def test_a_backup_that_fails_leaves_no_half_file(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([large(1, 65_536)])
    next((tmp_path / "blobs").glob("*/*")).unlink()
    (tmp_path / "out").mkdir()
    with pytest.raises(LogBrokenError):
        log.backup(tmp_path / "out" / "copy.db")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_backup_replaces_a_link_and_does_not_write_through_it(tmp_path: Path) -> None:
    outside, copy = tmp_path / "outside", tmp_path / "copy.db"
    outside.write_text("of somebody else")
    copy.symlink_to(outside)
    log = filled(tmp_path)
    log.backup(copy)
    assert outside.read_text() == "of somebody else"
    assert not copy.is_symlink()
    assert list(SqliteLog(copy).read()) == list(log.read())


def test_a_backup_into_no_directory_names_that(tmp_path: Path) -> None:
    with pytest.raises(LogNotWritableError, match=r"there is no directory '.*nowhere'"):
        filled(tmp_path, 3).backup(tmp_path / "nowhere" / "copy.db")


def test_what_lies_beside_the_log_is_found_after_a_change_of_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    log = SqliteLog(Path("log.db"))
    monkeypatch.chdir(tmp_path / "there")
    log.append([large(1, 65_536), record(2)])
    log.compact(1)
    assert list(SqliteLog(tmp_path / "here" / "log.db").read()) == [large(1, 65_536), record(2)]
    assert list((tmp_path / "there").iterdir()) == []
