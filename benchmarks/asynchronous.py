"""Agents in one event loop: what waiting costs, and the same programs on queues and on the checkpointer of LangGraph.

Two programs. In a ring, each agent waits for a message and passes it on to the next. In a group chat, one agent after
the other says something to all, and each of the others reads it. renkei runs them with one turn for each message that
is read, in the asynchronous form, and each acknowledged message is on disk. The checkpointer commits a checkpoint for
each of these turns, which is on disk too (`PRAGMA synchronous = FULL`); waiting is a queue in memory, since it has
none. The queue alone keeps nothing.

Writes async.json.
"""

import asyncio
import statistics
import threading
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import aiosqlite
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from measure import Row
from run import write

import renkei

AGENTS = (1, 10, 100, 1_000)
PASSES = 200
"""Messages of a ring."""

HEARD = 1_000
"""Messages that are read in a group chat, in all."""

WAITING = 1_000
WOKEN = 300
KEPT = 20
"""Messages in a checkpoint."""


class Program(Protocol):
    """What carries the messages of agents."""

    async def say(self, sender: str, to: str, text: str) -> None: ...

    async def hear(self, name: str) -> list[str]: ...


class Queues:
    """`asyncio.Queue`: one for each agent, in memory."""

    def __init__(self, names: list[str]) -> None:
        self.boxes: dict[str, asyncio.Queue[str]] = {name: asyncio.Queue() for name in names}

    async def say(self, sender: str, to: str, text: str) -> None:
        for name in self.boxes if to == "all" else (to,):
            if name != sender or to == name:
                self.boxes[name].put_nowait(text)

    async def hear(self, name: str) -> list[str]:
        return [await self.boxes[name].get()]


class Checkpoints(Queues):
    """The same, with a checkpoint of LangGraph for each message that is read."""

    def __init__(self, names: list[str], saver: AsyncSqliteSaver) -> None:
        super().__init__(names)
        self.saver = saver
        self.configs: dict[str, Any] = {
            name: {"configurable": {"thread_id": name, "checkpoint_ns": ""}} for name in names
        }
        self.heard: dict[str, list[str]] = {name: [] for name in names}

    async def hear(self, name: str) -> list[str]:
        found = await super().hear(name)
        self.heard[name] = [*self.heard[name], *found][-KEPT:]
        state = empty_checkpoint() | {"channel_values": {"messages": self.heard[name]}}
        self.configs[name] = await self.saver.aput(self.configs[name], state, {"source": "loop", "step": 1}, {})  # type: ignore[arg-type]
        return found


class Project:
    """The asynchronous form: a turn for each message that is read."""

    def __init__(self, project: renkei.AsyncProject) -> None:
        self.project = project

    async def say(self, sender: str, to: str, text: str) -> None:
        await self.project.post(text, to, "blocking", actor=sender)

    async def hear(self, name: str) -> list[str]:
        await self.project.wait_for_work(name)
        async with self.project.turn(name, budget=1_000) as turn:
            return [message.context_summary for message in turn.inbox]


@asynccontextmanager
async def queues(names: list[str], place: Path) -> AsyncIterator[Program]:
    yield Queues(names)


@asynccontextmanager
async def checkpoints(names: list[str], place: Path) -> AsyncIterator[Program]:
    async with aiosqlite.connect(place / "checkpoints.db") as db:
        await db.execute("PRAGMA synchronous = FULL")
        saver = AsyncSqliteSaver(db)
        await saver.setup()
        yield Checkpoints(names, saver)


@asynccontextmanager
async def project(names: list[str], place: Path) -> AsyncIterator[Program]:
    members = [renkei.Join(name) for name in names]
    async with renkei.create_async(place / "project", members=members, guarded=False) as made:
        yield Project(made)


SYSTEMS: dict[str, tuple[Callable[[list[str], Path], Any], str]] = {
    "renkei": (project, "each message and each turn synced to disk, readable by other processes"),
    "LangGraph's SQLite checkpointer": (checkpoints, "each turn synced to disk; waiting messages are in memory"),
    "asyncio.Queue": (queues, "nothing is kept"),
}
"""Name → what runs the program, and what it keeps."""


async def ring(program: Program, names: list[str]) -> int:
    """Pass a message round; return how many were read."""
    left = PASSES
    done = asyncio.Event()

    async def agent(name: str, following: str) -> None:
        nonlocal left
        while True:
            for text in await program.hear(name):
                left -= 1
                if left == 0:
                    done.set()
                elif left > 0:
                    await program.say(name, following, text)

    await _until(done, (agent(*pair) for pair in zip(names, [*names[1:], names[0]], strict=True)), program, names[0])
    return PASSES


async def group(program: Program, names: list[str]) -> int:
    """Let agents speak to all others in turn; return how many messages were read."""
    others = max(1, len(names) - 1)
    wanted = max(1, HEARD // others) * others
    left, done = wanted, asyncio.Event()

    async def agent(name: str, following: str) -> None:
        nonlocal left
        while True:
            for text in await program.hear(name):
                left -= 1
                if left == 0:
                    done.set()
                elif left > 0 and left % others == 0:  # the last to hear speaks next
                    await program.say(name, "all" if len(names) > 1 else name, text)

    await _until(done, (agent(name, name) for name in names), program, "all" if len(names) > 1 else names[0], names[0])
    return wanted


async def _until(
    done: asyncio.Event, agents: Iterator[Awaitable[None]], program: Program, to: str, sender: str = ""
) -> None:
    tasks = [asyncio.ensure_future(one) for one in agents]
    await asyncio.sleep(0)
    await program.say(sender or to, to, "the port is 8080")
    await done.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def programs() -> Iterator[dict[str, Any]]:
    """Yield the milliseconds of a message that is read, in each program, size and system."""
    for name, run in (("ring", ring), ("group chat", group)):
        for count in AGENTS:
            names = [f"agent-{number:04}" for number in range(count)]
            taken = {}
            for system, (opened, _) in SYSTEMS.items():
                taken[system] = asyncio.run(_timed(run, opened, names)) * 1000
            yield {"name": name, "agents": count, "milliseconds": taken}


async def _timed(run: Callable[[Program, list[str]], Awaitable[int]], opened: Any, names: list[str]) -> float:
    with TemporaryDirectory() as place:
        async with opened(names, Path(place)) as program:
            began = time.perf_counter()
            count = await run(program, names)
            return (time.perf_counter() - began) / count


def waiting() -> list[Row]:
    """What a thousand waiting agents cost, and how soon one of them wakes."""
    with TemporaryDirectory() as place:
        memory, threads, wakes = asyncio.run(_wake(Path(place) / "project"))
    kept = sorted(wakes)
    p99 = kept[int(len(kept) * 0.99) - 1]
    return [
        Row(f"memory of each of {WAITING:,} waiting agents", memory, 30, "the goal", "≤ 30 KB", 30, "KB"),
        Row(f"threads for {WAITING:,} waiting agents", threads, 1, "one follower", "≤ 1", 1, ""),
        Row(
            f"from a message to its reader among {WAITING:,} (median)",
            statistics.median(kept),
            5,
            "the goal",
            "≤ 5 ms",
            5,
            "ms",
        ),
        Row(f"from a message to its reader among {WAITING:,} (p99)", p99, 5, "the goal", "≤ 5 ms", 5, "ms"),
    ]


async def _wake(place: Path) -> tuple[float, int, list[float]]:
    names = [f"agent-{number:04}" for number in range(WAITING)]
    woken: dict[str, asyncio.Future[float]] = {}
    async with renkei.create_async(place, members=[renkei.Join(name) for name in names], guarded=False) as made:

        async def agent(name: str) -> None:
            while True:
                await made.wait_for_work(name)
                woken[name].set_result(time.perf_counter())
                async with made.turn(name, budget=1_000):
                    pass

        await made.state()
        before = threading.active_count()
        tracemalloc.start()
        base = tracemalloc.get_traced_memory()[0]
        tasks = [asyncio.ensure_future(agent(name)) for name in names]
        await asyncio.sleep(3)
        memory = (tracemalloc.get_traced_memory()[0] - base) / WAITING / 1000
        tracemalloc.stop()
        threads = threading.active_count() - before
        wakes = []
        for number in range(WOKEN):
            name = names[number * 37 % WAITING]
            woken[name] = asyncio.get_running_loop().create_future()
            await made.post("Wake up.", name, "blocking")
            began = time.perf_counter()
            wakes.append(max(0.0, await woken[name] - began) * 1000)
            await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return memory, threads, wakes


def main() -> None:
    """Measure, and write the file."""
    rows = waiting()
    found = list(programs())
    kept = {name: what for name, (_, what) in SYSTEMS.items()}
    plain = [asdict(row) | {"ratio": row.ratio, "share": row.share, "met": row.met} for row in rows]
    write("async", {"rows": plain, "programs": found, "kept": kept})
    for row in (*rows, *found):
        print(row)


if __name__ == "__main__":
    main()
