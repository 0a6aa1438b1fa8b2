"""One schedule of machines: random work and random faults, then quiet, then whether every promise was kept."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce

from renkei.engine.apply import apply
from renkei.engine.record import Record
from renkei.errors import LogError
from simulation import promises
from simulation.ledger import BrokenError, Ledger
from simulation.machine import SNAPSHOT
from simulation.machines.history import first_message, records_of, stray
from simulation.machines.machine import SharingMachine, SharingProcess, models
from simulation.machines.stream import Servers
from simulation.machines.threads import SECOND, TimedScheduler
from simulation.run import beginning
from simulation.work import Agent, agents, finish, live

STEPS = 8000
"""Steps after which a run counts as one that never ends: someone waits for ever."""

LONGEST = 15 * SECOND
"""How long a fault lasts at most."""


NOTICED = 60
"""Seconds within which every machine notices that servers were restored."""


@dataclass
class World:
    """A run: the servers, the machines, the agents, and which fault comes how often."""

    servers: Servers
    machines: list[SharingMachine]
    agents: list[Agent]
    ledger: Ledger
    faults: list[str]
    rate: float
    faults_left: int
    """How many may still happen: afterwards the run must come to its end."""

    @property
    def scheduler(self) -> TimedScheduler:
        """The scheduler of all machines."""
        return self.servers.scheduler

    @property
    def chance(self) -> random.Random:
        """What decides everything."""
        return self.servers.chance

    def living(self) -> list[SharingProcess]:
        """Return the living processes of all machines."""
        return [one for machine in self.machines for one in machine.living()]

    def some_time(self) -> int:
        """Return the time at which a fault is over that begins now."""
        return self.scheduler.time + self.chance.randrange(LONGEST)

    def add_machine(self, name: str) -> SharingMachine:
        """Add a machine whose replica is still empty."""
        self.machines.append(SharingMachine(name, self.chance, self.servers, self.ledger.saw))
        return self.machines[-1]


def run(seed: int, schedule: list[tuple[str, str]] | None = None) -> None:
    """Run the schedule of a seed, and note its steps in `schedule`; raises BrokenError when a promise is broken."""
    chance = random.Random(seed)
    scheduler = TimedScheduler(chance)
    if schedule is not None:
        scheduler.schedule = schedule
    servers = Servers(scheduler, chance, [first_message()], loss=chance.choice((0, 0.05, 0.3)))
    chosen = [name for name in FAULTS if chance.random() < 0.5]
    rate = chance.choice((0.002, 0.004, 0.01))
    world = World(servers, [], agents(chance), Ledger(), chosen, rate, chance.randrange(12) if chosen else 0)
    with models(scheduler):
        try:
            for name in "abc"[: chance.randint(2, 3)]:
                machine = world.add_machine(name)
                for number in range(chance.randint(1, 2)):
                    _start(world, machine, f"{name}{number}")
            scheduler.run(partial(_between, world))
            _end(world)
        finally:
            for machine in world.machines:
                machine.kill(machine.living())  # what they hold belongs to the whole interpreter


def _start(world: World, machine: SharingMachine, name: str) -> None:
    """Start a process; it opens the project and works for two agents, each in a thread of its own."""
    process = SharingProcess(machine, name)
    mine = world.chance.sample(world.agents, 2)

    def begin() -> None:
        while process.project is None:
            with suppress(LogError):
                process.open()
        for agent in mine:
            work = partial(live, process, agent, world.ledger)
            world.scheduler.spawn(f"{name}/{agent.name}", process, work)

    world.scheduler.spawn(name, process, begin)


def _between(world: World) -> None:
    """Let requests arrive that are late, and a fault happen now and then."""
    _go_on(world)
    if world.faults_left and world.chance.random() < world.rate * _danger(world):
        world.faults_left -= 1
        fault = world.chance.choice(world.faults)
        world.scheduler.note("-", fault)
        FAULTS[fault](world)


def _go_on(world: World) -> None:
    world.servers.deliver()
    if len(world.scheduler.schedule) > STEPS:
        raise BrokenError(f"the run has not ended after {STEPS} steps")
    for machine in world.machines:
        if machine.has_refused:
            _join_again(world, machine)
    for process in world.living():
        if process.replica is not None and process.replica.unfed is not None:
            raise BrokenError(f"{process.name} feeds its replica no longer: {process.replica.unfed.message}")


def _join_again(world: World, machine: SharingMachine) -> None:
    """Do what the error of a machine says whose replica has more than the restored servers, or something else."""
    before, mine = world.servers.before, machine.on_disk()
    if before is None or mine == records_of(world.servers)[: len(mine)]:
        raise BrokenError(f"machine {machine.name} refuses a stream that continues its replica")
    if mine != list(before[: len(mine)]):
        raise BrokenError(f"machine {machine.name} has added records to a replica that the stream does not continue")
    dead = machine.living()
    machine.kill(dead)
    machine.delete_replica()
    machine.has_refused = False
    _start_again(world, dead)


def _danger(world: World) -> int:
    """Return how much likelier a fault is now: most can only do harm before an answer is there."""
    return 6 if any(task.goes_on_with == "waits for the answer" for task in world.scheduler.tasks) else 1


def _start_again(world: World, dead: Sequence[SharingProcess]) -> None:
    for process in dead:
        _start(world, process.machine, f"{process.name}'")


def _kill(world: World) -> None:
    process = world.chance.choice(world.living())
    process.machine.kill([process])
    _start_again(world, [process])


def _kill_machine(world: World) -> None:
    machine = world.chance.choice(world.machines)
    dead = machine.living()
    machine.kill(dead)
    if world.chance.random() < 0.3:
        machine.delete_replica()
    _start_again(world, dead)


def _lose_power(world: World) -> None:
    machine = world.chance.choice(world.machines)
    dead = machine.living()
    machine.lose_power()
    _start_again(world, dead)


def _stop(world: World) -> None:
    _sleep_until(world, [world.chance.choice(world.living())])


def _sleep(world: World) -> None:
    _sleep_until(world, world.chance.choice(world.machines).living())


def _sleep_until(world: World, processes: Sequence[SharingProcess]) -> None:
    until = world.some_time()
    for task in world.scheduler.tasks:
        if task.owner in processes:
            task.until = until


def _stop_servers(world: World) -> None:
    servers = world.servers
    servers.down_until = world.some_time()
    servers.lag = world.chance.randrange(4)
    servers.lags_until = servers.down_until + SECOND


def _cut_off(world: World) -> None:
    world.chance.choice(world.machines).cut_until = world.some_time()


def _set_clock(world: World) -> None:
    chance = world.chance
    chance.choice(world.living()).clock += chance.choice((-3600, -60, -5, 5, 20, 60, 3600)) * SECOND


def _fill_disk(world: World) -> None:
    world.chance.choice(world.machines).full_until = world.some_time()


def _damage_snapshot(world: World) -> None:
    world.chance.choice(world.machines).disk.damage(SNAPSHOT)


def _send_stray(world: World) -> None:
    world.servers.accept([stray(world.servers)], len(world.servers.messages))


def _restore_servers(world: World) -> None:
    """Restore the servers from a backup, once: the end of the stream is lost."""
    servers, messages = world.servers, world.servers.messages
    if servers.before is not None:
        return
    servers.before = records_of(servers)
    servers.restore(world.chance.randint(1, len(messages)))
    world.ledger.lose(servers.before[len(messages) :])
    _stop_servers(world)


FAULTS: dict[str, Callable[[World], None]] = {
    "a process is killed": _kill,
    "a machine is killed": _kill_machine,
    "the power of a machine fails": _lose_power,
    "a process is stopped for a while": _stop,
    "a machine sleeps for a while": _sleep,
    "the servers are down for a while": _stop_servers,
    "a machine is cut off for a while": _cut_off,
    "a clock is set": _set_clock,
    "the disk of a machine is full for a while": _fill_disk,
    "a snapshot is damaged": _damage_snapshot,
    "a stray message is sent": _send_stray,
    "the servers are restored from a backup": _restore_servers,
}


def _end(world: World) -> None:
    """Let what is left happen without faults; then compare what was told with what is there."""
    servers, ledger = world.servers, world.ledger
    servers.down_until = servers.lag = 0
    servers.loss = 0.0
    for machine in world.machines:
        machine.cut_until = machine.full_until = 0
    for task in world.scheduler.tasks:
        task.until = 0
    world.scheduler.spawn("nobody", None, lambda: world.scheduler.wait_for("all to fit", lambda: _fit(world), NOTICED))
    world.scheduler.run(partial(_go_on, world))
    last = SharingProcess(world.chance.choice(world.machines), "last")
    _run(world, last, lambda: finish(last.open(), world.agents, ledger, last))
    new = SharingProcess(world.add_machine("new"), "new")
    states = {one.name: _state(world, one) for one in [*world.living(), new]}
    records = records_of(servers)
    _compare(world, records)
    ledger.check(records)
    promises.check(records, ledger)
    expected = reduce(apply, records[1:], beginning()[0])
    for name, state in states.items():
        if state != expected:
            raise BrokenError(f"replaying gives another state than {name} has")


def _fit(world: World) -> bool:
    """Return whether the stream continues each replica: after servers were restored, that takes some time."""
    records = records_of(world.servers) if world.servers.before is not None else []
    return all(one.on_disk() == records[: one.kept.last()] for one in world.machines if records)


def _run(world: World, process: SharingProcess, work: Callable[[], object]) -> None:
    world.scheduler.spawn(process.name, process, work)
    world.scheduler.run(partial(_go_on, world))


def _state(world: World, process: SharingProcess) -> object:
    """Return the state that a process has once its replica has everything."""
    states: list[object] = []

    def look() -> None:
        project = process.project or process.open()
        if not project.log.catch_up(10):
            raise BrokenError(f"{process.name} does not catch up although nothing fails any more")
        states.append(project.state)

    _run(world, process, look)
    return states[0]


def _compare(world: World, expected: Sequence[Record]) -> None:
    """Raise BrokenError for a replica that differs from the stream."""
    machines, servers = world.machines, world.servers
    signatures = [None if one.id == f"void-{one.seq}" else servers.signatures.get(one.seq) for one in expected]
    for machine in machines:
        if machine.kept.signatures != signatures:
            raise BrokenError(f"machine {machine.name} has other signatures than the stream")
        for mine, its in zip(machine.on_disk(), expected, strict=True):
            if mine != its:
                raise BrokenError(f"machine {machine.name} has {mine.id!r} as record {its.seq}, which is {its.id!r}")
    if len({machine.kept.head() for machine in machines}) > 1:
        raise BrokenError("the chains of the machines differ")
