"""Who waits is woken by the bell, and looks by itself where nothing can be watched."""

import gc
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.log import doorbell, inotify
from renkei.log.doorbell import Doorbell

SECONDS = 20
needs_inotify = pytest.mark.skipif(inotify.INotify is None, reason="this system has no inotify")


class Waiting:
    """A thread that waits at a bell for something to be there."""

    def __init__(self, bell: Doorbell) -> None:
        self.looked = threading.Event()
        self.there = False
        self.found: list[bool] = []
        self.thread = threading.Thread(target=lambda: self.found.append(bell.wait(self.look, 3 * SECONDS)))
        self.thread.start()
        assert self.looked.wait(SECONDS)

    def look(self) -> bool:
        self.looked.set()
        return self.there

    def woken_by(self, ring: Callable[[], None]) -> bool:
        self.there = True
        ring()
        self.thread.join(SECONDS)
        return self.found == [True]


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("PATIENCE", "POLL"):
        monkeypatch.setattr(doorbell, pause, 3.0 * SECONDS)  # only the bell wakes


@needs_inotify
@pytest.mark.usefixtures("_patient")
def test_a_ring_wakes_who_waits_at_another_handle_of_the_bell(tmp_path: Path) -> None:
    ringing, watching = Doorbell(tmp_path / "bell"), Doorbell(tmp_path / "bell")
    assert Waiting(watching).woken_by(ringing.ring)
    assert Waiting(watching).woken_by(ringing.ring)
    ringing.close()
    watching.close()


@needs_inotify
@pytest.mark.usefixtures("_patient")
def test_a_bell_that_was_deleted_is_created_again_by_either_side(tmp_path: Path) -> None:
    bell = Doorbell(tmp_path / "bell")
    bell.ring()
    (tmp_path / "bell").unlink()
    assert Waiting(bell).woken_by(bell.ring)
    (tmp_path / "bell").unlink()
    bell.ring()
    assert (tmp_path / "bell").read_bytes() == b"!"
    bell.close()


@needs_inotify
def test_watchers_are_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    build = inotify.INotify

    def counted() -> object:
        made.append(build())
        return made[-1]

    monkeypatch.setattr(inotify, "INotify", counted)
    bell = Doorbell(tmp_path / "bell")
    assert [bell.wait(lambda: True, 0) for _ in range(3)] == [True] * 3
    assert len(made) == 1
    bell.close()
    assert bell.wait(lambda: True, 0)
    assert len(made) == 2
    bell.close()


def test_without_watching_who_waits_looks_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inotify, "INotify", None)
    looks = iter([False, False, True])
    assert Doorbell(tmp_path / "bell").wait(lambda: next(looks), SECONDS)
    assert list(looks) == []


def test_a_bell_in_a_directory_that_is_gone_is_waited_for_by_looking(tmp_path: Path) -> None:
    bell = Doorbell(tmp_path / "nowhere" / "bell")
    looks = iter([False, True])
    assert bell.wait(lambda: next(looks), SECONDS)
    bell.ring()  # costs a moment, and raises nothing
    bell.close()


def test_when_the_time_is_over_it_was_looked_once_and_not_found(tmp_path: Path) -> None:
    looks: list[bool] = []
    bell = Doorbell(tmp_path / "bell")
    assert not bell.wait(lambda: bool(looks.append(True)), 0)
    assert looks == [True]
    bell.close()


def test_a_closed_bell_rings_again(tmp_path: Path) -> None:
    bell = Doorbell(tmp_path / "bell")
    bell.ring()
    bell.close()
    bell.close()
    bell.ring()
    assert (tmp_path / "bell").read_bytes() == b"!"
    bell.close()


@needs_inotify
def test_a_bell_that_is_closed_under_a_waiting_thread_leaves_no_watcher_open(tmp_path: Path) -> None:
    opened: list[inotify.INotify] = []
    bell = Doorbell(tmp_path / "bell")
    take = bell._take
    bell._take = lambda: opened.append(take()) or opened[-1]  # type: ignore[method-assign, func-returns-value]
    waiting = Waiting(bell)
    bell.close()
    assert waiting.woken_by(Doorbell(tmp_path / "bell").ring)
    assert [one.closed for one in opened] == [True]


@needs_inotify
def test_a_bell_that_is_dropped_closes_its_watchers(tmp_path: Path) -> None:
    bell = Doorbell(tmp_path / "bell")
    bell.wait(lambda: True, 0)
    (watcher,) = bell._idle
    bell.itself = bell  # type: ignore[attr-defined] – as a project, which its threads refer to
    del bell
    gc.collect()
    assert watcher.closed
