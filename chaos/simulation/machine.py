"""A machine with processes: each has the package's `Project` on the shared disk, a clock of its own, and threads."""

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import LogError
from renkei.project.project import Project
from renkei.project.writing import writer as writer_module
from renkei.protocol.primitives import later
from renkei.store import snapshot
from renkei.store.memory import MemoryStore
from simulation.disk import Disk
from simulation.log import FILE, Index, SimulatedLog, commits, parsed, recovered
from simulation.scheduler import RUNNING, KilledError, Scheduler

START = "2030-01-01T00:00:00.000000Z"
SNAPSHOT = "snapshot"
SNAPSHOT_EVERY = 3
"""Records after which a process writes a snapshot: few, so that short runs have many."""

Saw = Callable[[Record], None]


class Lock:
    """The lock of the writers: one process at a time; the death of its holder frees it."""

    def __init__(self) -> None:
        self.holder: Process | None = None

    def acquire(self, process: "Process") -> bool:
        """Wait for the lock; return False for a process that holds it already."""
        process.check_alive()
        if self.holder is process:
            return False
        process.step("locks")
        process.machine.scheduler.wait("the lock", lambda: self.holder is None or not self.holder.is_alive)
        self.holder = process
        return True

    def release(self, process: "Process") -> None:
        """Free the lock, if this process still lives and has it."""
        if self.holder is process:
            self.holder = None


class Machine:
    """The disk, the lock, the time, and what living processes share in memory."""

    def __init__(self, chance: random.Random, files: dict[str, bytes], saw: Saw) -> None:
        self.chance = chance
        self.scheduler = Scheduler(chance)
        self.disk = Disk(chance, files)
        self.lock = Lock()
        self.index: Index | None = None
        self.time = 0
        self.heartbeats: dict[str, str] = {}
        self.saw = saw
        self.processes: list[Process] = []
        self._ids = 0

    def make_id(self) -> str:
        """Return an id that is new on this machine."""
        self._ids += 1
        return f"{self._ids:06d}"

    def recover(self, step: Callable[[str], None]) -> None:
        """Find the end of the log in its file, as the first process does that opens it."""
        self.disk.sync(FILE, step)  # what a killed process wrote may not be on disk yet
        self.index = recovered(self.disk.read(FILE))

    def kill(self, processes: "Sequence[Process]") -> None:
        """Kill processes; what they shared is gone with the last one."""
        for process in processes:
            process.is_alive = process.has_log = False
        tasks = [task for task in self.scheduler.tasks if task.owner in processes]
        self.scheduler.kill(tasks)
        if not any(one.has_log for one in self.processes):
            self.index = None

    def lose_power(self) -> None:
        """Kill every process and lose any part of what was not synced."""
        self.kill([one for one in self.processes if one.is_alive])
        self.disk.lose_power()

    def on_disk(self) -> list[Record]:
        """Return the records that the disk holds."""
        return [parsed(body) for bodies, _, _ in commits(self.disk.read(FILE)) for body in bodies]


class Process:
    """One life of a process. `clock` is how many microseconds its clock is ahead."""

    def __init__(self, machine: Machine, name: str) -> None:
        self.machine = machine
        self.name = name
        self.clock = 0
        self.is_alive = True
        self.has_log = False
        self.project: Project | None = None
        machine.processes.append(self)

    def open(self) -> Project:
        """Open the project, as `renkei.open` does."""
        log = SimulatedLog(self)
        self.project = Project(log, SimulatedStore(self, log), self.now, self.machine.make_id)
        return self.project

    def check_alive(self) -> None:
        """Raise KilledError for what a dead process still tries."""
        if not self.is_alive:
            raise KilledError

    def step(self, what: str) -> None:
        """Let others continue before this process does `what`; raises KilledError when it was killed meanwhile."""
        self.check_alive()
        self.machine.scheduler.step(what)
        self.check_alive()
        self.machine.time += self.machine.chance.randrange(200_000)

    def now(self) -> str:
        """Return the time of this process's clock."""
        return later(START, self.machine.time + self.clock)


class SimulatedStore(MemoryStore):
    """Snapshots on the simulated disk, and heartbeats that all processes see."""

    def __init__(self, process: Process, log: SimulatedLog) -> None:
        super().__init__(log)
        self._process = process
        self._log = log
        self._saved = 0
        self._file = SnapshotFile(process)

    def load_snapshot(self) -> State | None:
        """Return the state of the snapshot that fits the log."""
        state = snapshot.load(self._file, self._log)  # type: ignore[arg-type]
        self._saved = state.seq if state is not None else 0
        return state

    def observe(self, record: Record) -> None:
        """Tell the one who checks that a reader saw a record."""
        self._process.machine.saw(record)

    observe_own = observe

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Write a snapshot when there are enough new records."""
        if state.seq - self._saved >= SNAPSHOT_EVERY:
            self._saved = state.seq
            with suppress(LogError):  # as the store of a directory does
                snapshot.save(self._file, state, self._log)  # type: ignore[arg-type]

    def record_heartbeat(self, agent: str, at: str) -> None:
        """Keep the time at which an agent was alive."""
        self._process.step("writes a heartbeat")
        self._process.machine.heartbeats[agent] = at

    def heartbeats(self) -> dict[str, str]:
        """Return the last heartbeat of each agent."""
        return dict(self._process.machine.heartbeats)


class SnapshotFile:
    """The path of the snapshot, as far as `renkei.store.snapshot` uses one."""

    suffix = ""

    def __init__(self, process: Process) -> None:
        self._process = process

    def read_bytes(self) -> bytes:
        """Return the content; raises FileNotFoundError."""
        return self._process.machine.disk.read(SNAPSHOT)

    def replace(self, data: bytes) -> None:
        """Replace the content."""
        self._process.machine.disk.replace(SNAPSHOT, data, self._process.step)


class SimulatedSequencer:
    """One thread of a process serves all requests that wait, as `renkei.project.writing.sequencer` does."""

    def __init__(self, serve: Callable[[Sequence[Any]], bool], idle: Callable[[], None]) -> None:
        self._serve = serve
        self._idle = idle
        self._queue: deque[Any] = deque()
        self._server: object = None

    @property
    def mine(self) -> bool:
        """Whether this thread serves."""
        return self._server is not None and self._server is RUNNING[0].current

    def run(self, job: Any) -> None:
        """Have a request served and raise the error that it ended with."""
        scheduler = RUNNING[0]
        self._queue.append(job)
        scheduler.current.owner.step("asks")
        while not job.finished:
            if self._server is None:
                self._serve_all(scheduler)
            else:
                scheduler.wait("its thread", lambda: job.finished or self._server is None)
        if job.error is not None:
            raise job.error

    def _serve_all(self, scheduler: Scheduler) -> None:
        jobs = [self._queue.popleft() for _ in range(len(self._queue))]
        self._server = scheduler.current
        try:
            self._serve(jobs)
        except BaseException as error:
            for job in jobs:
                job.finish(error)
        finally:
            self._server = None


@contextmanager
def models(scheduler: Scheduler) -> Iterator[None]:
    """Use the models of threads and files instead of those of the system."""
    RUNNING[:] = [scheduler]
    with (
        patch.object(writer_module, "Sequencer", SimulatedSequencer),
        patch.object(snapshot, "write_atomically", lambda path, data: path.replace(data)),
        patch.object(snapshot, "read_plain", lambda path: path.read_bytes()),
    ):
        yield
