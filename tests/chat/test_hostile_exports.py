"""Hostile exports: archives that lie, bombs, links and endless values are rejected, in bounded memory."""

import io
import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from chat_exports import SlackExport
from renkei.edges.chat.past import export_files, json_pieces
from renkei.edges.chat.past.export_files import ExportFiles
from renkei.edges.chat.past.exports import read_exports
from renkei.edges.chat.past.json_pieces import BrokenJsonError, pieces
from renkei.edges.chat.past.spool import Spool
from renkei.errors import DocumentError

NOW = "2026-01-05T09:00:00.000000Z"


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    made = Spool(tmp_path / "spool.db", NOW)
    yield made
    made.close()


def archive(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return path


def reason_of(path: Path, spool: Spool) -> str:
    with pytest.raises(DocumentError) as caught:
        read_exports("slack", [path], spool, lambda size: None)
    return str(caught.value)


@pytest.mark.parametrize("name", ["../users.json", "/etc/passwd", "a/../../b.json", "a\\..\\b.json", "C:/x.json"])
def test_a_path_out_of_the_archive_is_rejected(name: str, tmp_path: Path, spool: Spool) -> None:
    assert "leads out of the archive" in reason_of(archive(tmp_path / "a.zip", (name, b"[]")), spool)


def test_links_twins_and_bombs_are_rejected(tmp_path: Path, spool: Spool) -> None:
    link = zipfile.ZipInfo("users.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "a symbolic link" in reason_of(archive(tmp_path / "link.zip", (link, b"/etc/passwd")), spool)
    with pytest.warns(UserWarning, match="Duplicate"):
        twins = archive(tmp_path / "twins.zip", ("a.json", b"[]"), ("a.json", b"[1]"))
    assert "the name of two files" in reason_of(twins, spool)
    bomb = archive(tmp_path / "bomb.zip", ("channels.json", b" " * (101 * 1024**2)))
    assert "a zip bomb" in reason_of(bomb, spool)


def test_a_directory_that_is_no_export_is_not_read_to_its_end(
    tmp_path: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        (tmp_path / "d" / str(number)).mkdir(parents=True)
    read, scandir = [], os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: read.append(path) or scandir(path))
    monkeypatch.setattr(export_files, "MOST_FILES", 10)
    assert "more than 10 files" in reason_of(tmp_path / "d", spool)
    assert len(read) == 1


def test_a_directory_with_a_link_is_rejected(tmp_path: Path, spool: Spool) -> None:
    export = SlackExport().unpacked(tmp_path / "export")
    (export / "general").symlink_to("/etc")
    assert "a symbolic link, which may lead anywhere" in reason_of(export, spool)


def test_too_many_files_are_rejected(tmp_path: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_files, "MOST_FILES", 1)
    assert "at most 1 and" in reason_of(SlackExport().zip(tmp_path / "a.zip"), spool)
    assert "more than 1 files" in reason_of(SlackExport().unpacked(tmp_path / "d"), spool)


def test_a_damaged_archive_is_rejected(tmp_path: Path, spool: Spool) -> None:
    slack = SlackExport()
    slack.say("U1", "x" * 5000)
    data = bytearray(slack.zip(tmp_path / "a.zip").read_bytes())
    where = data.find(b"users.json") + 20
    data[where : where + 8] = b"\0" * 8
    (tmp_path / "a.zip").write_bytes(data)
    assert "cannot be unpacked" in reason_of(tmp_path / "a.zip", spool)


@pytest.mark.short
@pytest.mark.parametrize("way", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_with_any_byte_damaged_is_read_or_rejected(way: int, tmp_path: Path, spool: Spool) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", way) as made:
        made.writestr("channels.json", '[{"id": "C1", "name": "général"}]')
        made.writestr("général/2026-01-01.json", "[]")
    whole = path.read_bytes()
    for at in range(len(whole)):
        for byte in (0, 255):
            path.write_bytes(bytes((*whole[:at], byte, *whole[at + 1 :])))
            with suppress(DocumentError, OSError):
                read_exports("slack", [path], spool, lambda size: None)
            spool.faults.clear()


def test_a_size_that_lies_yields_no_more_than_it_says(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("users.json", b"[" + b" " * 1_000_000 + b"]"))
    data = bytearray(path.read_bytes())
    entry = data.find(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 10)
    path.write_bytes(data)
    with ExportFiles(path) as files, pytest.raises(DocumentError), files.open("users.json") as opened:  # noqa: PT012
        assert len(opened.read(100)) <= 10
        opened.read(100)


def test_a_file_that_is_no_zip_and_no_export_is_named(tmp_path: Path, spool: Spool) -> None:
    (tmp_path / "x.zip").write_bytes(b"hello")
    assert "no channels.json" in reason_of(tmp_path / "x.zip", spool)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", []),
        (" [1, \n 22]", [("", 1, 1), ("", 2, 22)]),
        ('{"a": 1, "b": [{"c": [1]}, "x"], "d": {}}', [("a", 1, 1), ("b", 1, {"c": [1]}), ("b", 1, "x"), ("d", 1, {})]),
        ('\ufeff{"é": []}', []),
    ],
)
@pytest.mark.parametrize("size", [1, 65_536])
def test_json_is_read_in_pieces_of_any_size(
    text: str, found: list[object], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_pieces, "READ", size)
    assert list(pieces(io.BytesIO(text.encode()))) == found


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "neither a JSON array"),
        ("12", 1, "neither a JSON array"),
        ("[1,\n2", 2, "comma or ]"),
        ("[1,\n]", 2, "not JSON"),
        ('{"a" 1}', 1, "keys with values"),
        ('{"a": 1,\n"b": nope}', 2, "not JSON"),
        ("[1] [2]", 1, "more after the end"),
        ("[" + "[" * 100_000, 1, "nested too deeply"),
        ('["' + "x" * 300, 1, "more than"),
    ],
)
def test_broken_json_is_named_with_its_line(text: str, line: int, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_pieces, "READ", 16)
    monkeypatch.setattr(json_pieces, "LONGEST", 200 if "xxx" in text else 16 * 1024**2)
    with pytest.raises(BrokenJsonError, match=reason) as caught:
        list(pieces(io.BytesIO(text.encode())))
    assert caught.value.line == line
