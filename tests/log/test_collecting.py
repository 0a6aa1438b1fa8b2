"""The garbage collector's threshold: raised while a log is read or a context built, else the application's own."""

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier

import pytest

import renkei
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.log.collecting import SELDOM, seldom_collected

HOST = (900, 8, 7)
"""The threshold that an application has chosen."""

RAISED = (10_000, 8, 7)
RECORDS = 1000


@pytest.fixture(autouse=True)
def chosen() -> Iterator[None]:
    """Choose a threshold, as an application does."""
    before = gc.get_threshold()
    gc.set_threshold(*HOST)
    yield
    gc.set_threshold(*before)


def test_the_threshold_is_restored_also_after_an_error() -> None:
    with suppress(LookupError), seldom_collected:
        assert gc.get_threshold() == RAISED
        raise LookupError
    assert gc.get_threshold() == HOST


def test_the_last_of_several_readers_restores_it() -> None:
    both, one_left = Barrier(2), Barrier(2)

    def first() -> None:
        with seldom_collected:
            both.wait()
        one_left.wait()

    def second() -> tuple[int, ...]:
        with seldom_collected:
            both.wait()
            one_left.wait()
            return gc.get_threshold()

    with ThreadPoolExecutor(2) as threads:
        done, seen = threads.submit(first), threads.submit(second)
        done.result()
        assert seen.result() == RAISED
    assert gc.get_threshold() == HOST


@pytest.mark.parametrize("chosen", [(0, 8, 7), (SELDOM + 1, 8, 7)], ids=["switched off", "higher"])
def test_an_application_that_collects_less_is_left_alone(chosen: tuple[int, int, int]) -> None:
    gc.set_threshold(*chosen)
    with seldom_collected:
        assert gc.get_threshold() == chosen
    assert gc.get_threshold() == chosen


def test_a_threshold_that_the_application_sets_within_is_kept() -> None:
    with seldom_collected:
        gc.set_threshold(5000, 8, 7)
    assert gc.get_threshold() == (5000, 8, 7)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_does_not_wait_for_readers_of_its_parent() -> None:
    with seldom_collected:
        if not (child := os.fork()):
            right = gc.get_threshold() == HOST
            with seldom_collected:
                right = right and gc.get_threshold() == RAISED
            os._exit(0 if right and gc.get_threshold() == HOST else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def long_log(place: Path) -> None:
    """Make a project whose newest state is not stored."""
    says = renkei.Freeform(intent_hint="NOTE", body="text", requires_response=False, urgency="low")
    with renkei.create(place, members=[c.Join("ann")], guarded=False) as project:
        state, records = project.state, list[Record]()
        while state.seq < RECORDS:
            note = project.message("ann", says, "human", id=f"m{state.seq}")
            record, state = settle_on(state, c.Command(f"c{state.seq}", state.at, "ann", (c.Send(note),)))
            records.append(record)
        project.log.append(records)
    for file in (*place.glob("snapshot*"), *place.glob("states/*")):
        file.unlink()


@contextmanager
def collections() -> Iterator[list[str]]:
    """Count the collections of a block."""
    phases: list[str] = []

    def count(phase: str, info: dict[str, int]) -> None:
        phases.append(phase)

    gc.collect()  # otherwise one may be due already
    gc.callbacks.append(count)
    try:
        yield phases
    finally:
        gc.callbacks.remove(count)


def test_a_library_that_replays_collects_seldom_and_leaves_no_trace(tmp_path: Path) -> None:
    long_log(tmp_path / "p")
    frozen = gc.get_freeze_count()
    with renkei.open(tmp_path / "p", read_only=True) as project, collections() as phases:
        assert project.state.seq == RECORDS
        assert project.state_at(RECORDS - 1).seq == RECORDS - 1
    assert phases.count("start") <= 5, "with the application's threshold it is more than 20"
    assert (gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()) == (HOST, frozen, True)


def test_a_library_that_builds_contexts_collects_seldom(tmp_path: Path) -> None:
    long_log(tmp_path / "p")
    with renkei.open(tmp_path / "p") as project:
        assert len(project.state.unread["human"]) == RECORDS - 1
        with collections() as phases:
            project.context("human")
        assert phases.count("start") <= 2, "with the application's threshold it is more than 5"
    assert gc.get_threshold() == HOST
