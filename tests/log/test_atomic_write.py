"""A file is replaced in one step, or it stays as it was."""

import os
import stat
import threading
from pathlib import Path

import pytest

from renkei.log.atomic_write import make_plain_directory, read_plain, replacing, write_atomically


@pytest.mark.parametrize("durable", [False, True])
def test_the_content_is_replaced_and_nothing_else_is_left(durable: bool, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    write_atomically(file, b"new", durable=durable)
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_a_failure_leaves_the_old_content(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def interrupted() -> None:
        with replacing(file) as fresh:
            fresh.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_at_the_target_is_replaced_and_not_followed(tmp_path: Path) -> None:
    elsewhere, file = tmp_path / "elsewhere", tmp_path / "file"
    elsewhere.write_bytes(b"another's")
    file.symlink_to(elsewhere)
    write_atomically(file, b"new")
    assert elsewhere.read_bytes() == b"another's"
    assert not file.is_symlink()
    assert file.read_bytes() == b"new"


def test_an_existing_temporary_name_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Known:
        hex = "0" * 32

    (tmp_path / "elsewhere").write_bytes(b"another's")
    (tmp_path / f"file.{'0' * 12}~").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setattr("renkei.log.atomic_write.uuid.uuid4", Known)
    with pytest.raises(FileExistsError):
        write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "elsewhere").read_bytes() == b"another's"


def test_two_writers_of_one_file_share_no_temporary_file(tmp_path: Path) -> None:
    file, contents = tmp_path / "file", [bytes([65 + number]) * 100_000 for number in range(4)]
    threads = [threading.Thread(target=write_atomically, args=(file, content)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert file.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [file]


def test_the_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_atomically(tmp_path / "ours", b"")
    (tmp_path / "usual").write_bytes(b"")
    assert stat.S_IMODE((tmp_path / "ours").stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)


def test_what_is_no_file_is_refused_and_leaves_no_handle(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        before = len(list(Path("/proc/self/fd").iterdir()))
        for _ in range(3):
            with pytest.raises(OSError, match="is not a file"):
                read_plain(path)
        assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_directory_beside_the_log_is_made_once_and_no_link_to_one(tmp_path: Path) -> None:
    make_plain_directory(tmp_path / "real")
    make_plain_directory(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(OSError, match="is a symbolic link"):
        make_plain_directory(tmp_path / "link")
