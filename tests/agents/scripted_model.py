"""A server that plays a language model, so that real coding agents run without an account.

A `Script` chooses its next reply by what a request contains, not by counting: several agents, and the calls that a
program makes beside the conversation (titles, summaries), share one server. It keeps every request, so that a test can
read what a model was shown. `MessagesServer` speaks the Messages API; other protocols are subclasses of `ModelServer`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from time import monotonic
from types import TracebackType
from typing import Any, ClassVar

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One reply, given once: to a request in which `when` stands in what came since the model's last reply."""

    when: str
    say: str = ""
    """Text of the reply; without `call` the model's turn ends with it."""
    call: str = ""
    """The tool that the reply calls."""
    arguments: Mapping[str, Any] | Callable[[str], Mapping[str, Any]] = field(default_factory=dict)
    """Its arguments, or a function that makes them from the text of the request, as for an id that stands there."""
    again: bool = False
    """Whether it is given as often as it fits."""
    status: int = 200
    """The status of HTTP; with another one, `say` is the message of the error."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of an answer that is an error."""
    cut: bool = False
    """Whether the connection breaks in the middle of the answer."""
    stop: str = ""
    """Why the model stops, where it is not by itself."""
    json: str = ""
    """The arguments of the call as the model writes them, where they are not the JSON of `arguments`."""
    raw: str = ""
    """The body of the answer, where it is none of the protocol, such as the page of a proxy."""

    def arguments_for(self, text: str) -> dict[str, Any]:
        """Return the arguments of its call after a request with this text."""
        return dict(self.arguments(text) if callable(self.arguments) else self.arguments)


def texts(value: Any, names: Sequence[str]) -> Iterator[str]:
    """Yield the texts of a part of a request: of lists, and of the members of objects that have these names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one, names)
    elif isinstance(value, dict):
        yield from texts([value[name] for name in names if name in value], names)


class Script:
    """The replies of a model, and the requests that it got, the oldest first."""

    def __init__(self, *steps: Step, ending: str = "Nothing to do.") -> None:
        self._open = list(steps)
        self._ending = ending
        self.requests: list[Request] = []
        self._changed = Condition()

    @property
    def open(self) -> tuple[Step, ...]:
        """The steps that have not been taken, and are taken once."""
        return tuple(one for one in self._open if not one.again)

    def reply(self, request: Request, text: str, has_tools: bool) -> Step:
        """Take the first open step that fits a request, by the text of what is new in it.

        A request without tools is no part of the conversation.
        """
        with self._changed:
            self.requests.append(request)
            fits = (one for one in self._open if one.when in text)
            step = next(fits, None) if has_tools else None
            if step is not None and not step.again:
                self._open.remove(step)
            self._changed.notify_all()
        return step or Step("", self._ending)

    def wait(self, holds: Callable[["Script"], bool], timeout: float = 30) -> bool:
        """Wait until something holds, which is looked at after each request; return whether it does."""
        end = monotonic() + timeout
        with self._changed:
            return self._changed.wait_for(lambda: holds(self), end - monotonic())

    def shown(self) -> Iterator[str]:
        """Yield the text of each request, as JSON."""
        for one in list(self.requests):
            yield json.dumps(one, ensure_ascii=False)


class ModelServer:
    """A server on loopback for the time of a block; `url` is its address."""

    handler: ClassVar[type[BaseHTTPRequestHandler]]

    def __init__(self, script: Script) -> None:
        self.script = script
        self.at_end: list[Callable[[], None]] = []
        """What is called at the end of the block, such as the closing of clients."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (self.handler,), {"script": script}))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """The address of the server, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "ModelServer":
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for call in self.at_end:
            call()
        self._server.shutdown()
        self._server.server_close()


class Handler(BaseHTTPRequestHandler):
    """Reads JSON and writes JSON or server-sent events; `answer` is the protocol's."""

    script: Script
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Write nothing to the terminal."""

    def do_POST(self) -> None:
        """Answer a request of the protocol."""
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.answer(self.path.partition("?")[0], json.loads(body or b"{}"))

    def do_GET(self) -> None:
        """Answer what no test needs, such as a list of models."""
        self.write_json({"error": {"type": "not_found_error", "message": "not found"}}, 404)

    do_HEAD = do_GET  # noqa: N815 – the name is the library's

    def answer(self, path: str, request: Request) -> None:
        """Answer one request."""
        raise NotImplementedError

    def write_json(self, value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Write a value as the whole answer."""
        self._write(json.dumps(value).encode(), "application/json", status, headers or {})

    def write_events(self, events: Sequence[tuple[str, Any]], *, cut: bool = False) -> None:
        """Write server-sent events, each with its name, as the whole answer; or half of it, and break the line."""
        lines = (f"{f'event: {name}' if name else ''}\ndata: {json.dumps(data)}\n\n".lstrip() for name, data in events)
        self._write("".join(lines).encode(), "text/event-stream", 200, {}, cut=cut)

    def write_raw(self, step: Step) -> None:
        """Write the body of a step as it is, with the step's status."""
        self._write(step.raw.encode(), "text/html", step.status, step.headers)

    def _write(self, body: bytes, kind: str, status: int, headers: Mapping[str, str], *, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True
