"""A machine with processes and a replica, which shares a stream with other machines."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from renkei.engine.record import Record
from renkei.log.replication import feeder, order, replica
from renkei.project import clock
from renkei.project.machines import streams
from renkei.project.project import Project
from renkei.project.writing import writer
from renkei.protocol.primitives import later
from renkei.store.shared import SharedStore
from renkei.store.stream_file import StreamFile
from simulation import machine as one_machine
from simulation.log import parsed
from simulation.machine import START, Machine, Process, Saw, SimulatedStore
from simulation.machines import threads
from simulation.machines.replica import Kept, SimulatedReplica, Turnstile
from simulation.machines.stream import IDENTITY, NAME, Servers, SimulatedStream
from simulation.machines.threads import TimedScheduler, timed
from simulation.scheduler import Task

LARGE = 1500
"""Bytes of a body that is kept beside the stream: few, so that short runs have some."""


class SharingMachine(Machine):
    """The replica, the locks, and the processes of a machine."""

    scheduler: TimedScheduler

    def __init__(self, name: str, chance: random.Random, servers: Servers, saw: Saw) -> None:
        super().__init__(chance, {}, saw)
        self.name = name
        self.scheduler = servers.scheduler
        self.servers = servers
        self.kept = Kept()
        self.publisher: Task | None = None
        """The thread that has the turnstile."""
        self.feeding: SharingProcess | None = None
        """The process that feeds the replica."""
        self.cut_until = 0
        """When it reaches the servers again."""
        self.full_until = 0
        """When its disk has room again."""
        self.has_refused = False
        """Whether the stream does not continue its replica, as one of its processes has found out."""

    def make_id(self) -> str:
        """Return an id that is new on every machine."""
        return f"{self.name}-{super().make_id()}"

    def living(self) -> "list[SharingProcess]":
        """Return the processes that live."""
        return [one for one in self.processes if one.is_alive and isinstance(one, SharingProcess)]

    def kill(self, processes: Sequence[Process]) -> None:
        """Kill processes."""
        for process in processes:
            process.is_alive = False
        self.scheduler.kill([task for task in self.scheduler.tasks if task.owner in processes])

    def lose_power(self) -> None:
        """Kill every process and lose any part of the end of the replica that was not synced."""
        self.kill(self.living())
        self.disk.lose_power()
        left = self.chance.randint(self.kept.durable, self.kept.last())
        self.kept = Kept(self.kept.bodies[:left], self.kept.signatures[:left])

    def delete_replica(self) -> None:
        """Delete the replica: it may be made again at any time."""
        self.kept = Kept()
        self.disk.vouched.clear()

    def on_disk(self) -> list[Record]:
        """Return the records of the replica."""
        return list(self.kept.read())


class SharingProcess(Process):
    """One life of a process on such a machine."""

    machine: SharingMachine
    replica: SimulatedReplica | None = None

    def open(self) -> Project:
        """Open the project, as `renkei.open` does in the directory of a machine."""
        following = StreamFile(NAME, IDENTITY, self.machine.name, "")
        log = streams.open_replica(Path("simulated"), following)
        assert isinstance(log, SimulatedReplica)
        self.project = Project(log, SimulatedSharedStore(self, log), self.now, self.machine.make_id)
        return self.project

    def step(self, what: str) -> None:
        """Let others continue before this process does `what`; raises KilledError when it was killed meanwhile."""
        self.check_alive()
        self.machine.scheduler.step(what)
        self.check_alive()

    def now(self) -> str:
        """Return the time of this process's clock."""
        return later(START, self.machine.scheduler.time + self.clock)


class SimulatedSharedStore(SimulatedStore):
    """Snapshots on the machine's disk, and heartbeats that all machines see."""

    def __init__(self, process: SharingProcess, log: SimulatedReplica) -> None:
        super().__init__(process, log)  # type: ignore[arg-type]
        self._stream = log.stream
        self.machine = process.machine.name
        self._last_heartbeats: dict[str, str] = {}

    _change = SharedStore._change
    record_heartbeat = SharedStore.record_heartbeat  # type: ignore[assignment]
    heartbeats = SharedStore.heartbeats  # type: ignore[assignment]


def _try_feeding(process: SharingProcess, _: float) -> bool:
    """Take the lock of the process that feeds the replica; the death of its holder frees it."""
    machine = process.machine
    if machine.feeding is None or not machine.feeding.is_alive:
        machine.feeding = process
        process.step("feeds")
    return machine.feeding is process


def _stop_feeding(process: SharingProcess) -> None:
    if process.is_alive and process.machine.feeding is process:
        process.machine.feeding = None


@contextmanager
def models(scheduler: TimedScheduler) -> Iterator[None]:
    """Use the models of threads, clocks, locks, servers and SQLite instead of the real ones."""
    with (
        one_machine.models(scheduler),
        patch.multiple(
            feeder,
            threading=threads,
            monotonic=threads.monotonic,
            open_plain=lambda *_: timed().current.owner,
            try_lock=_try_feeding,
            os=SimpleNamespace(O_RDWR=0, O_CREAT=0, close=_stop_feeding),
        ),
        patch.multiple(order, threading=threads, monotonic=threads.monotonic),
        patch.multiple(replica, time=threads, WriterLock=Turnstile, read_record=parsed, LARGEST_MESSAGE=LARGE),
        patch.multiple(
            streams, ReplicaLog=SimulatedReplica, connect_stream=lambda *_: SimulatedStream(timed().current.owner)
        ),
        patch.object(writer, "monotonic", threads.monotonic),
        patch.object(clock, "monotonic", threads.monotonic),
    ):
        yield
