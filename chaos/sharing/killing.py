"""Writers of two machines and servers are killed while they work."""

import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

from fault_outcome import Outcome
from load import Failed, hammer, team_worker
from nats_servers import NatsServers

from renkei import Project
from renkei.errors import LogError
from sharing.shared import MACHINES, Shared, is_done, shared

WRITERS = 4
"""Processes of each machine."""

AWAY = 4.0
"""Seconds after which a server that was killed is started again."""


def machine_worker(place: str, name: str, out: Connection) -> None:
    """Work as `team_worker` does, on one machine or the other; while no server leads, commands fail."""
    machine = MACHINES[int(name.split("-")[0]) % len(MACHINES)]
    team_worker(f"{place}/{machine}", name, out, (LogError,))


def killed_machines(scratch: Path, scale: float) -> Outcome:
    """Kill writers of two machines at random, and two servers; compare all replicas with a new one."""
    seconds, writers = 120 * scale, WRITERS * len(MACHINES)
    with shared(scratch, members=writers) as made:
        ending = threading.Thread(target=_kill_servers, args=(made.cluster, seconds / 3))
        ending.start()
        killed, told = hammer(machine_worker, scratch, seconds, seed=2, processes=writers)
        ending.join()
        names = {one for one in told if not isinstance(one, Failed)}
        wrong = [one.problem for one in told if isinstance(one, Failed)]
        lost, unsound = made.compared(list(names))
    note = f"two machines with {WRITERS} writers each, {seconds:g} s; the leading server and another one once"
    return Outcome("machines that share a stream, kill -9", killed, len(names), lost, (*wrong, *unsound), note)


def _kill_servers(cluster: NatsServers, after: float) -> None:
    """Kill the leader after a while, and another server after the same while again."""
    for is_leader in (True, False):
        time.sleep(after)
        leader = cluster.leader("shop")
        number = leader if is_leader else next(one for one in cluster.running if one != leader)
        cluster.kill(number)
        time.sleep(AWAY)
        cluster.start(number)


def failing_servers(scratch: Path, scale: float) -> Outcome:
    """Write while servers are killed and stopped; a command that fails is repeated under its id until it succeeds."""
    harms = (_kill_follower, _kill_leading, _kill_two, _kill_all, _stop_leading) * max(1, round(5 * scale))
    with shared(scratch) as made:
        with made.open(MACHINES[0]) as project:
            for harm in harms:
                harm(made, project)
        lost, wrong = made.compared()
    note = "a follower, the leader, two of three, all three; the leader stopped for a moment"
    return Outcome("servers of a stream, kill -9", len(harms), len(made.acknowledged), lost, tuple(wrong), note)


def _kill_follower(made: Shared, project: Project) -> None:
    leader = made.cluster.leader("shop")
    number = next(one for one in made.cluster.running if one != leader)
    made.cluster.kill(number)
    made.work(project, times=20)
    made.cluster.start(number)


def _kill_leading(made: Shared, project: Project) -> None:
    number = made.cluster.leader("shop")
    made.cluster.kill(number)
    made.work(project, times=20)
    made.cluster.start(number)


def _kill_two(made: Shared, project: Project) -> None:
    numbers = list(made.cluster.running)[:2]
    made.cluster.kill(*numbers)
    assert not is_done(project, "without-a-majority")
    made.cluster.start(*numbers)
    made.work(project, times=20)


def _kill_all(made: Shared, project: Project) -> None:
    made.cluster.kill()
    assert not is_done(project, "without-a-server")
    assert project.state.seq, "it can be read"
    made.cluster.start()
    made.work(project, times=20)


def _stop_leading(made: Shared, project: Project) -> None:
    with made.cluster.stopped(made.cluster.leader("shop")):
        made.work(project, times=3)
    made.work(project, times=20)
