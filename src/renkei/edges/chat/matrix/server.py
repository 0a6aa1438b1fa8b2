"""Requests to a Matrix homeserver, for callers that block.

nio makes the requests: paths, parameters, sessions. Responses are parsed here, not by nio: one unexpected event would
make nio drop all later ones.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import CancelledError
from contextvars import ContextVar
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

import aiohttp
from nio import AsyncClient, AsyncClientConfig

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.retry_after import seconds_to_wait

TIMEOUT_SECONDS = 30.0
"""Seconds before a request times out."""

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
"""What helps against a limit that a talkative team reaches, such as the default of Synapse."""

_FILE = re.compile(r"mxc://([\w.:\[\]-]+)/([\w-]+)")

Answer = dict[str, Any]
Request = Callable[[AsyncClient], Awaitable[Any]]


_ACTING: ContextVar[str] = ContextVar("_ACTING", default="")
"""The user of an application service in whose name a request is made."""


class ClosedError(ChatUnreachableError):
    """The client was closed."""

    def __init__(self) -> None:
        super().__init__("the bridge ends")

    def __reduce__(self) -> tuple[Any, ...]:
        return ClosedError, ()


class _Requests(AsyncClient):  # type: ignore[misc] # nio has no types
    """nio's client, which returns a server's responses unparsed."""

    async def create_matrix_response(
        self, response_class: type, transport_response: aiohttp.ClientResponse, *_: Any, **__: Any
    ) -> tuple[aiohttp.ClientResponse, Any]:
        body = await transport_response.read()
        try:
            return transport_response, json.loads(body)
        except (ValueError, RecursionError):
            return transport_response, None

    async def send(self, method: str, path: str, *arguments: Any, **named: Any) -> aiohttp.ClientResponse:
        """Make a request, in the name of another user of the application service if one acts."""
        user = _ACTING.get()
        if user:
            path = f"{path}{'&' if '?' in path else '?'}user_id={quote(user)}"
        response: aiohttp.ClientResponse = await super().send(method, path, *arguments, **named)
        return response

    async def receive_response(self, response: Any) -> None:
        """Keep no state."""


class Homeserver:
    """One user's requests to a homeserver. Threads may share it: its event loop runs in a separate thread."""

    def __init__(self, homeserver: str) -> None:
        self._homeserver = homeserver.rstrip("/")
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._closed = False
        self._client: _Requests | None = None
        self._waiting: asyncio.Task[Any] | None = None
        self._password = self._name = self._user = ""
        self.is_signed_in = False

    def sign_in(self, token: str, user: str, password: str, device: str) -> str:
        """Sign in and return the user's id; raises ChatRefusedError or ChatUnreachableError.

        With a password, `device` is the device to sign in: the server recognizes a repeated post only from the same
        device.
        """
        if token:
            self._submit(self._use_token(token))
        elif user and password:
            self._password = password
            self._submit(self._use_password(user, device))
        else:
            raise ChatRefusedError(
                "there is neither a token nor a user with a password",
                "Set $RENKEI_MATRIX_TOKEN, or give --user and set $RENKEI_MATRIX_PASSWORD.",
            )
        user_id: str = self.ask(lambda one: one.whoami())["user_id"]
        self.is_signed_in = True
        self._name = user_id.partition(":")[2]
        return user_id

    def act_as(self, user: str) -> None:
        """Make all requests without a user of their own in the name of this one, of an application service."""
        self._user = user

    async def _use_token(self, token: str) -> None:
        self._nio.access_token = token

    async def _use_password(self, user: str, device: str) -> None:
        self._nio.user, self._nio.device_id = user, device
        found = await self._tried(lambda one: one.login(self._password, "renkei"))
        self._nio.access_token = found["access_token"]

    @property
    def _nio(self) -> _Requests:
        if self._client is None:  # made in the thread of the event loop
            config = AsyncClientConfig(max_limit_exceeded=0, max_timeouts=0, request_timeout=TIMEOUT_SECONDS)
            self._client = _Requests(self._homeserver, config=config)
        return self._client

    def ask(self, request: Request, *, waits: bool = False, user: str = "") -> Answer:
        """Make a request and return the server's response. `waits`: end it when the client is closed.

        `user`: the user of an application service in whose name the request is made.

        Raises ChatUnreachableError, ChatRefusedError, or ClosedError.
        """
        answer: Answer = self._submit(self._asked(request, waits, user))
        return answer

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
            data: bytes = self._submit(self._downloaded(f"/_matrix/client/v1/media/download/{server}/{name}", most))
        except _ServerError as error:
            if found[1] == self._name:
                raise
            raise ChatRefusedError(f"the file is not available from {found[1]}: {error.details['reason']}") from None
        return data

    def upload(self, data: bytes, media_type: str) -> str:
        """Store a file on the server and return its mxc address."""

        async def request(one: AsyncClient) -> Any:
            answer, _ = await one.upload(lambda *_: data, media_type, filesize=len(data))
            return answer

        address: str = self.ask(request)["content_uri"]
        return address

    def close(self) -> None:
        """End waiting requests, let others finish, and disconnect. Closing twice is allowed."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(self._end(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    async def _end(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            _, late = await asyncio.wait(others, timeout=CLOSE_SECONDS)
            for one in late:
                one.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._client is not None:
            await self._client.close()

    def _submit(self, work: Any) -> Any:
        with self._lock:
            if self._closed:
                work.close()
                raise ClosedError
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(target=self._loop.run_forever, name="renkei-matrix", daemon=True)
                self._thread.start()
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise ClosedError from None

    async def _asked(self, request: Request, waits: bool, user: str) -> Answer:
        _ACTING.set(user or self._user)  # in this task alone
        if waits:
            self._waiting = asyncio.current_task()
        try:
            return await self._tried(request)
        except _TokenRefusedError as error:
            if not self.is_signed_in:
                raise ChatRefusedError(f"the access token was refused: {error}", ANOTHER) from None
            # After a token was accepted once, posts wait until a token is accepted again.
            if not self._password:
                raise ChatUnreachableError(f"the access token was refused: {error}. {ANOTHER}") from None
            try:
                await self._use_password(self._nio.user, self._nio.device_id or "")
            except ChatRefusedError as refused:
                raise ChatUnreachableError(f"signing in again failed: {refused.message}") from None
            return await self._tried(request)
        finally:
            if waits:
                self._waiting = None

    async def _tried(self, request: Request) -> Answer:
        try:
            response, body = await request(self._nio)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise ChatUnreachableError(f"{self._homeserver}: {error or 'no answer in time'}") from None
        if not isinstance(body, dict):
            raise ChatUnreachableError(
                f"{self._homeserver} answers with status {response.status} and nothing that a Matrix homeserver says"
            )
        if response.status >= 300:
            raise _error_of(response.status, body, response.headers)
        return body

    async def _downloaded(self, path: str, most: int) -> bytes:
        headers = {"Authorization": f"Bearer {self._nio.access_token}"}
        try:
            async with await self._nio.send("GET", path, headers=headers, timeout=TIMEOUT_SECONDS) as response:
                if response.status >= 300:
                    raise _error_of(response.status, {}, response.headers)
                data = b""
                async for part in response.content.iter_chunked(65_536):
                    data += part
                    if len(data) > most:
                        break
                return data
        except TimeoutError:  # while the server waits for another one
            raise _ServerError(f"{self._homeserver}: no answer in time") from None
        except (aiohttp.ClientError, OSError) as error:
            raise ChatUnreachableError(f"{self._homeserver}: {error}") from None


class _ServerError(ChatUnreachableError):
    """The server reports that it, or another server that it asked, is unavailable."""


class _TokenRefusedError(Exception):
    """The server does not accept the access token."""


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
