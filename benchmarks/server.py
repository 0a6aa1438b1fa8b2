"""A server beside the library: what a call costs, what those who wait cost, and how soon a message reaches one."""

import contextlib
import json
import os
import selectors
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import Row
from server_process import serving

import renkei
from renkei import Freeform, Project

WAITING = 1000
CALLS = 200
DELIVERIES = 200
APPENDS = 300


def agents(count: int) -> list[renkei.Join]:
    return [renkei.Join(f"agent-{number}", f"role{number}") for number in range(count)]


def note(project: Project, to: str) -> renkei.AnyMessage:
    payload = Freeform(
        intent_hint="NOTE", body=f"note {time.monotonic_ns()}", requires_response=False, urgency="normal"
    )
    return project.message("human", payload, [to])


def head(token: str, path: str) -> bytes:
    return f"GET /api{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def cpu_of(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """Return the memory of a process in KB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def each(count: int, act: Callable[[], object]) -> float:
    """Return the median of what an act takes, in milliseconds."""
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def calls(directory: Path, project: Project) -> Row:
    """Send messages by the library and by a call, in turn."""
    token = project.create_token("human")
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    with serving(directory) as (port, _):
        connection = HTTPConnection("127.0.0.1", port)

        def call() -> None:
            payload = {"intent_hint": "NOTE", "body": f"{time.monotonic_ns()}", "requires_response": False}
            body = {"type": "FREEFORM", "to": "agent-0", "payload": payload | {"urgency": "normal"}}
            connection.request("POST", "/api/acts/send", json.dumps({"message": body}), headers)
            answer = connection.getresponse()
            assert answer.status == 200, answer.read()
            answer.read()

        each(20, call)
        rounds = [
            (each(20, lambda: project.send(note(project, "agent-0"))), each(20, call)) for _ in range(CALLS // 20)
        ]
        connection.close()
    library, http = (statistics.median(column) for column in zip(*rounds, strict=True))
    return Row("a call over HTTP, beyond the act", http - library, library, "the act in the library", "≤ 3 ms", 3, "ms")


@contextmanager
def waiting(port: int, tokens: list[str]) -> Iterator[list[socket.socket]]:
    """Let agents wait for work, each with a connection of its own."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in tokens]
        for one, token in zip(found, tokens, strict=True):
            one.sendall(head(token, "/work?timeout=50&pause=0"))
        yield found


def those_who_wait(directory: Path, project: Project, tokens: list[str]) -> Iterator[Row]:
    with serving(directory) as (port, pid):
        with waiting(port, tokens[:20]):
            time.sleep(1)
        before = memory_of(pid)
        with waiting(port, tokens) as sockets:
            time.sleep(8)
            used = (memory_of(pid) - before) / len(tokens)
            began = cpu_of(pid)
            time.sleep(10)
            busy = (cpu_of(pid) - began) * 10
            yield Row(f"{WAITING:,} agents wait: memory of each", used, 50, "the limit", "≤ 50 KB", 50, "KB")
            yield Row(f"{WAITING:,} agents wait: processor", busy, 100, "one core", "≤ 1 %", 1, "%")
            yield delivery(project, sockets, tokens)


def delivery(project: Project, sockets: list[socket.socket], tokens: list[str]) -> Row:
    """Send a critical message to one after the other of those who wait."""
    taken = []
    ready = selectors.DefaultSelector()
    for number in range(DELIVERIES):
        agent = number * 3 % len(sockets)
        one = sockets[agent]
        key = ready.register(one, selectors.EVENT_READ)
        project.send(note(project, f"agent-{agent}"))
        began = time.perf_counter()
        assert ready.select(10), "nobody was woken"
        taken.append((time.perf_counter() - began) * 1000)
        ready.unregister(key.fileobj)
        assert b"200 OK" in one.recv(4000)
    worst = statistics.quantiles(taken, n=100)[98]
    return Row("a message reaches who waits over HTTP (p99)", worst, 10, "the limit", "≤ 10 ms", 10, "ms")


def beside(directory: Path, project: Project) -> Row:
    """Append alone and beside a server, in turn."""
    alone, served = [], []
    for _ in range(3):
        alone.append(each(APPENDS, lambda: project.send(note(project, "agent-1"))))
        with serving(directory):
            served.append(each(APPENDS, lambda: project.send(note(project, "agent-1"))))
    ours, limit = min(served), min(alone)
    return Row("an append beside a server", ours, limit, "without one", "≤ 1.1×", limit * 1.1, "ms")


def rows() -> Iterator[Row]:
    """Measure a server over a project of a thousand agents, and one of two."""
    with TemporaryDirectory() as place:
        small = Path(place) / "small"
        with renkei.create(small, members=agents(2), guarded=False) as project:
            yield calls(small, project)
            yield beside(small, project)
        large = Path(place) / "large"
        with renkei.create(large, members=agents(WAITING), guarded=False) as project:
            tokens = [project.create_token(f"agent-{number}") for number in range(WAITING)]
            yield from those_who_wait(large, project, tokens)
