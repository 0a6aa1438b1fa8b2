"""Requests to a Matrix homeserver, for callers that block.

The API is a few JSON requests. The kept-up library for it keeps the state of rooms, which a bridge does not need, and
drops a response for one unexpected event, so these use the HTTP library that the package has anyway.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Condition, Lock
from typing import Any
from urllib.parse import quote

import httpx2

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.waiting import WaitingClient
from renkei.edges.retry_after import seconds_to_wait

API = "/_matrix/client/v3"

TIMEOUT_SECONDS = 30.0
"""Seconds before a request times out."""

WAIT_SECONDS = 30
"""Seconds for which the server holds a request for new events."""

CLOSE_SECONDS = 5.0
"""Seconds that `close` waits for requests in progress."""

LONGEST_REST = 3600.0
"""Most seconds that the server can ask to wait."""

SIGN_IN = ("M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_DEACTIVATED", "M_USER_LOCKED")
"""Errors of an access token that the server permanently rejects."""

ANOTHER = "Set a new one in $RENKEI_MATRIX_TOKEN and start again."

PATIENCE = (
    "It limits how much a user may post: an administrator can lift the limit for the bridge's user, as the page on "
    "Matrix says, and --share addressed posts less"
)
"""The remedy for a limit that a talkative team reaches, such as the default of Synapse."""

_FILE = re.compile(r"mxc://([\w.:\[\]-]+)/([\w-]+)")

Answer = dict[str, Any]


class ClosedError(ChatUnreachableError):
    """The client was closed."""

    def __init__(self) -> None:
        super().__init__("the bridge ends")

    def __reduce__(self) -> tuple[Any, ...]:
        return ClosedError, ()


class Homeserver:
    """One user's requests to a homeserver. Threads may share it; one of them waits for new events."""

    def __init__(self, homeserver: str) -> None:
        self._homeserver = homeserver.rstrip("/")
        try:
            trusted = httpx2.create_ssl_context()
            options: dict[str, Any] = {"base_url": self._homeserver, "verify": trusted, "follow_redirects": True}
            self._http = httpx2.Client(timeout=TIMEOUT_SECONDS, **options)
            self._waiting = WaitingClient(timeout=TIMEOUT_SECONDS + WAIT_SECONDS, **options)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise ChatRefusedError(f"{homeserver!r} is no address of a server: {error}") from None
        self._idle = Condition()
        self._busy = 0
        """How many requests are in progress, without the one that waits for new events."""
        self._closed = False
        self._signing_in = Lock()
        self._token = self._login = self._password = self._device = self._name = self._user = ""
        self.is_signed_in = False

    def sign_in(self, token: str, user: str, password: str, device: str) -> str:
        """Sign in and return the user's id; raises ChatRefusedError or ChatUnreachableError.

        With a password, `device` is the device to sign in: the server recognizes a repeated post only from the same
        device.
        """
        if token:
            self._token = token
        elif user and password:
            self._login, self._password, self._device = user, password, device
            self._use_password()
        else:
            raise ChatRefusedError(
                "there is neither a token nor a user with a password",
                "Set $RENKEI_MATRIX_TOKEN, or give --user and set $RENKEI_MATRIX_PASSWORD.",
            )
        user_id: str = self.ask("GET", "account", "whoami")["user_id"]
        self.is_signed_in = True
        self._name = user_id.partition(":")[2]
        return user_id

    def act_as(self, user: str) -> None:
        """Make all requests without a user of their own in the name of this one, of an application service."""
        self._user = user

    def ask(
        self,
        method: str,
        *path: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
        user: str = "",
        waits: bool = False,
    ) -> Answer:
        """Make a request and return the server's response. `waits`: end it when the client is closed.

        `path` are the parts of it. `user`: the user of an application service in whose name the request is made.

        Raises ChatUnreachableError, ChatRefusedError, or ClosedError.
        """
        acting = {"user_id": user or self._user} if user or self._user else {}
        more: dict[str, Any] = {"params": {**(query or {}), **acting}}
        if method != "GET":
            more |= {"content": json.dumps(body or {}), "headers": {"Content-Type": "application/json"}}
        return self._asked(method, _address(*path), more, waits=waits)

    def download(self, address: str, most: int) -> bytes:
        """Return a file by its mxc address, or only its beginning if it has more than `most` bytes.

        A file of another server that is not available now is rejected. Otherwise a user could name a server that never
        answers, and all later posts would wait for it.
        """
        found = _FILE.fullmatch(address)
        if found is None:
            raise ChatRefusedError(f"{address!r} is no address of a file")
        server, name = (quote(one, safe="") for one in found.groups())
        try:
            return self._downloaded(f"/_matrix/client/v1/media/download/{server}/{name}", most)
        except _ServerError as error:
            if found[1] == self._name:
                raise
            raise ChatRefusedError(f"the file is not available from {found[1]}: {error.details['reason']}") from None

    def upload(self, data: bytes, media_type: str) -> str:
        """Store a file on the server and return its mxc address."""
        more = {"content": data, "headers": {"Content-Type": media_type}}
        if self._user:
            more |= {"params": {"user_id": self._user}}
        address: str = self._asked("POST", "/_matrix/media/v3/upload", more)["content_uri"]
        return address

    def close(self) -> None:
        """End waiting requests, let others finish, and disconnect. Closing twice is allowed."""
        with self._idle:
            self._closed = True
        self._waiting.close()
        with self._idle:
            self._idle.wait_for(lambda: not self._busy, CLOSE_SECONDS)
        self._http.close()

    def _use_password(self) -> None:
        asked = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": self._login},
            "password": self._password,
            "device_id": self._device,
            "initial_device_display_name": "renkei",
        }
        try:
            self._token = str(self._tried("POST", f"{API}/login", {"content": json.dumps(asked)})["access_token"])
        except _TokenRefusedError as error:
            raise ChatRefusedError(error.details["reason"]) from None

    def _sign_in_again(self, token: str, error: "_TokenRefusedError") -> None:
        """Replace a token that the server does not accept, unless the other thread has replaced it."""
        reason = f"the access token was refused: {error.details['reason']}"
        if not self.is_signed_in:
            raise ChatRefusedError(reason, ANOTHER) from None
        # After a token was accepted once, posts wait until a token is accepted again.
        if not self._password:
            raise ChatUnreachableError(f"{reason}. {ANOTHER}") from None
        with self._signing_in:
            if self._token == token:
                try:
                    self._use_password()
                except ChatRefusedError as refused:
                    raise ChatUnreachableError(f"signing in again failed: {refused.message}") from None

    def _asked(self, method: str, path: str, more: Mapping[str, Any], *, waits: bool = False) -> Answer:
        token = self._token
        try:
            return self._tried(method, path, self._with_token(more), waits=waits)
        except _TokenRefusedError as error:
            self._sign_in_again(token, error)
            return self._tried(method, path, self._with_token(more), waits=waits)

    def _tried(self, method: str, path: str, more: Mapping[str, Any], *, waits: bool = False) -> Answer:
        with self._requesting(counts=not waits):
            response = (self._waiting if waits else self._http).request(method, path, **more)
        try:
            body = response.json()
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise ChatUnreachableError(
                f"{self._homeserver} answers with status {response.status_code} and nothing that a Matrix homeserver "
                "says"
            )
        if response.status_code >= 300:
            raise _error_of(response.status_code, body, response.headers)
        return body

    def _with_token(self, more: Mapping[str, Any]) -> dict[str, Any]:
        return {**more, "headers": {**more.get("headers", {}), "Authorization": f"Bearer {self._token}"}}

    @contextmanager
    def _requesting(self, *, counts: bool = True) -> Iterator[None]:
        """Let a block make a request, for which `close` waits if it `counts`; its errors become those of chats."""
        with self._idle:
            if self._closed:
                raise ClosedError
            self._busy += counts
        try:
            yield
        except (httpx2.RequestError, RuntimeError, OSError) as error:  # a RuntimeError if it is closed meanwhile
            if self._closed:
                raise ClosedError from None
            raise self._unreachable(error) from None
        finally:
            with self._idle:
                self._busy -= counts
                self._idle.notify_all()

    def _unreachable(self, error: Exception) -> ChatUnreachableError:
        if isinstance(error, httpx2.ReadTimeout):  # such as while the server waits for another one
            return _ServerError(f"{self._homeserver}: no answer in time")
        return ChatUnreachableError(f"{self._homeserver}: {error or type(error).__name__}")

    def _downloaded(self, path: str, most: int) -> bytes:
        data = b""
        with self._requesting(), self._http.stream("GET", path, **self._with_token({})) as response:
            if response.status_code >= 300:
                raise _error_of(response.status_code, {}, response.headers)
            for part in response.iter_bytes():
                data += part
                if len(data) > most:
                    break
        return data


class _ServerError(ChatUnreachableError):
    """The server reports that it, or another server that it asked, is unavailable."""


class _TokenRefusedError(ChatUnreachableError):
    """The server does not accept the access token, or the user."""


def _address(*path: str) -> str:
    return "/".join((API, *(quote(part, safe="") for part in path)))


def _error_of(status: int, body: Answer, headers: Mapping[str, str]) -> Exception:
    """Return the error for a server's response."""
    code, said = body.get("errcode"), str(body.get("error") or f"status {status}")
    if status == 429:
        wanted = body.get("retry_after_ms")
        seconds = wanted / 1000 if isinstance(wanted, int) else seconds_to_wait(headers.get("Retry-After", ""))
        return ChatUnreachableError(f"the server asks for patience ({said}). {PATIENCE}", min(seconds, LONGEST_REST))
    if code in SIGN_IN:
        return _TokenRefusedError(f"{said} ({code})")
    if status >= 500 or (code is None and status not in (403, 404)):
        return _ServerError(f"{said} ({code or status})")
    return ChatRefusedError(f"{said} ({code or status})")
