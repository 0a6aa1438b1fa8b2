"""A web hook on this machine, as a service of notifications: a real HTTP server that answers as a test says."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    """A request: its path, its headers, and the data."""

    path: str
    headers: Mapping[str, str]
    data: Any

    @property
    def key(self) -> str:
        """The key of the notification."""
        return self.headers.get("Idempotency-Key", "")

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def body(self) -> str:
        return str(self.data["message"])


class Hook:
    """The service: `status` is its answer, which it gives once `answers` is set."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 200
        self.answers = threading.Event()
        self.answers.set()
        self.port = 0

    def url(self, scheme: str = "json", rest: str = "hook-secret", **query: object) -> str:
        """Return its address for apprise."""
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return f"{scheme}://127.0.0.1:{self.port}/{rest}{asked and '?'}{asked}"

    @property
    def titles(self) -> list[str]:
        return [one.title for one in self.received]

    @property
    def shown(self) -> list[str]:
        """The titles that a service with keys shows: one for each key."""
        return [one.title for one in {one.key: one for one in self.received}.values()]


@contextmanager
def webhook() -> Iterator[Hook]:
    """Run a service until the block ends."""
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            hook.received.append(Received(self.path, dict(self.headers), data))
            hook.answers.wait(60)
            try:
                self.send_response(hook.status)
                self.end_headers()
            except OSError:  # the client has been killed, or waits no longer
                pass

        def log_message(self, *values: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # a connection that was cut is what a test is about

    with Server(("127.0.0.1", 0), Handler) as server:
        hook.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield hook
        finally:
            hook.answers.set()
            server.shutdown()
            thread.join()
