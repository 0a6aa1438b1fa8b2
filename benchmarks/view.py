"""The person's view in Chromium: how soon a record is on the screen, what pages take, and what those who watch cost."""

import contextlib
import multiprocessing
import os
import selectors
import signal
import socket
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from history import history
from measure import Row
from server_process import serving

from server import cpu_of

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from arriving import long_tasks, team
from daily import daily
from playwright.sync_api import Browser, Page

import renkei
from browsing import started_browser
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.session.sign_in import SignIn
from renkei.engine import commands as c
from screen_addresses import addresses, parameters
from team import handoff

RECORDS = int(os.environ.get("RECORDS", "100000"))
VIEWERS = 50
MESSAGES = 100
PACED = 300
TURNS = 120
TURN = 25
SETTLING = 6
BURST = 1000
LOADS = 5
PAST = 40
DAY = 86_400

OBSERVED = """() => {
  window.seen = [];
  window.longest = 0;
  const cards = document.getElementById("messages");
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes)
        if (node.matches?.("article[id]")) window.seen.push([node.id, Date.now()]);
  }).observe(cards, {childList: true});
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
  }).observe({type: "longtask"});
}"""
"""Notes each card that is added, and the longest time in which the page could not answer."""


@contextmanager
def opened(browser: Browser, project: renkei.Project, port: int, path: str = "/") -> Iterator[Page]:
    """Open a page as a person who is signed in."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    session, host = project.create_session("human", DAY), SignIn(project).host
    context.add_cookies([{"name": f"renkei-{port}", "value": session, "domain": host, "path": "/"}])
    page = context.new_page()
    page.goto(f"http://{host}:{port}{path}")
    yield page
    context.close()


def signed_in(project: renkei.Project, port: int) -> dict[str, str]:
    """Return the headers of a person who is signed in."""
    session = project.create_session("human", DAY)
    return {"Host": f"{SignIn(project).host}:{port}", "Cookie": f"renkei-{port}={session}"}


def send(project: renkei.Project, name: str) -> float:
    """Send a message with an id; return when it was on disk, in milliseconds."""
    payload = renkei.Freeform(intent_hint="NOTE", body=f"note {name}", requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob", id=name))
    return time.time() * 1000


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


Cost = tuple[float, float]
"""Milliseconds of an append, and of its processor time."""


def paced(project: renkei.Project, name: str, count: int) -> list[Cost]:
    """Send a hundred messages a second; return what each cost."""
    costs, begin = [], time.perf_counter()
    for number in range(count):
        time.sleep(max(0.0, begin + number / 100 - time.perf_counter()))
        began, ours = time.perf_counter(), time.process_time()
        send(project, f"{name}-{number}")
        costs.append(((time.perf_counter() - began) * 1000, (time.process_time() - ours) * 1000))
    return costs


def beside(project: renkei.Project, pid: int) -> tuple[Cost, Cost]:
    """Send a hundred messages a second while a server stands still and while it runs, in turns of a quarter second.

    What else the machine does meets both alike. After each change, the first appends do not count: a server that stood
    still catches up. Return the medians, with the server that runs first.
    """
    found: dict[bool, list[Cost]] = {True: [], False: []}
    try:
        for turn in range(TURNS):
            runs = turn % 2 == 1
            os.kill(pid, signal.SIGCONT if runs else signal.SIGSTOP)
            found[runs] += paced(project, f"turn-{turn}", TURN)[SETTLING:]
    finally:
        os.kill(pid, signal.SIGCONT)
    (running, standing) = ([statistics.median(each) for each in zip(*found[one], strict=True)] for one in (True, False))
    return (running[0], running[1]), (standing[0], standing[1])


def server_cost(project: renkei.Project, pid: int, name: str) -> float:
    """Send a hundred messages a second; return the milliseconds of the server's processor time for each."""
    before = cpu_of(pid)
    paced(project, name, PACED)
    return (cpu_of(pid) - before) / PACED * 1000


def on_screen(project: renkei.Project, page: Page) -> Row:
    """Send messages one at a time, and see when each is in the page."""
    page.evaluate(OBSERVED)
    sent = {}
    for number in range(MESSAGES):
        sent[f"m-one-{number}"] = send(project, f"one-{number}")
        page.wait_for_timeout(20 + number % 7 * 20)
    page.wait_for_selector(f"#m-one-{MESSAGES - 1}")
    seen = dict(page.evaluate("window.seen"))
    taken = [max(0.0, seen[name] - at) for name, at in sent.items()]
    return Row("a record is in the page after its append (p95)", p95(taken), 50, "the limit", "≤ 50 ms", 50, "ms")


def burst(project: renkei.Project, page: Page) -> Iterator[Row]:
    """Send messages as fast as possible."""
    page.reload()
    page.evaluate(OBSERVED)
    for number in range(BURST):
        send(project, f"burst-{number}")
    page.wait_for_selector(f"#m-burst-{BURST - 1}", timeout=60_000)
    longest = page.evaluate("window.longest")
    name = f"{BURST:,} records at once"
    yield Row(f"{name}: the longest time without an answer", longest, 200, "the limit", "≤ 200 ms", 200, "ms")
    yield exactly_once(f"{name}: messages missing or doubled", page, [f"m-burst-{one}" for one in range(BURST)])


def exactly_once(name: str, page: Page, wanted: list[str]) -> Row:
    """Count the messages that were not added to the page once."""
    times = Counter(one for one, _ in page.evaluate("window.seen"))
    wrong = sum(times[one] != 1 for one in wanted)
    return Row(name, wrong, len(wanted), "messages", "0", 0, "")


def killed(directory: Path, project: renkei.Project, browser: Browser) -> Row:
    """Kill the server while messages arrive, start it again, and see what the page shows."""
    wanted = []
    with contextlib.ExitStack() as stack:
        with serving(directory) as (port, pid):
            page = stack.enter_context(opened(browser, project, port))
            page.evaluate(OBSERVED)
            for number in range(60):
                if number == 20:
                    os.kill(pid, signal.SIGKILL)
                send(project, f"kill-{number}")
                wanted.append(f"m-kill-{number}")
        with serving(directory, port):
            page.wait_for_selector(f"#{wanted[-1]}", timeout=60_000)
            return exactly_once("kill -9 of the server: messages missing or doubled", page, wanted)


def watch(port: int, headers: dict[str, str], count: int, stop: Any) -> None:
    """Follow the stream of the conversation for many people in one process, which only empties their sockets."""
    ready = selectors.DefaultSelector()
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    asked = f"GET /stream?cards= HTTP/1.1\r\n{lines}\r\n"
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(asked.encode())
            ready.register(one, selectors.EVENT_READ)
        while not stop.is_set():
            for key, _ in ready.select(0.2):
                assert isinstance(key.fileobj, socket.socket)
                assert key.fileobj.recv(1 << 20), "the server closed a stream"


@contextmanager
def watched(project: renkei.Project, port: int, count: int) -> Iterator[None]:
    """Let people watch from another process. Their browsers, which run on other machines, are no part of it."""
    processes = multiprocessing.get_context("spawn")
    stop = processes.Event()
    viewers = processes.Process(target=watch, args=(port, signed_in(project, port), count, stop))
    viewers.start()
    time.sleep(3)
    yield
    stop.set()
    viewers.join()
    assert viewers.exitcode == 0


def viewers(directory: Path, project: renkei.Project) -> Iterator[Row]:
    """Send a hundred messages a second while nobody, one and many people watch."""
    found: dict[int, list[float]] = {1: [], VIEWERS: []}
    with serving(directory) as (port, pid):
        for turn in range(3):
            for count, costs in found.items():
                with watched(project, port, count):
                    costs.append(server_cost(project, pid, f"{count}-{turn}"))
        with watched(project, port, VIEWERS):
            running, standing = beside(project, pid)
    name, still = f"an append while {VIEWERS} people watch", "the server stands still"
    yield Row(name, running[0], standing[0], still, "≤ 1.1×", standing[0] * 1.1, "ms")
    yield Row(f"{name}: its processor time", running[1], standing[1], still, "≤ 1.1×", standing[1] * 1.1, "ms")
    one, many = (statistics.median(costs) for costs in found.values())
    name = f"the server's processor time for a record while {VIEWERS} people watch"
    yield Row(name, many, one, "one watches", "≤ 3×", one * 3, "ms")


def grown(place: Path) -> renkei.Project:
    """Return a project with a history, and with something at each screen."""
    project = renkei.create(place, goal="a goal", members=[c.Join("ann"), c.Join("bob")], guarded=False)
    history(project, RECORDS)
    asked = {"decision_id": "D-1", "question": "Which?", "options": [{"label": "one", "analysis": ""}]}
    project.send(project.message("ann", renkei.DecisionRequest.model_validate(asked), "human"))
    project.send(project.message("bob", handoff("build it"), "ann", task_ref="TC-1"))
    with project.turn("ann"):
        send(project, "news")
    project.search("number")  # brings the index up to date
    return project


def server_time(port: int, headers: dict[str, str], address: str) -> Callable[[], float]:
    """Return what loads a page without a browser, and tells in how many milliseconds."""

    def load() -> float:
        connection = HTTPConnection("127.0.0.1", port)
        began = time.perf_counter()
        connection.request("GET", address, headers=headers)
        answer = connection.getresponse()
        answer.read()
        taken = (time.perf_counter() - began) * 1000
        assert answer.status == 200, (address, answer.status)
        connection.close()
        return taken

    return load


def load_time(page: Page, address: str) -> float:
    page.goto(address, wait_until="load")
    found = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    return float(found["loadEventEnd"] - found["startTime"])


def pages(project: renkei.Project, browser: Browser, port: int) -> Iterator[Row]:
    """Load each screen in Chromium, beside the server's part of it."""
    known, headers = parameters(project), signed_in(project, port)
    with opened(browser, project, port) as page:
        for screen in SCREENS:
            address = addresses(screen, known)[-1]
            load = server_time(port, headers, address)
            load()
            ours = statistics.median(load_time(page, f"http://{headers['Host']}{address}") for _ in range(LOADS))
            limit = statistics.median(load() for _ in range(LOADS))
            name = f"`{screen.path}` at {RECORDS:,} records"
            yield Row(name, ours, limit, "the server's part", "≤ 150 ms", 150, "ms")


def past(project: renkei.Project, port: int) -> Row:
    """Load the board of records all over the history."""
    headers = signed_in(project, port)
    seqs = [number * 7919 % RECORDS + 1 for number in range(1, PAST + 1)]
    taken = [server_time(port, headers, f"/?at={seq}")() for seq in seqs]
    return Row(f"any past record of {RECORDS:,} (p95)", p95(taken), 100, "the limit", "≤ 100 ms", 100, "ms")


def rows() -> Iterator[Row]:
    """Measure the view of a small project, and of one with a history."""
    with TemporaryDirectory() as place, started_browser() as browser:
        small = Path(place) / "small"
        with renkei.create(small, members=[c.Join("ann"), c.Join("bob")], guarded=False) as project:
            with serving(small) as (port, _), opened(browser, project, port) as page:
                yield on_screen(project, page)
                yield from burst(project, page)
            yield killed(small, project, browser)
            yield from viewers(small, project)
        busy = Path(place) / "busy"
        with team(busy) as project, serving(busy) as (port, _):
            at = partial(opened, browser, project, port)
            yield from daily(project, at)
            yield from long_tasks(project, at)
        large = Path(place) / "large"
        with grown(large) as project, serving(large) as (port, _):
            yield from pages(project, browser, port)
            yield past(project, port)
