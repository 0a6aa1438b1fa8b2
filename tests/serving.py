"""A server as people run it, in a process of its own, and a client that sends what it is given."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from process import renkei, running


@dataclass
class Answer:
    """What came back: the status, the media type, and the body as data."""

    status: int
    kind: str
    data: Any

    @property
    def code(self) -> str:
        return self.data["code"]


@dataclass
class Client:
    """Sends requests with a token."""

    port: int
    token: str

    @contextmanager
    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Iterator[HTTPResponse]:
        """Send a request and yield the answer unread."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        all_headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, sent, {name: one for name, one in all_headers.items() if one})
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        with self.open(method, path, body, **headers) as answer:
            text = answer.read()
            return Answer(answer.status, answer.headers.get("Content-Type", ""), json.loads(text) if text else None)

    def get(self, path: str, **headers: str) -> Any:
        """Return the data of an answer that is no refusal."""
        answer = self.send("GET", f"/api{path}", **headers)
        assert answer.status == 200, answer
        return answer.data

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.send("POST", f"/api{path}", {} if body is None else body, **headers)
        assert answer.status == 200, answer
        return answer.data

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Return the status and the code of a refusal, after checking that it is a problem."""
        answer = self.send(method, f"/api{path}", body, **headers)
        assert answer.kind == "application/problem+json"
        assert answer.data["status"] == answer.status
        return answer.status, answer.code

    def raw(self) -> socket.socket:
        """Return a connection without anything sent."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)


@contextmanager
def server(project: Path) -> Iterator[int]:
    """Run a server over a project and yield its port."""
    with running("serve", "--port", "0", cwd=project) as process:
        assert process.stdout is not None
        link = process.stdout.readline()
        assert link.startswith("http://renkei-"), process.stderr and process.stderr.read()
        yield int(urlsplit(link).port or 0)
        process.terminate()
        errors = process.communicate(timeout=30)[1]
        assert errors == "", errors
        assert process.returncode == 0


def client(project: Path, port: int, actor: str) -> Client:
    """Return a client with a new token of a participant."""
    return Client(port, renkei("token", "create", "--for", actor, cwd=project).stdout.strip())


def freeform(body: str = "hello", **more: Any) -> dict[str, Any]:
    """Return the shortest message."""
    payload = {"intent_hint": "NOTE", "body": body, "requires_response": False, "urgency": "normal"}
    return {"type": "FREEFORM", "to": "bob", "payload": payload} | more


def events(answer: HTTPResponse, count: int) -> list[tuple[int, Any]]:
    """Read some server-sent events: the id and the data of each."""
    found: list[tuple[int, Any]] = []
    number = 0
    while len(found) < count:
        line = answer.readline().decode()
        assert line, "the stream ended"
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            found.append((number, json.loads(line[6:])))
    return found
