"""What happens to the disks of servers: one of them is full, or holds what a backup held some time ago."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from fault_outcome import Outcome
from nats_servers import NatsServers, until

import renkei
from renkei import Project
from renkei.board.decide import Write
from renkei.errors import LogError, StreamRefusedError
from sharing.shared import MACHINES, Shared, shared

HERE, THERE = MACHINES

SMALL = 24 * 2**20
"""Bytes of a small disk."""

LEFT = 64 * 2**10
"""Bytes that are free on it when it is nearly full."""

LONG = "x" * 60_000
REFUSED = "STREAM_REFUSED"
SILENT = ("STREAM_UNAVAILABLE", "LOG_UNCERTAIN")
"""What a command finds as long as the servers do not answer."""


def failing_disks(scratch: Path, scale: float) -> Outcome:
    """Fill the disk of a server, restore one server from an old backup, and then all of them."""
    rounds = max(1, round(2 * scale))
    names, wrong, lost = list[str](), list[str](), 0
    with shared(scratch) as made:
        with made.open(HERE) as here, made.open(THERE) as there:
            for _ in range(rounds):
                wrong += _full(made, here, there) if can_mount() else ()
                wrong += _restored(made, here, there)
        lost, unsound = made.compared()
        names += made.acknowledged
    for number in range(rounds):
        place = scratch / f"all-{number}"
        place.mkdir()
        with shared(place, count=1) as made:
            wrong += _all_restored(made)
            lost += _missing(made)
            names += made.acknowledged
    skipped = "" if can_mount() else " (skipped: this process may not mount)"
    note = f"the leader's disk is full{skipped}; one server, and then all, restored from an old backup"
    tried = (2 + can_mount()) * rounds
    return Outcome("disks of servers", tried, len(names), lost, (*wrong, *unsound), note)


@cache
def can_mount() -> bool:
    """Return whether this process may make a small disk."""
    if os.geteuid() or not shutil.which("mount"):
        return False
    with tempfile.TemporaryDirectory() as place:
        is_made = _mount(Path(place)).returncode == 0
        return is_made and not subprocess.run(["umount", place], check=False).returncode


def _mount(place: Path) -> "subprocess.CompletedProcess[bytes]":
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(place)]
    return subprocess.run(command, check=False, capture_output=True)


def _full(made: Shared, here: Project, there: Project) -> Iterator[str]:
    """Fill the disk of the leading server while both machines work."""
    made.work(here, there)
    number = made.cluster.leader("shop")
    with _on_a_small_disk(made.cluster, number) as disk:
        made.work(here, there)
        filling, log = disk / "filling", made.cluster.place / f"n{number}.log"
        before = log.stat().st_size
        filling.write_bytes(bytes(max(0, shutil.disk_usage(disk).free - LEFT)))
        until(lambda: _is_written(made, here) and b"no space left" in log.read_bytes()[before:].lower())
        made.work(here, there)
        made.cluster.kill(number)
        filling.unlink()
        made.cluster.start(number)
        made.work(here, there)
    yield from ()


def _is_written(made: Shared, project: Project) -> bool:
    """Write something long; return True, whether it succeeded or not."""
    try:
        project.do(Write("/goal", f"{made.name()} {LONG}"), command_id=made.name())
        made.acknowledged.append(made.name())
    except LogError:
        pass
    return True


@contextmanager
def _on_a_small_disk(cluster: NatsServers, number: int) -> Iterator[Path]:
    """Have the files of a server on a small disk during a block."""
    place, aside = cluster.place / f"n{number}", cluster.place / "aside"
    cluster.kill(number)
    place.rename(aside)
    place.mkdir()
    _mount(place).check_returncode()
    try:
        shutil.copytree(aside, place, dirs_exist_ok=True)
        shutil.rmtree(aside)
        cluster.start(number)
        yield place
    finally:
        if number in cluster.running:
            cluster.kill(number)
        shutil.copytree(place, aside)
        subprocess.run(["umount", place], check=True)
        place.rmdir()
        aside.rename(place)
        cluster.start(number)


def _restored(made: Shared, here: Project, there: Project) -> Iterator[str]:
    """Restore a server, which did not lead, from a backup, and then work without another one."""
    leader = made.cluster.leader("shop")
    number, other = (one for one in made.cluster.running if one != leader)
    backup = made.cluster.backup(number)
    made.work(here, there)
    made.cluster.restore(backup, number)
    made.work(here, there)
    made.cluster.kill(other)
    made.work(here, there)
    made.cluster.start(other)
    yield from ()


def _all_restored(made: Shared) -> Iterator[str]:
    """Restore all servers: a machine that knows more refuses the stream and keeps its copy; another one works on."""
    with made.open(THERE) as there:
        made.work(there)
    backup = made.cluster.backup(0)
    with made.open(HERE) as here:
        made.work(here)
        made.cluster.restore(backup, 0)
        if (said := _answer(here)) != REFUSED:
            yield f"a machine that knows more than the servers wrote; it found {said or 'nothing'}"
    with made.open(THERE) as there:
        if said := _answer(there):
            yield f"a machine that knows no more than the servers found {said}"
    try:
        made.open(HERE).close()
        yield "a machine that knows more than the servers was opened"
    except StreamRefusedError:
        pass


def _answer(project: Project) -> str:
    """Return the code of the error of a command, once the servers answer; empty if it succeeds."""
    said: list[str] = []
    until(lambda: said.append(_tried(project)) or said[-1] not in SILENT)
    return said[-1]


def _tried(project: Project) -> str:
    try:
        project.do(Write("/goal", "after the backup"))
    except LogError as error:
        return error.code
    return ""


def _missing(made: Shared) -> int:
    """Return how many acknowledged records the machine that knew them has lost."""
    with renkei.open(made.place / HERE, read_only=True) as here:
        return len(set(made.acknowledged) - {one.id for one in here.records()})
