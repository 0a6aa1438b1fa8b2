"""A language model that plays a script, as a real HTTP server on loopback.

One server speaks all four APIs; the path of a request decides. So a team whose agents use several SDKs shares one
model, and a test sees the JSON that went over the wire instead of calls of a replaced library.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event as Flag
from threading import Thread
from time import sleep
from typing import Any

from renkei.testing.models.api import Api, Event
from renkei.testing.models.chat_completions import CHAT_COMPLETIONS
from renkei.testing.models.gemini import GEMINI
from renkei.testing.models.messages import MESSAGES
from renkei.testing.models.responses import RESPONSES
from renkei.testing.models.script import PATIENCE, Body, Reply, Request, Script

APIS = (MESSAGES, RESPONSES, CHAT_COMPLETIONS, GEMINI)

CHARACTERS_PER_TOKEN = 4
"""Characters per token where an API is asked to count."""


class ScriptedModel:
    """A model that plays a script while a block runs: `with ScriptedModel(Reply("port", "8080")) as model:`.

    Give it the replies of a script, or a script.
    """

    def __init__(self, script: Script | Reply | None = None, *more: Reply) -> None:
        self.script = script if isinstance(script, Script) else Script(*([script] if script else []), *more)
        self.at_end: list[Callable[[], object]] = []
        """Functions that are called at the end of the block, for instance to close clients."""
        self._released = Flag()
        self._released.set()
        handler = type("Handler", (_Handler,), {"script": self.script, "released": self._released})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """The address of the server, without a path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def environment(self) -> dict[str, str]:
        """Return the variables that point the SDKs of Anthropic, OpenAI and Google to this model."""
        return {
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "scripted",
            "OPENAI_BASE_URL": f"{self.url}/v1",
            "OPENAI_API_KEY": "scripted",
            "GOOGLE_GEMINI_BASE_URL": self.url,
            "GEMINI_API_KEY": "scripted",
        }

    @property
    def requests(self) -> list[Request]:
        """The requests that it got, oldest first."""
        return self.script.requests

    def wait(self, holds: Callable[[Script], bool], timeout: float = PATIENCE) -> bool:
        """Wait until a condition holds, which is asked after each request; return whether it does."""
        return self.script.wait(holds, timeout)

    def assert_done(self) -> None:
        """Raise AssertionError if replies are left, with what each of them waits for and what was asked instead."""
        left = "\n".join(f"  when {one.when!r}: {one.say or one.call!r}" for one in self.script.open)
        asked = "\n".join(f"  {one.new!r}" for one in self.requests) or "  nothing"
        if left:
            raise AssertionError(f"These replies were not given:\n{left}\nThe model was asked:\n{asked}")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back every reply until the block ends; the requests are received and can be waited for."""
        self._released.clear()
        try:
            yield
        finally:
            self._released.set()

    def __enter__(self) -> "ScriptedModel":
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._released.set()
        with ExitStack() as stack:  # one that fails stops neither the others nor the end of the server
            stack.callback(self._server.server_close)
            stack.callback(self._server.shutdown)
            for call in reversed(self.at_end):
                stack.callback(call)


class _Handler(BaseHTTPRequestHandler):
    """Finds the API of a request, and writes the reply as JSON or as server-sent events."""

    script: Script
    released: Flag
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        """Write nothing to the terminal."""

    def do_GET(self) -> None:
        """Answer what no test needs, such as a request for the list of models."""
        self._write_json({"error": {"type": "not_found_error", "message": "not found"}}, 404)

    do_HEAD = do_GET  # noqa: N815 – the name is the library's

    def do_POST(self) -> None:
        """Answer a request of one of the APIs."""
        path, _, _ = self.path.partition("?")
        text = self.rfile.read(int(self.headers.get("content-length", 0)))
        for api in APIS:
            found = re.search(f"{api.path}$", path)
            if found or (api.count_path and re.search(f"{api.count_path}$", path)):
                with suppress(ConnectionError):  # the client has gone, as a killed one does
                    self._answer(api, found, text)
                return
        self.do_GET()

    def _answer(self, api: Api, found: re.Match[str] | None, text: bytes) -> None:
        """Answer a request for a reply or, where no path for replies was found, for a count of tokens."""
        try:
            body = json.loads(text or b"{}")
            if not isinstance(body, dict):
                raise ValueError("it is not an object")
            request = api.request(found, body) if found else None
        except ValueError as error:
            rejected = Reply(say=f"The body of the request is invalid: {error}.", status=HTTPStatus.BAD_REQUEST)
            self._write_json(api.error(rejected), rejected.status)
            return
        if found and request:
            self._reply(api, request, streams=api.streams(found, body))
        else:
            self._write_json({api.count_member: len(json.dumps(body)) // CHARACTERS_PER_TOKEN})

    def _reply(self, api: Api, request: Request, *, streams: bool) -> None:
        reply = self.script.reply(request)
        self.released.wait()
        sleep(reply.delay)
        if reply.raw:
            self._write(reply.raw.encode(), "text/html", reply.status, reply.headers)
        elif reply.status != 200:
            self._write_json(api.error(reply), reply.status, reply.headers)
        elif streams:
            self._write_events(list(api.events(api.answer(reply, request), reply)), cut=reply.cut)
        else:
            self._write_json(api.answer(reply, request), cut=reply.cut)

    def _write_events(self, events: list[Event], *, cut: bool) -> None:
        """Write events as chunks, each at once; or half of them, and break the connection."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for chunk in map(_line, events[: len(events) // 2] if cut else events):
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        if cut:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _write_json(
        self, value: Body, status: int = 200, headers: Mapping[str, str] | None = None, *, cut: bool = False
    ) -> None:
        self._write(json.dumps(value).encode(), "application/json", status, headers or {}, cut=cut)

    def _write(self, body: bytes, kind: str, status: int, headers: Mapping[str, str], *, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in (*headers.items(), ("content-type", kind), ("content-length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True


def _line(event: Event) -> bytes:
    name, data = event
    text = data if isinstance(data, str) else json.dumps(data)
    return f"{f'event: {name}' if name else ''}\ndata: {text}\n\n".lstrip().encode()
