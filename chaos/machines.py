"""Machines that share a project through three servers of NATS: writers and servers are killed while they work."""

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from load import PROCESSES, Failed, hammer, team_worker
from nats_servers import NatsServers, servers, until
from outcome import Outcome

import renkei
from renkei import replay
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.errors import LogError

MACHINES = ("a", "b")
AWAY = 4.0
"""Seconds after which a server that was killed is started again."""

PATIENCE = 60.0
"""Seconds that a replica may take to catch up in the end."""


def machine_worker(place: str, name: str, out: Connection) -> None:
    """Work as `team_worker` does, on one machine or the other; while no server leads, commands fail."""
    machine = MACHINES[int(name.split("-")[0]) % len(MACHINES)]
    team_worker(f"{place}/{machine}", name, out, (LogError,))


def killed_machines(scratch: Path, scale: float) -> Outcome:
    """Kill writers of two machines at random, and the leading server once; compare all replicas with a new one."""
    seconds = 120 * scale
    with _shared(scratch) as cluster:
        ending = threading.Thread(target=_kill_leader, args=(cluster, seconds / 3))
        ending.start()
        killed, told = hammer(machine_worker, scratch, seconds, seed=2)
        ending.join()
        names = {one for one in told if not isinstance(one, Failed)}
        wrong = [one.problem for one in told if isinstance(one, Failed)]
        lost, unsound = _compared(scratch, cluster, names)
    note = f"two machines with {PROCESSES // 2} writers each, {seconds:g} s, and the leading server once"
    return Outcome("machines that share a stream, kill -9", killed, len(names), lost, (*wrong, *unsound), note)


@contextmanager
def _shared(scratch: Path) -> Iterator[NatsServers]:
    """Run three servers with a project on them, which two machines have joined."""
    members = [c.Join("lead", lead=True), *(c.Join(f"agent-{n}") for n in range(PROCESSES))]
    with servers(scratch / "nats", count=3) as cluster:
        address = cluster.address("shop")
        # A forked worker must not share a connection, so a process of its own makes the project.
        _in_process(lambda: _make(scratch, address, members))
        yield cluster


def _make(scratch: Path, address: str, members: list[c.Join]) -> None:
    with renkei.create(scratch / MACHINES[0], guarded=False, members=members, stream=address):
        pass
    renkei.clone(address, scratch / MACHINES[1]).close()


def _in_process(work: Callable[[], None]) -> None:
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()
    assert process.exitcode == 0


def _kill_leader(cluster: NatsServers, after: float) -> None:
    time.sleep(after)
    number = cluster.leader("shop")
    cluster.kill(number)
    time.sleep(AWAY)
    cluster.start(number)


def _compared(scratch: Path, cluster: NatsServers, acknowledged: set[str]) -> tuple[int, list[str]]:
    """Return how many acknowledged records a new machine does not get, and what else is wrong."""
    wrong: list[str] = []
    opened = [renkei.open(scratch / name) for name in MACHINES]
    opened.append(renkei.clone(cluster.address("shop"), scratch / "new"))
    try:
        last = opened[-1]
        until(lambda: _is_written(last))
        if not all(one.log.catch_up(PATIENCE) for one in opened):
            wrong.append("a replica does not catch up")
        heads = {one.log.head() for one in opened}
        states = [one.state for one in opened]
        if len(heads) > 1 or any(one != states[0] for one in states):
            wrong.append("machines hold different records")
        records = list(last.records())
        if replay(records) != states[0]:
            wrong.append("replaying gives another state than the live one")
        if strangers := [one.id for one in records if one.id.startswith("void-")]:
            wrong.append(f"{len(strangers)} messages are no records: {strangers[0]}")
        return len(acknowledged - {one.id for one in records}), wrong
    finally:
        for one in opened:
            one.close()


def _is_written(project: renkei.Project) -> bool:
    """Return whether the project can be written; the servers may still be choosing a leader."""
    try:
        project.do(Write("/goal", "after the faults"), command_id="after")
    except LogError:
        return False
    return True


def failing_servers(scratch: Path, scale: float) -> Outcome:
    """Write while servers are killed and stopped; a command that fails is repeated under its id until it succeeds."""
    rounds = max(1, round(5 * scale))
    acknowledged: list[str] = []
    with _shared(scratch) as cluster:
        project = renkei.open(scratch / MACHINES[0])

        def work(times: int = 20) -> None:
            for _ in range(times):
                name = f"w{len(acknowledged)}"
                until(partial(_is_done, project, name))
                acknowledged.append(name)

        harms = 0
        for _ in range(rounds):
            for harm in (_kill_follower, _kill_leading, _kill_two, _kill_all, _stop_leading):
                harm(cluster, work, project)
                harms += 1
        project.close()
        lost, wrong = _compared(scratch, cluster, set(acknowledged))
    note = "a follower, the leader, two of three, all three; the leader stopped for a moment"
    return Outcome("servers of a stream, kill -9", harms, len(acknowledged), lost, tuple(wrong), note)


Work = Callable[..., None]


def _is_done(project: renkei.Project, name: str) -> bool:
    try:
        return project.do(Write("/goal", name), command_id=name) is not None
    except LogError:
        return False


def _kill_follower(cluster: NatsServers, work: Work, project: renkei.Project) -> None:
    leader = cluster.leader("shop")
    number = next(one for one in cluster.running if one != leader)
    cluster.kill(number)
    work()
    cluster.start(number)


def _kill_leading(cluster: NatsServers, work: Work, project: renkei.Project) -> None:
    number = cluster.leader("shop")
    cluster.kill(number)
    work()
    cluster.start(number)


def _kill_two(cluster: NatsServers, work: Work, project: renkei.Project) -> None:
    numbers = list(cluster.running)[:2]
    cluster.kill(*numbers)
    assert not _is_done(project, "without-a-majority")
    cluster.start(*numbers)
    work()


def _kill_all(cluster: NatsServers, work: Work, project: renkei.Project) -> None:
    cluster.kill()
    assert not _is_done(project, "without-a-server")
    assert project.state.seq, "it can be read"
    cluster.start()
    work()


def _stop_leading(cluster: NatsServers, work: Work, project: renkei.Project) -> None:
    with cluster.stopped(cluster.leader("shop")):
        work(3)
    work()
