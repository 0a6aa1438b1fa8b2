"""Eight processes of mixed load, killed at random, on one project; and a JSONL mailbox under the same load."""

import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as ready
from pathlib import Path
from typing import Any

from fault_outcome import Outcome, check, failure

import renkei
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.errors import ProtocolError, RenkeiError

PROCESSES = 8
LIFE = (0.0, 1.5)
"""Seconds after which a process is killed, at least and at most: after its first acknowledgement, or its birth."""
NEWBORN = 0.2
"""The part of the processes whose time runs from birth: of these, some are killed while they open the project."""
PAUSE = 0.002
"""Seconds between letters of a mailbox, which would else fill its file; it still takes many times what the log does."""
NEVER = float("inf")
PATIENCE = 30.0
"""Seconds that somebody who looks may wait, also on a busy machine."""

Worker = Callable[[str, str, Connection], None]


def team_worker(place: str, name: str, out: Connection, refusals: tuple[type[RenkeiError], ...] = ()) -> None:
    """Take turns, send messages small and large, write the board, and tell of every record that was acknowledged.

    A command that fails with one of `refusals` is given up.
    """
    chance = random.Random(name)
    agent = f"agent-{int(name.split('-')[0])}"
    with renkei.open(place) as project:
        for number in range(1_000_000):
            command = f"{name}-{number}"
            try:
                record = chance.choice(ACTIONS)(project, agent, command, chance)
            except (ProtocolError, *refusals):
                continue  # another process of the agent that was killed holds its turn: its lease is not over
            if record is not None:
                out.send(record.id)


def _send(project: renkei.Project, agent: str, command: str, chance: random.Random) -> Any:
    size = 70_000 if chance.random() < 0.02 else 200
    news = renkei.KnowledgeShare(topic=command, content="x" * size, relevance_to_recipients="", actionable=False)
    other = f"agent-{chance.randrange(PROCESSES)}"
    return project.send(project.message(agent, news, other if other != agent else "lead"), command)


def _write(project: renkei.Project, agent: str, command: str, chance: random.Random) -> Any:
    return project.do(Write(f"/agents/{agent}/current_task", command), actor=agent, command_id=command)


def _turn(project: renkei.Project, agent: str, command: str, chance: random.Random) -> Any:
    with project.turn(agent, budget=2000, lease=1) as turn:
        turn.set(status=chance.choice(("working", "idle")))
        turn.artifact(f"file-{chance.randrange(5)}", description=command)
    return turn.record


ACTIONS: tuple[Callable[[renkei.Project, str, str, random.Random], Any], ...] = (_send, _send, _write, _write, _turn)


@contextmanager
def reader(place: Path) -> Iterator[Callable[[], float]]:
    """Look at a project during a block, again and again, as commands do; give what returns the longest time it took.

    It is `NEVER` once the reader has ended with an error.
    """
    context = multiprocessing.get_context("fork")
    times = context.Array("d", [0.0, time.monotonic()])
    process = context.Process(target=_look, args=(str(place), times))
    process.start()
    try:
        # The last look may not have ended.
        yield lambda: max(times[0], time.monotonic() - times[1]) if process.is_alive() else NEVER
    finally:
        process.kill()
        process.join()


def _look(place: str, times: Any) -> None:
    while True:
        times[1] = time.monotonic()
        with renkei.open(place) as project:
            project.context("agent-0")
        times[0] = max(times[0], time.monotonic() - times[1])


def mailbox_worker(place: str, name: str, out: Connection) -> None:
    """Append to a mailbox as teams without a log do, and now and then read all of it and empty it."""
    chance = random.Random(name)
    box = Path(place) / "inbox.jsonl"
    for number in range(1_000_000):
        if chance.random() < 0.01:
            read = box.read_text().splitlines()
            box.write_text("")
            out.send([line for line in read if line.startswith("{") and line.endswith("}")])
        else:
            letter = f'{{"id": "{name}-{number}"}}'
            with box.open("a") as file:
                file.write(letter + "\n")
            out.send(letter)
        time.sleep(PAUSE)


@dataclass(frozen=True)
class Failed:
    """What a worker tells that an error has ended."""

    problem: str


def _work(worker: Worker, place: str, name: str, out: Connection) -> None:
    try:
        worker(place, name, out)
    except Exception as error:
        out.send(Failed(failure(error)))


def hammer(worker: Worker, place: Path, seconds: float, seed: int, processes: int = PROCESSES) -> tuple[int, list[Any]]:
    """Keep processes at work, each killed after a random while; give how many were killed, and all that they told."""
    context, chance = multiprocessing.get_context("fork"), random.Random(seed)
    told: list[Any] = []
    living: dict[Connection, tuple[Any, float]] = {}
    born = killed = 0
    end = time.monotonic() + seconds
    while living or time.monotonic() < end:
        while len(living) < processes and time.monotonic() < end:
            out, into = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(worker, str(place), f"{born % processes}-{born}", into))
            process.start()
            into.close()
            until = time.monotonic() + chance.uniform(*LIFE) if chance.random() < NEWBORN else end
            living[out] = process, until
            born += 1
        for out in ready(list(living), timeout=0.01):
            assert isinstance(out, Connection)
            process, until = living[out]
            try:
                told.append(out.recv())
            except EOFError:
                living.pop(out)[0].join()
                continue
            if until == end:
                living[out] = process, time.monotonic() + chance.uniform(*LIFE)
        now = time.monotonic()
        for out, (process, until) in living.items():
            if now > min(until, end) and until < NEVER:
                process.kill()
                living[out] = process, NEVER
                killed += 1
    return killed, told


def killed_load(place: Path, seconds: float) -> Outcome:
    """Hammer a project, then look whether every acknowledged record is there and replaying gives the live state."""
    members = [c.Join("lead", lead=True), *(c.Join(f"agent-{n}") for n in range(PROCESSES))]
    with renkei.create(place, guarded=False, members=members) as project:
        for number, act in enumerate(ACTIONS):  # what takes long the first time is done before the processes are forked
            act(project, "agent-0", f"first-{number}", random.Random(number))
    with reader(place) as longest:
        killed, told = hammer(team_worker, place, seconds, seed=1)
        waited = longest()
    names = [one for one in told if not isinstance(one, Failed)]
    failed = tuple(one.problem for one in told if isinstance(one, Failed))
    lost, wrong = check(place, names)
    slow = ("a reader failed" if waited == NEVER else f"a reader waited {waited:.0f} s",) if waited > PATIENCE else ()
    note = f"{PROCESSES} processes, {seconds:g} s, killed at random; a reader beside them waited {waited:.1f} s at most"
    return Outcome("mixed load, kill -9", killed, len(names), lost, failed + slow + wrong, note)


def mailbox_load(place: Path, seconds: float) -> Outcome:
    """Do the same to a mailbox: a letter is acknowledged when its write has returned, kept when somebody reads it."""
    place.mkdir()
    (place / "inbox.jsonl").touch()
    killed, told = hammer(mailbox_worker, place, seconds, seed=1)
    written = {one for one in told if isinstance(one, str)}
    read = {line for one in told if isinstance(one, list) for line in one}
    read |= set((place / "inbox.jsonl").read_text().splitlines())
    note = "for comparison: append without waiting for the disk, at most 500 a second and process; read then truncate"
    return Outcome("a JSONL mailbox", killed, len(written), len(written - read), (), note)
