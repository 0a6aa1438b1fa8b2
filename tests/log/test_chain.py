"""The chain: a stored record that is not as it was written is named and never returned."""

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import chain_again, large, letter, opened, record, unchain
from renkei.errors import LogBrokenError, LogError
from renkei.log.chain import GENESIS, chained
from renkei.log.sqlite import SqliteLog

RECORDS = [record(1), opened(2, "TC-1"), large(3, 65_536), letter(4, "the port is 8080"), opened(5, "TC-2"), record(6)]


def make_log(path: Path) -> SqliteLog:
    log = SqliteLog(path)
    log.append(RECORDS[:2])
    log.compact(1)  # the first body is in the archive, and the third is a blob
    log.append(RECORDS[2:])
    return log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    made = make_log(tmp_path / "log.db")
    yield made
    made.close()


def edit(path: Path, *statements: str) -> None:
    """Change a log as anybody could with sqlite3."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


FLIP = "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '{0}', '{1}') AS BLOB) WHERE seq = {2}"

EDITS: dict[str, tuple[tuple[str, ...], str]] = {
    "a text": ((FLIP.format("8080", "8081", 4),), "record 4 is not as"),
    "the time": ((FLIP.format('"at":"2026', '"at":"2025', 4),), "record 4 is not as"),
    "the actor": ((FLIP.format('"actor":"', '"actor":"x', 4),), "record 4 is not as"),
    "the type": ((FLIP.format("contract_opened", "contract_openee", 5),), "record 5 is not as"),
    "the seq in the body": ((FLIP.format('"seq":4', '"seq":5', 4),), "record 4 is not as"),
    "a space": ((FLIP.format('"seq":4', '"seq": 4', 4),), "record 4 is not as"),
    "the id of the row": (("UPDATE records SET id = 'c9' WHERE seq = 4",), "record 4 is not as"),
    "the type of the id": (("UPDATE records SET id = x'00' WHERE seq = 4",), "record 4 is not as"),
    "the hash": (("UPDATE records SET hash = zeroblob(32) WHERE seq = 4",), "record 4 is not as"),
    "the type of the hash": (("UPDATE records SET hash = 'none' WHERE seq = 4",), "record 4 is not as"),
    "the hash of the last": (("UPDATE records SET hash = zeroblob(32) WHERE seq = 6",), "record 6 is not as"),
    "the reference to a blob": ((FLIP.format("sha256:", "sha257:", 3),), "record 3 is not as"),
    "an archived one": (("UPDATE records SET id = 'c9' WHERE seq = 1",), "record 1 is not as"),
    "removed": (("DELETE FROM records WHERE seq = 4",), "record 4 is missing"),
    "the first removed": (("DELETE FROM records WHERE seq = 1",), "record 1 is missing"),
    "removed, and the others moved up": (
        ("DELETE FROM records WHERE seq = 4", *(f"UPDATE records SET seq = {n} WHERE seq = {n + 1}" for n in (4, 5))),
        "record 4 is not as",
    ),
    "swapped": (
        tuple(f"UPDATE records SET seq = {b} WHERE seq = {a}" for a, b in ((4, 9), (5, 4), (9, 5))),
        "record 4 is not as",
    ),
    "inserted": (
        (
            *(f"UPDATE records SET seq = {n + 1} WHERE seq = {n}" for n in (6, 5, 4)),
            "INSERT INTO records SELECT 4, 'c7', body, hash, NULL FROM records WHERE seq = 2",
        ),
        "record 4 is not as",
    ),
    "added": (
        ("INSERT INTO records SELECT 7, 'c7', body, hash, NULL FROM records WHERE seq = 6",),
        "record 7 is not as",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_record_is_named_by_every_way_to_read_it(log: SqliteLog, name: str, tmp_path: Path) -> None:
    statements, said = EDITS[name]
    log.close()
    edit(log.path, *statements)
    served = []
    with pytest.raises(LogBrokenError, match=said) as error:
        served.extend(log.read())
    assert error.value.code == "LOG_BROKEN"
    assert served == RECORDS[: len(served)]
    for use in (log.head, lambda: log.backup(tmp_path / "copy.db")):
        with pytest.raises(LogBrokenError, match=said):
            use()
    assert not (tmp_path / "copy.db").exists()


def test_one_edited_record_is_found_by_its_id_its_message_and_its_subject(log: SqliteLog) -> None:
    edit(log.path, EDITS["a text"][0][0], EDITS["the type"][0][0])
    for use in (
        lambda: log.find("c4"),
        lambda: log.find_message("m4"),
        lambda: list(log.records_about("contract", "TC-2")),
        lambda: list(log.read(4)),
        lambda: log.compact(5),
    ):
        with pytest.raises(LogBrokenError, match=r"record [45] is not as it was written"):
            use()
    assert log.find("c2") == RECORDS[1]
    assert list(log.read(5)) == RECORDS[5:]


def test_an_archive_whose_chunk_was_replaced_is_found(log: SqliteLog, tmp_path: Path) -> None:
    other = SqliteLog(tmp_path / "other" / "log.db") if (tmp_path / "other").mkdir() is None else log
    other.append([record(1, "another")])
    other.compact(1)
    other.close()
    log.close()
    shutil.copy(tmp_path / "other" / "archive.db", tmp_path / "archive.db")
    with pytest.raises(LogBrokenError, match="record 1 is not as it was written"):
        list(SqliteLog(log.path).read())


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed log, all of it in one file, that every example copies."""
    log = SqliteLog(tmp_path_factory.mktemp("sound") / "log.db")
    log.append([record(1), opened(2, "TC-1"), letter(3, "the port is 8080"), letter(4, "x" * 9000)])
    log.close()
    return log.path


@given(data=st.data())
def test_no_byte_of_a_stored_field_can_change_unnoticed(sound: Path, data: st.DataObject) -> None:
    seq = data.draw(st.integers(1, 4))
    column = data.draw(st.sampled_from(("id", "body", "hash")))
    with closing(sqlite3.connect(sound)) as db:
        (kept,) = db.execute(f"SELECT CAST({column} AS BLOB) FROM records WHERE seq = ?", (seq,)).fetchone()
        at, bit = data.draw(st.integers(0, len(kept) - 1)), data.draw(st.integers(0, 7))
        changed = kept[:at] + bytes([kept[at] ^ 1 << bit]) + kept[at + 1 :]
        kind = "TEXT" if column == "id" else "BLOB"
        try:
            with db:
                db.execute(f"UPDATE records SET {column} = CAST(? AS {kind}) WHERE seq = ?", (changed, seq))
        except sqlite3.IntegrityError:
            return  # it became the id of another record
        try:
            log = SqliteLog(sound, read_only=True)
            with pytest.raises(LogError, match=f"record {seq} |UTF-8"):
                list(log.read())
            log.close()
        finally:
            with db:
                db.execute(f"UPDATE records SET {column} = CAST(? AS {kind}) WHERE seq = ?", (kept, seq))


@given(data=st.data())
def test_a_flipped_bit_anywhere_in_the_file_alters_no_record_that_is_read(sound: Path, data: st.DataObject) -> None:
    content = sound.read_bytes()
    at, bit = data.draw(st.integers(0, len(content) - 1)), data.draw(st.integers(0, 7))
    file = sound.with_name("flipped.db")
    file.write_bytes(content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :])
    served = []
    try:
        log = SqliteLog(file, read_only=True)
        served = list(log.read())
        log.close()
    except LogError:
        return
    log = SqliteLog(sound, read_only=True)
    whole = list(log.read())
    log.close()
    assert served == whole[: len(served)]  # a flip may hide the end, which only a known head shows


def test_records_cut_off_at_the_end_are_found_by_comparing_heads(log: SqliteLog) -> None:
    before = log.head()
    edit(log.path, "DELETE FROM records WHERE seq > 4")
    assert (before[0], log.head()[0]) == (6, 4)
    assert before[1] != log.head()[1]


def test_a_history_that_was_rewritten_with_its_hashes_has_another_head(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    log.append([record(1), letter(2, "the port is 8080"), record(3)])
    before = log.head()
    edit(log.path, FLIP.format("8080", "8081", 2))
    chain_again(log.path)
    assert log.head()[0] == before[0]
    assert log.head()[1] != before[1]
    log.close()


def test_the_head_is_the_hash_of_the_bodies_in_their_order(log: SqliteLog) -> None:
    head = GENESIS
    for one in RECORDS:
        head = chained(head, one.seq, one.id, one.encode())
    assert log.head() == (6, head.hex())
    assert log.record_hash(6) == head.hex()
    assert log.record_hash(7) is None


def test_the_hash_of_a_record_is_as_documented() -> None:
    body = b'{"seq":258}'
    assert (
        chained(GENESIS, 258, "ab", body).hex()
        == hashlib.sha256(bytes(32) + b"\0\0\0\0\0\0\1\2" + b"\0\0\0\2" + b"ab" + body).hexdigest()
    )


def test_several_writers_continue_one_chain(log: SqliteLog) -> None:
    other = SqliteLog(log.path)
    for seq in range(7, 13):
        (log if seq % 2 else other).append([record(seq)], synced=seq % 3 == 0)
    assert log.head() == other.head()
    assert log.head()[0] == 12
    other.close()


def test_a_backup_has_the_head_of_its_log(log: SqliteLog, tmp_path: Path) -> None:
    log.backup(tmp_path / "copy.db")
    copy = SqliteLog(tmp_path / "copy.db", read_only=True)
    assert copy.head() == log.head()
    assert list(copy.read()) == RECORDS
    copy.close()


def test_a_log_without_hashes_is_read_and_gets_them_from_its_first_writer(log: SqliteLog) -> None:
    head = log.head()
    log.close()
    with closing(sqlite3.connect(log.path)) as db, db:
        unchain(db)
        db.execute("PRAGMA user_version = 6")
    reader = SqliteLog(log.path, read_only=True)
    assert list(reader.read()) == RECORDS
    assert reader.find("c4") == RECORDS[3]
    assert (reader.head(), reader.record_hash(6)) == (head, None)
    reader.close()
    writer = SqliteLog(log.path)
    assert (writer.head(), writer.record_hash(6)) == (head, head[1])
    writer.append([record(7)])
    assert list(writer.read()) == [*RECORDS, record(7)]
    writer.close()


@pytest.mark.parametrize("row", [(7, "c7", record(7).encode()), (7, "c7", record(7).encode(), bytes(32))])
def test_an_earlier_release_that_has_the_file_open_cannot_append(log: SqliteLog, row: tuple[object, ...]) -> None:
    with closing(sqlite3.connect(log.path)) as db, pytest.raises(sqlite3.OperationalError, match="5 columns"):
        db.execute(f"INSERT INTO records VALUES ({', '.join('?' * len(row))})", row)


def test_nothing_is_appended_to_a_head_that_is_no_hash(log: SqliteLog) -> None:
    edit(log.path, "UPDATE records SET hash = 5 WHERE seq = 6")
    with pytest.raises(LogBrokenError, match="record 6"):
        log.append([record(7)])
    assert log.last() == 6
