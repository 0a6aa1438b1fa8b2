"""One writer at a time, across threads and processes."""

import fcntl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.log.writer_lock import WriterLock


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[WriterLock]:
    made = WriterLock(tmp_path / "log.lock")
    yield made
    made.close()


def is_free(path: Path) -> bool:
    """Return whether another process could take the lock now."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def open_handles(path: Path) -> int:
    """Return how many open files of this process lie at a path."""
    return sum(one.resolve() == path for one in Path("/proc/self/fd").iterdir())


def test_the_lock_is_held_within_the_block_and_free_after_it(lock: WriterLock, tmp_path: Path) -> None:
    assert not lock.mine
    with lock.held():
        assert lock.mine
        assert not is_free(tmp_path / "log.lock")
    assert not lock.mine
    assert is_free(tmp_path / "log.lock")


def test_its_holder_may_hold_it_again_and_leaves_it_at_the_outermost_block(lock: WriterLock, tmp_path: Path) -> None:
    with lock.held():
        with lock.held():
            assert lock.mine
        assert lock.mine
        assert not is_free(tmp_path / "log.lock")


def test_an_error_within_the_block_frees_it(lock: WriterLock, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), lock.held():
        raise ZeroDivisionError
    assert is_free(tmp_path / "log.lock")
    assert not lock.mine


def test_another_thread_is_not_the_holder(lock: WriterLock) -> None:
    seen: list[bool] = []
    with lock.held():
        other = threading.Thread(target=lambda: seen.append(lock.mine))
        other.start()
        other.join()
    assert seen == [False]


def test_closing_frees_the_file_but_not_while_this_thread_holds_it(lock: WriterLock, tmp_path: Path) -> None:
    with lock.held():
        lock.close()
        assert not is_free(tmp_path / "log.lock")
    assert open_handles(tmp_path / "log.lock") == 1
    lock.close()
    lock.close()
    assert open_handles(tmp_path / "log.lock") == 0
    with lock.held():
        assert not is_free(tmp_path / "log.lock")


def test_the_file_is_opened_once_and_again_only_when_it_was_deleted(lock: WriterLock, tmp_path: Path) -> None:
    for _ in range(3):
        with lock.held():
            assert open_handles(tmp_path / "log.lock") == 1
    (tmp_path / "log.lock").unlink()
    with lock.held():
        assert (tmp_path / "log.lock").exists()
        assert not is_free(tmp_path / "log.lock")
        assert open_handles(tmp_path / "log.lock") == 1


def test_a_lock_in_a_directory_that_is_gone_is_an_error_of_the_system(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path / "nowhere" / "log.lock")
    with pytest.raises(FileNotFoundError), lock.held():
        pass
    assert not lock.mine
