"""A project of a million records beside the same project at ten thousand; `RECORDS` names another size.

Both are built first, many records in one commit, and everything is timed on both in turn. What a project takes in
memory is measured in processes that only open it.
"""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import memory
from history import history
from measure import Row, beside, mebibytes
from turns import take

import renkei
from renkei.engine import commands as c
from renkei.log.sqlite import SqliteLog
from renkei.store.layout import Layout

SMALL = 10_000
LARGE = int(os.environ.get("RECORDS", "1000000"))
SETTLED = 100, LARGE // 100
"""Contracts that were settled, in the two projects of which the memory is compared."""

MORE = 1.5
"""What a figure may be as a multiple of the one at ten thousand records."""

OPENINGS = 9
ROUNDS = 11


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        small, large = (built(Path(place) / name, size) for name, size in (("small", SMALL), ("large", LARGE)))
        yield from compared(small, large)
        for project in (small, large):
            project.close()
        yield from opened(Path(place) / "small", Path(place) / "large")
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        yield settled(*(settle(Path(place) / str(number), number) for number in SETTLED))


def built(place: Path, size: int) -> renkei.Project:
    """Build a project with a history."""
    project = renkei.create(place, goal="a goal", members=[c.Join("ann"), c.Join("bob")], guarded=False)
    history(project, size)
    project.search("number")  # brings the index up to date
    return project


def compared(small: renkei.Project, large: renkei.Project) -> Iterator[Row]:
    """Time the same on both."""
    at = f"at {LARGE:,} records"
    for name, (action, times) in ACTIONS.items():
        mine, limit = beside(lambda do=action: do(large), lambda do=action: do(small), times, ROUNDS)  # type: ignore[misc]
        yield Row(f"{name} {at}", mine, limit, f"at {SMALL:,}", f"≤ {MORE} ×", limit * MORE)


NUMBERS = count()


def command(project: renkei.Project) -> object:
    """Give a command that is on disk when it returns."""
    return project.do(renkei.Write("/goal", f"goal {next(NUMBERS)} of now"))


ACTIONS: dict[str, tuple[Callable[[renkei.Project], object], int]] = {
    "durable command": (command, 20),
    "context, nothing unread,": (lambda project: project.context("ann"), 20),
    "context, unread messages,": (lambda project: project.context("bob"), 5),
    "whole turn": (lambda project: take(project, "ann", "bob", next(NUMBERS)), 5),
    "find a message by its id": (lambda project: project.find_message("m4711-1"), 50),
    "search a word of one message": (lambda project: project.search("4711"), 10),
    "search two words of many messages": (lambda project: project.search("認証 実装"), 5),
}


def opened(small: Path, large: Path) -> Iterator[Row]:
    """Compare what opening takes, in time and memory, in processes of their own."""
    found = [(in_process(large), in_process(small)) for _ in range(OPENINGS)]
    mine, limit = (sorted(pair[side][0] for pair in found)[OPENINGS // 2] for side in (0, 1))
    most = min(limit * MORE, 2e5)
    yield Row(f"open {LARGE:,} records", mine, limit, f"{SMALL:,}", f"≤ {MORE} ×, ≤ 0.2 s", most)
    mine, limit = (sorted(pair[side][1] for pair in found)[OPENINGS // 2] for side in (0, 1))
    name = f"memory of a process that opened {LARGE:,} records"
    yield Row(name, mine, limit, f"{SMALL:,}", "≤ 1.05 ×", limit * 1.05, "MiB")


def settled(small: tuple[int, Path], large: tuple[int, Path]) -> Row:
    """Compare the memory of two projects that differ in how many contracts were settled."""
    found = [(in_process(large[1])[1], in_process(small[1])[1]) for _ in range(OPENINGS)]
    mine, limit = (sorted(pair[side] for pair in found)[OPENINGS // 2] for side in (0, 1))
    each = max(0, mine - limit) * 1024 / (large[0] - small[0])
    name = f"memory per settled contract, {large[0]:,} beside {small[0]:,}"
    return Row(name, each, 1024, "1 KiB", "≤ 1 KiB", 1024, "bytes")


def settle(place: Path, number: int) -> tuple[int, Path]:
    """Build a project in which contracts were settled; close it, so that it has a snapshot."""
    place.mkdir()
    log = SqliteLog(Layout(place).log)
    batch: list[renkei.Record] = []
    for record in memory.history(number):
        batch.append(record)
        if len(batch) == 1000:
            log.append(batch)
            batch = []
    log.append(batch)
    log.close()
    with renkei.open(place) as project:
        assert project.state.seq == log.last()
    return number, place


def in_process(place: Path) -> tuple[float, float]:
    """Open a project in a process of its own; give microseconds, and MiB in use when it has built a context."""
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    worker = context.Process(target=open_once, args=(str(place), out))
    worker.start()
    found: tuple[float, float] = out.get()
    worker.join()
    return found


def open_once(place: str, out: Any) -> None:
    """Open a project, read its state, and build a context; modules are imported before."""
    renkei.create(members=[c.Join("ann")]).context("ann")
    begin = time.perf_counter()
    project = renkei.open(place)
    state = project.state
    spent = (time.perf_counter() - begin) * 1e6
    project.context(next(one for one in state.actors if one != "human"))
    out.put((spent, mebibytes()))
    project.close()
