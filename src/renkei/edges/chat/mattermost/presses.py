"""Presses of buttons, which a Mattermost server sends to an address of the bridge.

Each button carries its command with a proof that it is the bridge's. The server shows both to nobody, and returns them
with the id of the user who pressed. A press is confirmed once the bridge has handled it, so a decision is in the log by
then. Otherwise the user sees that it failed.
"""

import hmac
import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.port import Choice

MOST_BYTES = 64_000
"""Most bytes of a press."""

PATIENCE_SECONDS = 10.0
"""Seconds in which a press is sent, and in which it is in the log."""

_ID = re.compile(r"[a-z0-9]{26}")

Json = dict[str, Any]


class Presses:
    """The presses of one bridge. `url` is the address for the server, `listen` the HOST:PORT that it leads to."""

    def __init__(self, url: str, listen: str, token: str) -> None:
        host, _, port = listen.rpartition(":")
        if not url.startswith(("http://", "https://")):
            raise ChatRefusedError(f"{url!r} is no address for buttons", "It begins with https://.")
        if not host or not port.isdecimal():
            raise ChatRefusedError(f"{listen!r} is no address to listen at", "Write HOST:PORT, such as 127.0.0.1:8066.")
        self._url, self._at, self._token = url, (host, int(port)), token.encode()
        self._waiting: deque[tuple[Json, Event]] = deque()
        self._server: _Server | None = None

    def open(self) -> None:
        """Listen, if it does not yet; raises ChatRefusedError."""
        if self._server is not None:
            return
        try:
            self._server = _Server(self._at, self)
        except (OSError, OverflowError) as error:
            reason = f"it cannot listen at {self._at[0]}:{self._at[1]}: {error}"
            raise ChatRefusedError(reason, "Give another address with --buttons-listen.") from None
        Thread(target=self._server.serve_forever, name="renkei-mattermost-presses", daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def attachments(self, choices: Sequence[Choice]) -> list[Json]:
        """Return the property of a post that shows choices as buttons."""
        actions = [
            {
                "id": f"choice{number}",
                "type": "button",
                "name": one.label,
                "style": "primary" if one.recommended else "default",
                "integration": {
                    "url": self._url,
                    "context": {"command": one.command, "proof": self._proof(one.command)},
                },
            }
            for number, one in enumerate(choices)
        ]
        return [{"actions": actions}] if actions else []

    def heard(self) -> Iterator[Json]:
        """Yield the waiting presses. One is confirmed when the next is requested."""
        while True:
            try:
                press, is_heard = self._waiting.popleft()
            except IndexError:  # also if the last one was given up at this moment
                return
            yield press
            is_heard.set()

    def take(self, body: bytes) -> int:
        """Wait until a press is heard, and return the HTTP status for it."""
        try:
            press = json.loads(body)
            command, proof = press["context"]["command"], press["context"]["proof"]
            is_valid = all(_ID.fullmatch(press[name]) for name in ("user_id", "channel_id", "post_id"))
            is_own = hmac.compare_digest(self._proof(command).encode(), proof.encode())
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return 400
        if not (is_valid and is_own):
            return 403
        waiting = press, Event()
        self._waiting.append(waiting)
        if waiting[1].wait(PATIENCE_SECONDS):
            return 200
        with suppress(ValueError):  # it is being heard, and may still be done
            self._waiting.remove(waiting)
        return 503

    def _proof(self, command: str) -> str:
        return hmac.digest(self._token, f"renkei button\n{command}".encode(), "sha256").hex()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    handle_error = staticmethod(lambda request, client_address: None)  # anyone can hang up

    def __init__(self, at: tuple[str, int], presses: Presses) -> None:
        self.presses = presses
        super().__init__(at, _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = PATIENCE_SECONDS

    def do_POST(self) -> None:
        stated = self.headers.get("Content-Length", "")
        length = int(stated) if re.fullmatch(r"[0-9]{1,9}", stated) else MOST_BYTES + 1
        self.send_response(self.server.presses.take(self.rfile.read(length)) if length <= MOST_BYTES else 413)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 – its name there
        """Log nothing: anyone can send anything."""
