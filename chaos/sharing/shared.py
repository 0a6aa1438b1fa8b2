"""A project on real servers that two machines have joined, and whether it holds what they were told in the end."""

import itertools
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from load import PROCESSES
from nats_servers import NatsServers, servers, until

import renkei
from renkei import Project, Record, replay
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.errors import LogError, StreamUnavailableError
from sharing.proxy import Network, Wire, network, watched

MACHINES = ("a", "b")
PATIENCE = 60.0
"""Seconds that a replica may take to catch up in the end."""


@dataclass
class Shared:
    """A project on `cluster`, which each machine reaches through `wires`, in a directory of its own in `place`."""

    place: Path
    cluster: NatsServers
    wires: dict[str, list[Wire]]
    acknowledged: list[str] = field(default_factory=list)

    def open(self, machine: str, now: Callable[[], str] | None = None) -> Project:
        """Open the project on a machine."""
        return renkei.open(self.place / machine, **({"now": now} if now else {}))

    def name(self) -> str:
        """Return the id of the next command."""
        return f"w{len(self.acknowledged)}"

    def work(self, *projects: Project, times: int = 10) -> None:
        """Write in projects in turn; a command that fails is repeated under its id until it succeeds."""
        for _ in range(times):
            for project in projects:
                until(partial(is_done, project, self.name()))
                self.acknowledged.append(self.name())

    def _joined(self) -> Project:
        """Return the project on a new machine, which joins as soon as servers that were killed have a leader again."""
        address = self.cluster.address("shop", self.wires[MACHINES[0]])
        joined: list[Project] = []

        def join() -> bool:
            with suppress(StreamUnavailableError):
                joined.append(renkei.clone(address, self.place / "new"))
            return bool(joined)

        until(join)
        return joined[0]

    def compared(self, told: Sequence[str] = (), strangers: int = 0) -> tuple[int, list[str]]:
        """Return how many acknowledged records a new machine does not get, and what else is wrong.

        `told`: further acknowledged ids. `strangers`: messages that renkei did not write.
        """
        wrong: list[str] = []
        fresh = self._joined()
        opened = [*map(self.open, MACHINES), fresh]
        try:
            until(partial(is_done, fresh, "after-the-faults"))
            if not all(one.log.catch_up(PATIENCE) for one in opened):
                wrong.append("a replica does not catch up")
            heads, states = {one.log.head() for one in opened}, [one.state for one in opened]
            if len(heads) > 1 or any(one != states[0] for one in states):
                wrong.append("machines hold different records")
            records = list(fresh.records())
            if replay(records) != states[0]:
                wrong.append("replaying gives another state than the live one")
            wrong += _unsound(records, strangers)
            wrong += watched([wire for wires in self.wires.values() for wire in wires])
            return len({*self.acknowledged, *told} - {one.id for one in records}), wrong
        finally:
            for one in opened:
                one.close()


def _unsound(records: Sequence[Record], strangers: int) -> Iterator[str]:
    """Yield what is wrong with the records of a project."""
    void = [(before, one) for before, one in itertools.pairwise(records) if one.id.startswith("void-")]
    if len(void) != strangers:
        yield f"{len(void)} messages are no records, and {strangers} were written by others: {void[:1]}"
    if any(one.at != before.at or one.events for before, one in void):
        yield "a void record has a time of its own, or events"
    times = [one.at for one in records if not one.id.startswith("void-")]
    if times != sorted(set(times)):
        yield "time goes back, or stands still"
    goals = [
        event.value
        for one in records
        for event in one.events
        if event.kind == "field_written" and event.path == "/goal"
    ]
    if doubled := [goal for goal, count in Counter(map(str, goals)).items() if count > 1]:
        yield f"{len(doubled)} commands took effect twice: {doubled[0]}"


def is_done(project: Project, name: str) -> bool:
    """Return whether a command succeeds."""
    try:
        return project.do(Write("/goal", name), command_id=name) is not None
    except LogError:
        return False


@contextmanager
def shared(scratch: Path, count: int = 3, members: int = PROCESSES, settings: str = "") -> Iterator[Shared]:
    """Run servers with a project on them, which two machines have joined."""
    team = [c.Join("lead", lead=True), *(c.Join(f"agent-{n}") for n in range(members))]
    with network() as wires, servers(scratch / "nats", count, settings, wires) as cluster:
        made = Shared(scratch, cluster, {name: _wired(wires, cluster) for name in MACHINES})
        # A forked worker must not share a connection, so a process of its own makes the project.
        in_process(lambda: _make(made, team))
        yield made


def _wired(wires: Network, cluster: NatsServers) -> list[Wire]:
    return [wires.wire(port) for port in cluster.ports]


def _make(made: Shared, members: list[c.Join]) -> None:
    addresses = [made.cluster.address("shop", made.wires[name]) for name in MACHINES]
    renkei.create(made.place / MACHINES[0], guarded=False, members=members, stream=addresses[0]).close()
    renkei.clone(addresses[1], made.place / MACHINES[1]).close()


def in_process(work: Callable[[], object]) -> None:
    """Do something in a process of its own."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()
    assert process.exitcode == 0
