"""The event loop serves everybody, so it never waits for the log: a writer may hold that for long."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.types import ASGIApp

from renkei import Project
from renkei.edges.server.watcher import Watcher
from renkei.edges.view.app import create_view
from renkei.edges.view.session.sign_in import SignIn
from renkei.engine.state import State
from team import small_team
from viewing import run_async

REFUSED = urlencode({"form": "post", "back": "/", "text": ""}).encode()


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/stream"), ("POST", "/acts/post")])
def test_no_request_reads_the_state_in_the_event_loop(monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> None:
    read: Any = vars(Project)["state"].fget
    in_loop: list[str] = []

    def state(project: Project) -> State:
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            in_loop.append(path)
        found: State = read(project)
        return found

    with small_team() as project:
        token = project.create_session("human", 60)
        view = create_view(project, Watcher(project), SignIn(project, "localhost"))
        monkeypatch.setattr(Project, "state", property(state))
        answer = run_async(_answer(view, token, method, path))
    assert (answer[0]["status"], in_loop) == (403 if method == "POST" else 200, [])


async def _answer(view: ASGIApp, token: str, method: str, path: str) -> list[Any]:
    """Return what the view sends for a request whose sender leaves at once."""
    headers = [
        (b"host", b"localhost:80"),
        (b"cookie", f"renkei-80={token}".encode()),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"content-length", str(len(REFUSED)).encode()),
    ]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers, "scheme": "http"}
    received = [{"type": "http.request", "body": REFUSED, "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return received.pop() if method == "POST" and received else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await view({**scope, "root_path": "", "server": ("localhost", 80)}, receive, send)
    return sent
