"""The view on a machine that fails: a full disk, a server that is killed at any moment, browsers that do not read."""

import os
import random
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from subprocess import Popen
from threading import Thread
from time import monotonic, sleep

import pytest

import renkei
from browsing import Served
from process import renkei as command
from process import running
from visitor import Visitor, enter

linux = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit and /proc")


PATIENCE = 1.5
"""Seconds that the server of one test waits for a reader, instead of twenty."""

IMPATIENT = f"""
from renkei.edges.server import gate, run
gate.Gate.__init__.__defaults__ = ("", "", {PATIENCE})
run.SLOWEST_READER = {PATIENCE}
from renkei.__main__ import run
run()
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    team = ("--agent", "ann:backend", "--agent", "bob:frontend")
    assert command("init", "--goal", "a goal", *team, cwd=tmp_path).returncode == 0
    return tmp_path


@pytest.fixture
def project(place: Path) -> Iterator[renkei.Project]:
    with renkei.open(place / ".renkei") as project:
        yield project


@contextmanager
def serving(place: Path, port: int = 0) -> Iterator[tuple[Popen[str], Served]]:
    """Serve a project; yield the process and the server."""
    with running("serve", "--port", str(port), cwd=place) as process:
        yield process, listening(process)
        process.kill()
        assert process.communicate(timeout=30)[1] == ""


@contextmanager
def impatient(place: Path) -> Iterator[tuple[Popen[str], Served]]:
    """Serve a project with little patience for readers; yield the process and the server."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    started = [sys.executable, "-c", IMPATIENT, "serve", "--port", "0"]
    pipe = subprocess.PIPE
    with Popen(started, cwd=place, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            yield process, listening(process)
        finally:
            process.kill()
        assert process.communicate(timeout=30)[1] == ""


def listening(process: Popen[str]) -> Served:
    """Return a server that has begun."""
    assert process.stdout is not None
    return Served(Path(), process.stdout.readline().strip())


def ask(project: renkei.Project, name: str) -> None:
    options = ({"label": "EUR", "analysis": "a"}, {"label": "USD", "analysis": "b"})
    asked = {"decision_id": name, "question": "Which?", "options": options}
    project.send(project.message("ann", renkei.DecisionRequest.model_validate(asked), "human"))


def answers(project: renkei.Project, name: str) -> list[object]:
    """Return everything that was ever written as the resolution of a decision."""
    path = f"/pending_decisions/{name}/resolution"
    events = [event for record in project.records() for event in record.events]
    return [getattr(one, "value", None) for one in events if getattr(one, "path", "") == path]


@pytest.mark.long
@linux
def test_a_full_disk_loses_no_answer_and_no_link(place: Path, project: renkei.Project) -> None:
    ask(project, "D-1")
    with serving(place) as (process, server):
        person = enter(server.visitor, project.create_token("human"))
        form = person.form(
            decision_id="D-1", chosen_option="EUR", rationale="my reasons", back="/decisions/D-1", form="decide-D-1"
        )
        unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        refused = person.post("/acts/decide", form)
        assert (refused.status, "Not done" in refused.text, "my reasons" in refused.text) == (503, True, True)
        assert form["command_id"] in refused.text  # the same act, should it be in the log after all
        assert [person.get(path).status for path in ("/", "/waiting", "/board")] == [200, 200, 200]
        assert server.visitor.get(server.path).status == 503
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert server.visitor.get(server.path).status == 303
        assert person.post("/acts/decide", form).status == 303
        assert answers(project, "D-1") == ["EUR (my reasons)"]


def test_a_killed_server_has_done_what_it_acknowledged_and_an_answer_sent_again_counts_once(
    place: Path, project: renkei.Project
) -> None:
    port, token, chance = 0, project.create_token("human"), random.Random(7)
    person: Visitor | None = None
    form: dict[str, str] = {}
    for number in range(3):
        name = f"D-{number}"
        ask(project, name)
        with serving(place, port) as (process, server):
            port = server.port
            person = person or enter(server.visitor, token)
            if form:
                assert person.post("/acts/decide", form).status == 303
                assert answers(project, form["decision_id"]) == ["EUR"]
            form = person.form(decision_id=name, chosen_option="EUR", back="/waiting")
            seen: list[int] = []
            sending = Thread(target=send_quietly, args=(person, form, seen))
            sending.start()
            sleep(chance.random() / 50)  # any moment will do: the outcome may not depend on it
            os.kill(process.pid, signal.SIGKILL)
            sending.join()
            assert not seen or answers(project, name) == ["EUR"]
    assert command("doctor", cwd=place).returncode == 0


def send_quietly(person: Visitor, form: dict[str, str], seen: list[int]) -> None:
    with suppress(OSError, HTTPException):
        seen.append(person.post("/acts/decide", form).status)


@pytest.mark.long
@linux
def test_browsers_that_do_not_read_hold_nobody_up_and_are_let_go(place: Path, project: renkei.Project) -> None:
    with impatient(place) as (process, server):
        person = enter(server.visitor, project.create_token("human"))
        person.get("/")
        before = opened(process)
        stuck = [stream(person) for _ in range(100)]
        reading = person.raw("GET /stream?cards=&after=1")
        collected: list[bytes] = []
        reader = Thread(target=read_until, args=(reading, b"99 zzz", collected))
        reader.start()
        for number in range(100):
            post(project, f"{number} {'zzz ' * 1000}{number}")
        reader.join(timeout=30)
        assert b"99 zzz" in b"".join(collected)
        assert person.get("/").status == 200
        assert tasks(process) < 64  # of 100 streams, none has a thread
        until(lambda: opened(process) <= before + 2)
        for one in (*stuck, reading):
            one.close()


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; the test fails after a time that only a server that lets no one go takes."""
    end = monotonic() + 80 * PATIENCE
    while not holds():
        assert monotonic() < end
        sleep(0.05)


def stream(person: Visitor) -> socket.socket:
    """Open a stream whose answer is never read."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    made.connect(("127.0.0.1", person.port))
    head = ("GET /stream?cards=&after=1 HTTP/1.1", f"Host: {person.host}", f"Cookie: {person.cookie}")
    made.sendall("\r\n".join(head).encode() + b"\r\n\r\n")
    return made


def post(project: renkei.Project, text: str) -> None:
    note = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("human", note, "all"))


def read_until(connection: socket.socket, wanted: bytes, collected: list[bytes]) -> None:
    while wanted not in b"".join(collected[-2:]):
        part = connection.recv(65536)
        if not part:
            return
        collected.append(part)


def opened(process: Popen[str]) -> int:
    """Return how many sockets a process has open; its other files come and go."""
    count = 0
    for one in Path(f"/proc/{process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            count += str(one.readlink()).startswith("socket:")
    return count


def tasks(process: Popen[str]) -> int:
    return len(list(Path(f"/proc/{process.pid}/task").iterdir()))
