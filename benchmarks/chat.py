"""A bridge to Matrix beside a plain client: how soon a message is at somebody else's client, and what a message costs.

Each runs in a separate process, whose CPU time and memory the system reports. The bridge runs in the environment
`users` inside this one, with only what `pip install renkei` brings: httpx2 also imports trio and h2 where they are
installed, as they are for tests, and they take 6 MB.
"""

import asyncio
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure import Row
from nio import AsyncClient

sys.path.append(str(Path(__file__).parent.parent / "tools"))

from local_synapse import Account, LocalSynapse

import renkei
from renkei.edges.chat.bridge.post_text import post_text
from renkei.edges.chat.matrix.content import content_of
from renkei.edges.chat.port import Outgoing
from renkei.engine import commands as c

MESSAGES = int(os.environ.get("MESSAGES", "200"))
BURST = int(os.environ.get("BURST", "300"))
ROUNDS = 3
WARM = 20

ROOM = "#bench:team.test"

USERS_PYTHON = Path(sys.prefix) / "users" / "bin" / "python"
"""The interpreter of the bridge; `make bench-chat` makes its environment."""

Arrivals = Any
Send = Callable[[], str]


def watch(address: str, account: Account, arrived: Arrivals) -> None:
    """Follow the room with a client of its own, and tell when each post came, by its text."""

    async def follow() -> None:
        client = AsyncClient(address)
        client.access_token, client.user_id = account.token, account.id
        since = (await client.sync(0)).next_batch
        arrived.put(("", 0.0))
        while True:
            news = await client.sync(30_000, since=since)
            at, since = time.monotonic(), news.next_batch
            for room in news.rooms.join.values():
                for event in room.timeline.events:
                    arrived.put((event.source["content"].get("body", ""), at))

    asyncio.run(follow())


@contextmanager
def watching(server: LocalSynapse, account: Account) -> Iterator[Arrivals]:
    processes = multiprocessing.get_context("spawn")
    arrived = processes.Queue()
    process = processes.Process(target=watch, args=(server.address, account, arrived), daemon=True)
    process.start()
    arrived.get(timeout=60)
    yield arrived
    process.terminate()


class Used:
    """What a process has used so far."""

    def __init__(self, process: "subprocess.Popen[Any]") -> None:
        self._place = Path(f"/proc/{process.pid}")

    @property
    def seconds(self) -> float:
        """Seconds on a processor."""
        fields = (self._place / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def most_megabytes(self) -> float:
        """The most memory that it has had, as `ps` shows it: with the libraries that other processes have as well."""
        return self._megabytes("status", "VmHWM")

    @property
    def megabytes(self) -> float:
        """Its memory now, with its share of what it shares with other processes."""
        return self._megabytes("smaps_rollup", "Pss")

    def _megabytes(self, file: str, name: str) -> float:
        found = re.search(rf"^{name}:\s+(\d+) kB", (self._place / file).read_text(), re.MULTILINE)
        assert found is not None
        return int(found[1]) * 1024 / 1e6


@contextmanager
def bridged(server: LocalSynapse, account: Account, directory: Path) -> Iterator[tuple[renkei.Project, Used]]:
    """Run a bridge in a process of its own, over a project that is open here as well."""
    env = os.environ | {"RENKEI_MATRIX_TOKEN": account.token, "RENKEI_PROJECT": str(directory)}
    asked = [USERS_PYTHON, "-m", "renkei", "bridge", "matrix", "--homeserver", server.address, "--room", ROOM]
    with (
        renkei.create(directory, members=[c.Join("ann"), c.Join("bob")], guarded=False) as project,
        subprocess.Popen(asked, stderr=subprocess.PIPE, env=env) as process,
    ):
        assert process.stderr is not None
        assert b"connected" in process.stderr.readline()
        yield project, Used(process)
        process.kill()


def appends(project: renkei.Project) -> Send:
    """Return what appends a message and returns the end of its text."""
    numbers = count(1)

    def send() -> str:
        mark = f"append {next(numbers)}."
        payload = renkei.Freeform(intent_hint="NOTE", body=mark, requires_response=False, urgency="normal")
        project.send(project.message("ann", payload, "all"))
        return mark

    return send


class PlainClient:
    """A client that sends the same events, one after the other, and follows its room as every bot does."""

    def __init__(self, server: LocalSynapse, account: Account, room: str, project: renkei.Project) -> None:
        self._project, self._numbers = project, count(1)
        program = [sys.executable, str(Path(__file__).with_name("plain_client.py"))]
        given = [server.address, account.id, account.token, room]
        self._process = subprocess.Popen([*program, *given], stdin=subprocess.PIPE, text=True, bufsize=1)
        self.used = Used(self._process)

    def event(self) -> tuple[str, dict[str, Any]]:
        """Return the text and the content of a new event."""
        mark = f"plain {next(self._numbers)}."
        payload = renkei.Freeform(intent_hint="NOTE", body=mark, requires_response=False, urgency="normal")
        message = self._project.message("ann", payload, "all")
        data = message.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return mark, content_of(Outgoing(message.id, post_text(message, "en"), data=data), "")

    def send(self, *contents: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.writelines(f"{json.dumps(one)}\n" for one in contents)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def make_room(server: LocalSynapse, person: Account, name: str) -> str:
    wanted = {"preset": "public_chat", "room_alias_name": name}
    return str(server.request("POST", "/_matrix/client/v3/createRoom", wanted, person.token)["room_id"])


def until(arrived: Arrivals, mark: str) -> float:
    """Return when a post came."""
    while True:
        text, at = arrived.get(timeout=60)
        if text.endswith(mark):
            return float(at)


def rows() -> Iterator[Row]:
    """Measure a bridge and a plain client in turn, on one server."""
    with TemporaryDirectory() as place, LocalSynapse(Path(place) / "server") as server:
        person, bot, plain = (server.sign_up(name) for name in ("person", "renkei", "plain"))
        make_room(server, person, "bench")
        room = make_room(server, person, "plain")  # its own: the bridge would take its posts into the project
        server.request("POST", f"/_matrix/client/v3/join/{room}", {}, plain.token)
        with bridged(server, bot, Path(place) / "team") as (project, used), watching(server, person) as arrived:
            append, client = appends(project), PlainClient(server, plain, room, project)

            def through_bridge() -> float:
                began = time.monotonic()  # the append is part of what a sender waits for
                return until(arrived, append()) - began

            def through_client() -> float:
                mark, content = client.event()
                began = time.monotonic()
                client.send(content)
                return until(arrived, mark) - began

            def many_through_bridge() -> float:
                began = time.monotonic()
                marks = [append() for _ in range(BURST)]
                return (until(arrived, marks[-1]) - began) / BURST

            def many_through_client() -> float:
                events = [client.event() for _ in range(BURST)]
                began = time.monotonic()
                client.send(*(content for _, content in events))
                return (until(arrived, events[-1][0]) - began) / BURST

            for _ in range(WARM):
                through_bridge()
                through_client()
            pairs = [(through_bridge(), through_client()) for _ in range(MESSAGES)]
            name = "Matrix: from an append to somebody else's client"
            yield beside(f"{name} (median)", pairs, statistics.median)
            yield beside(f"{name} (p95)", pairs, lambda values: statistics.quantiles(values, n=20)[-1])
            before = used.seconds, client.used.seconds
            pairs = [(many_through_bridge(), many_through_client()) for _ in range(ROUNDS)]
            yield beside(f"Matrix: {BURST} messages at once, each", pairs, statistics.median)
            ours, theirs = used.seconds - before[0], client.used.seconds - before[1]
            each = 1000 / (ROUNDS * BURST)
            name = "Matrix: CPU of each message"
            yield Row(name, ours * each, theirs * each, "the plain client", "≤ 10 ms", 10, "ms")
            name = f"Matrix: memory of the bridge after {WARM + MESSAGES + ROUNDS * BURST:,} messages"
            yield Row(f"{name} (PSS)", used.megabytes, client.used.megabytes, "the plain client", "≤ 60 MB", 60, "MB")
            ours, theirs = used.most_megabytes, client.used.most_megabytes
            yield Row(f"{name} (RSS)", ours, theirs, "the plain client", "≤ 60 MB", 60, "MB")
            client.close()


def beside(name: str, pairs: list[tuple[float, float]], summary: Callable[[list[float]], float]) -> Row:
    ours, limit = (summary([pair[side] * 1000 for pair in pairs]) for side in (0, 1))
    return Row(name, ours, limit, "the plain client", "≤ 1.2 ×", limit * 1.2, "ms")
