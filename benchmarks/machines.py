"""A project on three servers of NATS beside the servers' own library, and beside the same project in a directory.

Servers and machines share this computer, so ratios say more than figures. `SECONDS` names how long machines compete.
"""

import asyncio
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nats
from history import history
from measure import Row, beside, microseconds
from turns import take

sys.path.append(str(Path(__file__).parents[1] / "chaos"))
from nats_servers import NatsServers, servers

import renkei
from renkei.engine import commands as c
from renkei.log.replication.stream import Stream
from renkei.log.replication.streams import connect_stream
from renkei.log.sqlite import SqliteLog
from renkei.store.layout import Layout
from renkei.store.machines.snapshots import SNAPSHOT

SECONDS = float(os.environ.get("SECONDS", "20"))
MACHINES = tuple(map(int, os.environ.get("MACHINES", "1 2 8 32").split()))
THREADS, EACH = 64, 20
BACKLOG = 100_000
LETTERS = 300
PAUSE = 1.0
"""Seconds between the commands of a machine at a pace of people and models."""

MEMBERS = [c.Join("ann"), c.Join("bob")]


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        here = Path(place)
        with servers(here / "nats", count=3) as cluster:
            create = partial(renkei.create, goal="a goal", members=MEMBERS, guarded=False)
            alone, shared = create(here / "alone"), create(here / "shared", stream=cluster.address("shop"))
            yield from one_machine(alone, shared, cluster)
            yield elsewhere(shared, cluster, here)
            for project in (alone, shared):
                project.close()
            yield commands(here)
            yield from catching_up(cluster, here)
            yield from competing(cluster, here)


def one_machine(alone: renkei.Project, shared: renkei.Project, cluster: NatsServers) -> Iterator[Row]:
    """Compare the work of one machine with the library, and with a directory."""
    bare = Bare(cluster)
    ours, limit = beside(lambda: letter(shared), bare.publish, 20, 9)
    yield Row("send, on three servers", ours, limit, "bare publish", "≤ + 1.5 ms", limit + 1500)
    publish = limit
    ours, limit = (microseconds(partial(together, one), 1) / (THREADS * EACH) for one in (shared, alone))
    yield Row(f"send, {THREADS} threads", ours, limit, "in a directory", "≤ 1.25 ×", limit * 1.25)
    numbers = iter(range(10_000))
    ours, limit = beside(
        lambda: take(shared, "ann", "bob", next(numbers)), lambda: take(alone, "ann", "bob", next(numbers)), 5, 9
    )
    yield Row("whole turn", ours, limit, "in a directory", "≤ + 1.5 publishes", limit + 1.5 * publish)
    bare.close()


class Bare:
    """The servers' own library, publishing a message as long as a record."""

    def __init__(self, cluster: NatsServers) -> None:
        self._loop = asyncio.new_event_loop()
        self._nats = self._run(nats.connect(cluster.address("x").rpartition("/")[0].split(",")[0]))
        self._stream = self._nats.jetstream()
        self._run(self._stream.add_stream(name="bare", subjects=["bare"], num_replicas=3))

    def _run(self, asked: Any) -> Any:
        return self._loop.run_until_complete(asked)

    def publish(self) -> None:
        """Publish one message."""
        self._run(self._stream.publish("bare", b"x" * 1200))

    def close(self) -> None:
        """End the connection."""
        self._run(self._nats.close())
        self._loop.close()


def letter(project: renkei.Project, sender: str = "ann", to: str = "bob") -> None:
    """Send a message."""
    news = renkei.KnowledgeShare(topic="t", content="x" * 700, relevance_to_recipients="", actionable=False)
    project.send(project.message(sender, news, to))


def together(project: renkei.Project) -> None:
    """Let many threads send."""
    threads = [threading.Thread(target=lambda: [letter(project) for _ in range(EACH)]) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def elsewhere(shared: renkei.Project, cluster: NatsServers, here: Path) -> Row:
    """Measure when another machine can read a record: microseconds after its writer was told that it is kept."""
    out = multiprocessing.get_context("spawn").Queue()
    arguments = (cluster.address("shop"), str(here / "other"), out)
    reader = multiprocessing.get_context("spawn").Process(target=note, args=arguments)
    reader.start()
    out.get()
    told: dict[int, float] = {}
    for _ in range(LETTERS):
        letter(shared)
        told[shared.log.last()] = time.monotonic()
        time.sleep(0.01)
    seen: dict[int, float] = out.get()
    reader.join()
    late = sorted((seen[seq] - at) * 1e6 for seq, at in told.items() if seq in seen)
    p99, half = late[len(late) * 99 // 100], late[len(late) // 2]
    return Row("readable on another machine, p99", p99, half, "median", "≤ 5 ms", 5000)


def note(address: str, place: str, out: Any) -> None:
    """Join, and note when each record can be read."""
    with renkei.clone(address, place) as project:
        seen, last = dict[int, float](), project.log.last()
        out.put(last)
        while len(seen) < LETTERS and project.log.wait(last, 30):
            now = project.log.last()
            seen |= dict.fromkeys(range(last + 1, now + 1), time.monotonic())
            last = now
    out.put(seen)


def commands(here: Path) -> Row:
    """Compare a short command on the two projects."""

    def run(name: str) -> Callable[[], object]:
        env = os.environ | {"RENKEI_WARM": "off", "RENKEI_PROJECT": str(here / name)}
        return lambda: subprocess.run([sys.executable, "-m", "renkei", "status"], env=env, stdout=-3, check=True)

    ours, limit = beside(run("shared"), run("alone"), 1, 9)
    return Row("renkei status", ours, limit, "in a directory", "≤ + 50 ms", limit + 50_000)


def catching_up(cluster: NatsServers, here: Path) -> Iterator[Row]:
    """Measure how fast a new machine reads what was written before; the same records are added to a bare log.

    With the snapshot that the first machine shared, it has the state as soon as it has read the records.
    """
    address = cluster.address("long")
    with renkei.create(here / "long", members=MEMBERS, guarded=False, stream=address) as project:
        history(project, BACKLOG)
        records = list(project.records())
        assert project.state.seq == len(records)
    stream = connect_stream(address)
    shared = stream.read_shared()[SNAPSHOT]
    (_, opened), (joined, opened_with) = (joining(stream, here, one) for one in (None, shared))
    stream.close()
    log = SqliteLog(here / "bare.db")
    began = time.perf_counter()
    for start in range(0, len(records), 500):
        log.append(records[start : start + 500], synced=False)
    limit = (time.perf_counter() - began) / BACKLOG * 1e6
    log.close()
    yield Row("a record that a new machine reads", joined / BACKLOG * 1e6, limit, "added to a log", "≤ 100 µs", 100)
    name = f"opening {BACKLOG:,} records with a shared snapshot"
    yield Row(name, opened_with * 1e3, opened * 1e3, "replayed", "≤ 0.5 ×", opened * 500, "ms")


def joining(stream: Stream, here: Path, shared: bytes | None) -> tuple[float, float]:
    """Return the seconds in which a new machine joins and has the state, and opens again without its own snapshots."""

    def share() -> None:
        stream.change_shared(SNAPSHOT, stream.read_shared().get(SNAPSHOT), shared)

    place = here / ("with" if shared else "without")
    found = []
    for start in (partial(renkei.clone, stream.name, place), partial(renkei.open, place)):
        share()
        began = time.perf_counter()
        with start() as project:
            assert project.state.seq == project.log.last() >= BACKLOG
            found.append(time.perf_counter() - began)
        shutil.rmtree(Layout(place).past_states)
        Layout(place).snapshot.unlink()
    return found[0], found[1]


def competing(cluster: NatsServers, here: Path) -> Iterator[Row]:
    """Let machines write as fast as they can, and at the pace of a team."""
    first = 0.0
    for pause, pace in ((0.0, "saturated"), (PAUSE, f"a command every {PAUSE:g} s")):
        for count in MACHINES:
            name = f"{count}-{'paced' if pause else 'busy'}"
            found = [one for times in work(cluster, here / name, count, pause) for one in times]
            rate, slow = len(found) / SECONDS, sorted(found)[len(found) * 99 // 100] * 1e6
            median = statistics.median(found) * 1e6
            first = first or rate
            row = f"{count} machines, {pace}"
            if not pause:
                goal, most = ("≥ 0.5 ×", 2 / first) if count > 8 else ("≥ 0.7 ×", 1 / 0.7 / first)
                yield Row(f"{row}: one record of all", 1e6 / rate, 1e6 / first, "one machine", goal, most * 1e6)
            yield Row(f"{row}: p99", slow, median, "median", "≤ 1 s", 1e6)


def work(cluster: NatsServers, here: Path, count: int, pause: float) -> list[list[float]]:
    """Return the seconds that each command of each machine took."""
    context = multiprocessing.get_context("spawn")
    address, out, go = cluster.address(here.name), context.Queue(), context.Event()
    members = [c.Join(f"agent-{n}") for n in range(count)]
    renkei.create(here / "made", members=members, guarded=False, stream=address).close()
    machines = [
        context.Process(target=write, args=(address, str(here / str(n)), f"agent-{n}", pause, out, go))
        for n in range(count)
    ]
    for one in machines:
        one.start()
    for _ in machines:
        out.get()
    go.set()
    found = [out.get() for _ in machines]
    for one in machines:
        one.join()
    return found


def write(address: str, place: str, agent: str, pause: float, out: Any, go: Any) -> None:
    """Join, and send messages for a while."""
    with renkei.clone(address, place) as project:
        letter(project, agent, "human")
        out.put(None)
        go.wait()
        taken, end = list[float](), time.monotonic() + SECONDS
        while time.monotonic() < end:
            began = time.monotonic()
            letter(project, agent, "human")
            taken.append(time.monotonic() - began)
            time.sleep(pause * (0.5 + hash((agent, len(taken))) % 100 / 100))
        out.put(taken)
