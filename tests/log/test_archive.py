"""Settled bodies are packed in chunks and read one by one."""

import sqlite3
import zlib
from pathlib import Path

import pytest

from renkei.errors import LogBrokenError, LogNotWritableError
from renkei.log.archive import Archive


def bodies(first: int, count: int, of: str = "body") -> list[bytes]:
    return [f"{of} {seq}".encode() for seq in range(first, first + count)]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.db")


def chunks(path: Path) -> list[tuple[int, int]]:
    db = sqlite3.connect(path / "archive.db")
    found = db.execute("SELECT first, last FROM chunks ORDER BY first").fetchall()
    db.close()
    return found


def test_each_body_of_each_chunk_is_read_back(archive: Archive, tmp_path: Path) -> None:
    archive.put(1, bodies(1, 3))
    archive.put(4, bodies(4, 2))
    assert [archive.get(seq) for seq in (5, 1, 3, 4, 2)] == [b"body 5", b"body 1", b"body 3", b"body 4", b"body 2"]
    assert chunks(tmp_path) == [(1, 3), (4, 5)]
    assert Archive(tmp_path / "archive.db", read_only=True).get(3) == b"body 3"


def test_packing_again_replaces_every_chunk_from_there_on(archive: Archive, tmp_path: Path) -> None:
    for first in (1, 4, 7):
        archive.put(first, bodies(first, 3, "old"))
    archive.put(4, bodies(4, 2, "new"))
    assert chunks(tmp_path) == [(1, 3), (4, 5)]
    fresh = Archive(tmp_path / "archive.db")
    assert (fresh.get(3), fresh.get(4)) == (b"old 3", b"new 4")
    with pytest.raises(LogBrokenError, match="record 7 is missing"):
        fresh.get(7)


def test_a_chunk_that_reaches_into_the_new_one_is_replaced(archive: Archive, tmp_path: Path) -> None:
    archive.put(1, bodies(1, 5, "old"))
    archive.put(5, bodies(5, 2, "new"))
    assert chunks(tmp_path) == [(5, 6)]


@pytest.mark.parametrize("seq", [1, 5, 9])
def test_a_record_that_was_never_packed_is_missing(archive: Archive, seq: int) -> None:
    archive.put(2, bodies(2, 3))
    archive.put(6, bodies(6, 3))
    with pytest.raises(LogBrokenError, match=rf"archive\.db.*record {seq} is missing"):
        archive.get(seq)


def test_an_archive_without_a_file_is_named(archive: Archive) -> None:
    with pytest.raises(LogBrokenError, match=r"archive\.db.*record 3 was moved to it, but the file is missing"):
        archive.get(3)


@pytest.mark.parametrize("packed", [b"no zlib", zlib.compress(b"no json")])
def test_a_damaged_chunk_is_named(archive: Archive, tmp_path: Path, packed: bytes) -> None:
    archive.put(1, bodies(1, 3))
    archive.close()
    db = sqlite3.connect(tmp_path / "archive.db")
    with db:
        db.execute("UPDATE chunks SET body = ?", (packed,))
    db.close()
    with pytest.raises(LogBrokenError, match=r"archive\.db.*the chunk from record 1 is damaged"):
        archive.get(2)


def test_an_archive_that_is_only_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(LogNotWritableError):
        Archive(tmp_path / "archive.db", read_only=True).put(1, bodies(1, 1))
