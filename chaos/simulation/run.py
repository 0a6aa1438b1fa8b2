"""One schedule: random work and random faults, then quiet, then the question whether every promise was kept."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial, reduce
from math import inf
from pathlib import Path
from unittest.mock import patch

from renkei.engine.apply import apply, replay
from renkei.engine.state import State
from renkei.errors import LogError
from renkei.log.memory import MemoryLog
from renkei.project.project import Project
from renkei.store import snapshot
from simulation import promises
from simulation.ledger import BrokenError, Ledger
from simulation.log import FILE, frame
from simulation.machine import SNAPSHOT, START, Machine, Process, models
from simulation.work import Agent, agents, finish, first_record, live

PROCESSES = 3
STEPS = 3000
"""Steps after which a run counts as one that never ends."""


@dataclass
class World:
    """A run: the machine, the agents, and which fault comes how often."""

    machine: Machine
    agents: list[Agent]
    ledger: Ledger
    faults: list[str]
    rate: float
    full_until: int = 0
    """The step at which the disk has room again."""
    power_fails_at: float = inf
    """The step at which the second part of a failure begins: the processes die first, then the power fails."""


@cache
def beginning() -> tuple[State, dict[str, bytes]]:
    """Return the state that every run begins with, and the files that hold it."""
    log = MemoryLog()
    record = first_record(Project(log, now=lambda: START, make_id=lambda: "first"))
    state, saved = replay([record]), []
    with patch.object(snapshot, "write_atomically", lambda _, data: saved.append(data)):
        snapshot.save(Path(SNAPSHOT), state, log)
    return state, {FILE: frame(record.to_json(), 0, ends=True)[0], SNAPSHOT: saved[0]}


def run(seed: int, schedule: list[tuple[str, str]] | None = None) -> Machine:
    """Run the schedule of a seed, and note its steps in `schedule`; raises BrokenError when a promise is broken."""
    chance = random.Random(seed)
    ledger = Ledger()
    machine = Machine(chance, beginning()[1], ledger.saw)
    if schedule is not None:
        machine.scheduler.schedule = schedule
    chosen = [name for name in FAULTS if chance.random() < 0.6]
    world = World(machine, agents(chance), ledger, chosen, chance.choice((0.003, 0.006, 0.015)))
    with models(machine.scheduler):
        try:
            for number in range(PROCESSES):
                _start(world, f"p{number}")
            machine.scheduler.run(partial(_between, world))
            _end(world)
        except BaseException:
            machine.kill(_living(world))  # what they hold belongs to the whole interpreter
            raise
    return machine


def _start(world: World, name: str) -> None:
    """Start a process; it opens the project and works for two agents, each in a thread of its own."""
    process = Process(world.machine, name)
    mine = world.machine.chance.sample(world.agents, 2)

    def begin() -> None:
        while process.project is None:
            with suppress(LogError):
                process.open()
        for agent in mine:
            work = partial(live, process, agent, world.ledger)
            world.machine.scheduler.spawn(f"{name}/{agent.name}", process, work)

    world.machine.scheduler.spawn(name, process, begin)


def _between(world: World) -> None:
    """Let a fault happen now and then."""
    machine = world.machine
    now = len(machine.scheduler.schedule)
    machine.disk.is_full = now < world.full_until
    if now > STEPS:
        raise BrokenError(f"the run has not ended after {STEPS} steps")
    if now >= world.power_fails_at:
        world.power_fails_at = inf
        _happens(world, "the power fails")
    elif world.faults and machine.chance.random() < world.rate * _danger(machine):
        _happens(world, machine.chance.choice(world.faults))


def _danger(machine: Machine) -> int:
    """Return how much likelier a fault is now: most can only do harm while something is written and not synced."""
    return 6 if any(task.goes_on_with == f"syncs {FILE}" for task in machine.scheduler.tasks) else 1


def _happens(world: World, fault: str) -> None:
    world.machine.scheduler.note("-", fault)
    FAULTS[fault](world)


def _living(world: World) -> list[Process]:
    return [one for one in world.machine.processes if one.is_alive]


def _kill(world: World) -> None:
    process = world.machine.chance.choice(_living(world))
    world.machine.kill([process])
    _start(world, f"{process.name}'")


def _kill_all(world: World) -> None:
    names = [one.name for one in _living(world)]
    world.machine.kill(_living(world))
    for name in names:
        _start(world, f"{name}'")
    chance = world.machine.chance
    world.power_fails_at = (
        len(world.machine.scheduler.schedule) + chance.randrange(15) if chance.random() < 0.7 else inf
    )


def _lose_power(world: World) -> None:
    names = [one.name for one in _living(world)]
    world.machine.lose_power()
    world.ledger.forget_leases(world.machine.on_disk())
    for name in names:
        _start(world, f"{name}'")


def _pause(world: World) -> None:
    process = world.machine.chance.choice(_living(world))
    until = len(world.machine.scheduler.schedule) + world.machine.chance.randrange(100)
    for task in world.machine.scheduler.tasks:
        if task.owner is process:
            task.until = until


def _set_clock(world: World) -> None:
    chance = world.machine.chance
    chance.choice(_living(world)).clock += chance.choice((-3600, -60, -5, 5, 20, 60, 3600)) * 1_000_000


def _fill_disk(world: World) -> None:
    world.full_until = len(world.machine.scheduler.schedule) + world.machine.chance.randrange(60)


def _fail_sync(world: World) -> None:
    world.machine.disk.sync_fails = True


def _damage_snapshot(world: World) -> None:
    world.machine.disk.damage(SNAPSHOT)


FAULTS: dict[str, Callable[[World], None]] = {
    "a process is killed": _kill,
    "every process is killed": _kill_all,
    "the power fails": _lose_power,
    "a process is stopped for a while": _pause,
    "a clock is set": _set_clock,
    "the disk is full for a while": _fill_disk,
    "the next sync fails": _fail_sync,
    "the snapshot is damaged": _damage_snapshot,
}


def _end(world: World) -> None:
    """Let what is left happen without faults; then compare what was told with what is there."""
    machine = world.machine
    machine.disk.is_full = machine.disk.sync_fails = False
    last = Process(machine, "last")

    def work() -> None:
        finish(last.open(), world.agents, world.ledger, last)

    machine.scheduler.spawn("last", last, work)
    machine.scheduler.run()
    states = _in_task(world, [one for one in _living(world) if one.project is not None])
    machine.lose_power()
    world.ledger.forget_leases(machine.on_disk())
    records = machine.on_disk()
    world.ledger.check(records)
    promises.check(records, world.ledger)
    fresh = Process(machine, "fresh")
    fresh_states = _in_task(world, [fresh])
    expected = reduce(apply, records[1:], beginning()[0])
    for name, state in (states | fresh_states).items():
        if state != expected:
            raise BrokenError(f"replaying gives another state than {name} has")


def _in_task(world: World, processes: list[Process]) -> dict[str, object]:
    """Return the state that each process has once it has read the log to its end."""
    states: dict[str, object] = {}
    for process in processes:

        def look(process: Process = process) -> None:
            states[process.name] = (process.project or process.open()).state

        world.machine.scheduler.spawn(process.name, process, look)
    world.machine.scheduler.run()
    return states
