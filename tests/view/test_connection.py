"""A connection that goes silent without being closed: the page says so, and recovers by itself."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock, Thread

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import renkei
from browsing import Served, watched
from renkei.board.decide import Write

SILENCE = 20_000
"""Milliseconds, more than three heartbeats of the server."""


ALIVE = "async () => { await new Promise((done) => document.addEventListener('alive', done, {once: true})); }"
"""Waits for the next heartbeat of the server."""


class Tunnel:
    """Forwards connections to a server, as ssh does. While it is cut, it keeps them open and forwards nothing."""

    def __init__(self, team: Served) -> None:
        self._port = team.port
        self._lock = Lock()
        self._open: list[socket.socket] = []
        self._cut: set[socket.socket] = set()
        self._is_cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"{team.address.rpartition(':')[0]}:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Forward nothing more on any connection, and nothing on new ones."""
        with self._lock:
            self._is_cut = True
            self._cut.update(self._open)

    def mend(self) -> None:
        """Forward new connections. The old ones stay silent."""
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                near = self._listener.accept()[0]
            except OSError:
                return
            with self._lock:
                self._open.append(near)
                if self._is_cut:
                    self._cut.add(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open.append(far)
            for one, other in ((near, far), (far, near)):
                Thread(target=self._forward, args=(one, other), daemon=True).start()

    def _forward(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one in self._cut:
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def tunnel(team: Served) -> Iterator[Tunnel]:
    found = Tunnel(team)
    yield found
    found.close()


@pytest.fixture
def far(browser: Browser, project: renkei.Project, tunnel: Tunnel) -> Iterator[Page]:
    """The person's page behind the tunnel, with a clock that the test moves on."""
    page, _ = watched(browser.new_context(viewport={"width": 1400, "height": 900}))
    page.clock.install()
    page.goto(f"{tunnel.address}/sign-in")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#screens")).to_be_visible()
    yield page
    page.context.close()


def write_goal(project: renkei.Project, goal: str) -> None:
    project.do(Write("/goal", goal))


def revoke_tokens(project: renkei.Project) -> None:
    for one in project.tokens():
        project.revoke_token(one.id)


def say(project: renkei.Project, text: str) -> None:
    note = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("ann", note, "all", context_summary=text))


@pytest.mark.short("/-say-*")
@pytest.mark.parametrize(
    ("path", "change", "shown"), [("/board", write_goal, "#screen"), ("/", say, "#messages .card:last-child")]
)
def test_a_page_whose_connection_went_silent_says_so_and_catches_up(
    far: Page, tunnel: Tunnel, project: renkei.Project, path: str, change: Callable[..., None], shown: str
) -> None:
    far.goto(f"{tunnel.address}{path}")
    change(project, f"before the loss of {path}")
    expect(far.locator(shown)).to_contain_text(f"before the loss of {path}")
    expect(far.locator("#offline")).to_be_hidden()
    tunnel.cut()
    change(project, f"after the loss of {path}")
    far.clock.fast_forward(SILENCE)
    expect(far.locator("#offline")).to_contain_text("The connection was lost")
    expect(far.locator("#offline")).to_contain_text(re.compile(r"as it was \d\d seconds ago"))
    expect(far.locator(shown)).to_contain_text(f"before the loss of {path}")
    tunnel.mend()
    far.clock.fast_forward(SILENCE)
    expect(far.locator(shown)).to_contain_text(f"after the loss of {path}")
    expect(far.locator("#offline")).to_be_hidden()


@pytest.mark.long
def test_a_quiet_project_keeps_its_connection(far: Page, tunnel: Tunnel, project: renkei.Project) -> None:
    far.goto(f"{tunnel.address}/board")
    far.evaluate(ALIVE)
    far.evaluate("""() => {
        const notice = document.getElementById("offline");
        window.losses = 0;
        new MutationObserver(() => { window.losses += !notice.hidden; }).observe(notice, {attributes: true});
    }""")
    far.clock.fast_forward(SILENCE // 2)  # with the wait for the heartbeat more than a page waits
    expect(far.locator("#offline")).to_be_hidden()
    assert far.evaluate("window.losses") == 0, "it was lost for a moment"


@pytest.mark.long
def test_a_page_whose_session_ended_links_to_the_sign_in_and_back(
    far: Page, tunnel: Tunnel, project: renkei.Project
) -> None:
    far.goto(f"{tunnel.address}/agents/ann")
    far.evaluate(ALIVE)
    revoke_tokens(project)
    write_goal(project, "written after the sign-out")
    far.clock.fast_forward(SILENCE)
    expect(far.locator("#signed-out")).to_be_visible()
    expect(far.locator("#offline")).to_be_hidden()
    far.locator("#signed-out").get_by_role("link", name="Sign in").click()
    for token in ("wrong", project.create_token("human")):
        far.get_by_label("Token").fill(token)
        far.get_by_role("button", name="Sign in").click()
    expect(far).to_have_url(f"{tunnel.address}/agents/ann")


def test_a_session_that_ends_before_the_page_is_connected_is_said_too(
    far: Page, tunnel: Tunnel, project: renkei.Project
) -> None:
    def end_session(route: Route) -> None:
        revoke_tokens(project)
        route.continue_()

    far.route("**/stream?*", end_session, times=1)
    far.goto(f"{tunnel.address}/agents/ann")
    expect(far.locator("#signed-out")).to_be_visible()
    expect(far.locator("#offline")).to_be_hidden()
