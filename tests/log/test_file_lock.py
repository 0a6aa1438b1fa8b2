"""Locks that say who runs."""

import fcntl
import os
from pathlib import Path

import pytest

from renkei.log.file_lock import is_locked, try_lock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "held"
    path.touch()
    return path


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR)


def test_one_holder_has_the_lock_until_it_closes_the_file(path: Path) -> None:
    first, second = opened(path), opened(path)
    assert try_lock(first)
    assert not try_lock(second, within=0)
    os.close(first)
    assert try_lock(second, within=0)
    os.close(second)


def test_a_lock_is_tried_again_for_a_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(path), opened(path)
    assert try_lock(first)
    monkeypatch.setattr("renkei.log.file_lock.sleep", lambda _: fcntl.flock(first, fcntl.LOCK_UN))
    assert try_lock(second)
    os.close(first)
    os.close(second)


def test_a_reader_of_the_lock_sees_its_holder(path: Path) -> None:
    assert is_locked(path) is False
    handle = opened(path)
    assert try_lock(handle)
    assert is_locked(path) is True
    os.close(handle)
    assert is_locked(path) is False


def test_a_reader_of_the_lock_is_not_taken_for_a_holder(path: Path) -> None:
    looking = opened(path)
    fcntl.flock(looking, fcntl.LOCK_SH)
    assert is_locked(path) is False
    os.close(looking)


def test_nothing_is_said_of_a_file_that_cannot_be_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_locked(path.with_name("missing")) is None

    def fails(handle: int, lock: int) -> None:
        raise OSError

    monkeypatch.setattr("fcntl.flock", fails)
    assert is_locked(path) is None
