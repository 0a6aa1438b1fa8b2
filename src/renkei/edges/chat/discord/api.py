"""Requests to Discord's HTTP API, its errors and its rate limits.

Requests and the gateway are a few calls of the HTTP library that the package has anyway. Discord's libraries for Python
are asynchronous, with a cache of everything that the bot can see.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from threading import Event
from time import monotonic
from typing import Any

import httpx2

from renkei.edges.chat.errors import MALFORMED, ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.port import Attachment
from renkei.edges.retry_after import seconds_to_wait

DISCORD = "https://discord.com/api/v10"

TIMEOUT_SECONDS = 30.0

LONGEST_WAIT = 5.0
"""Seconds that a request waits for its turn; a longer wait is an error that says how long."""

PER_PAGE = 100
"""Posts of a page of history."""

HINT = "$DISCORD_BOT_TOKEN is the token of the bot, from its application's page Bot."

AGENT = "DiscordBot (https://pypi.org/project/renkei, 1)"

EVERYTHING = "*"
"""The route of the limit that all requests share."""

FILES = re.compile(r"https://(cdn|media)\.discordapp\.(com|net)/")

_NUMBERED = re.compile(r"(?<=/messages/)\d+|(?<=/interactions/).*")


class DiscordRefusedError(ChatRefusedError):
    """Discord rejected a request permanently, with a number that says why."""

    def __init__(self, reason: str, number: int, hint: str = "") -> None:
        super().__init__(reason, hint)
        self.number = number


class DiscordApi:
    """The HTTP API for one bot. Both threads of a bridge use it."""

    def __init__(self, address: str, token: str, ended: Event) -> None:
        self.address = address = (address or DISCORD).rstrip("/")
        if not address.startswith(("http://", "https://")):
            raise ChatRefusedError(f"{address!r} is no address of a server", "It begins with https://.")
        if not re.fullmatch(r"[\w.-]+", token):
            raise ChatRefusedError("there is no token", HINT)
        self.token, self._ended = token, ended
        try:
            headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
            trusted = httpx2.create_ssl_context()
            self._http = httpx2.Client(base_url=address, headers=headers, timeout=TIMEOUT_SECONDS, verify=trusted)
            self.plain = httpx2.Client(timeout=TIMEOUT_SECONDS, headers={"User-Agent": AGENT}, verify=trusted)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise ChatRefusedError(f"{address!r} is no address of a server: {error}") from None
        self._signed_in = False
        self._free: dict[str, float] = {}
        """When a route that has reached its limit is free again."""

    def get(self, path: str, **params: object) -> Any:
        """Return the data at a path."""
        return self.ask("GET", path, params=params)

    def post(self, path: str, body: object, files: Sequence[Attachment] = (), **more: Any) -> Any:
        """Post data, with files, and return the result."""
        if not files:
            return self.ask("POST", path, json=body, **more)
        parts = {f"files[{number}]": (one.name, one.read(), one.media_type) for number, one in enumerate(files)}
        return self.ask("POST", path, data={"payload_json": json.dumps(body)}, files=parts, **more)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Return the data of a response; raises ChatUnreachableError or DiscordRefusedError."""
        route = f"{method} {_NUMBERED.sub(':id', path)}"
        self._wait(route)
        try:
            answer = self._http.request(method, path, **more)
        except httpx2.TransportError as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        except RuntimeError:  # closed by another thread
            raise ChatUnreachableError("the bridge has ended") from None
        if answer.headers.get("X-RateLimit-Remaining") == "0":
            self._free[route] = monotonic() + seconds_to_wait(answer.headers.get("X-RateLimit-Reset-After", ""))
        if answer.status_code >= 300:
            raise self._refusal(answer, route)
        if answer.status_code == 204:
            return None
        try:
            said = answer.json()
        except ValueError:
            raise ChatUnreachableError("the server answers with something else than JSON") from None
        self._signed_in = True
        return said

    def newer(self, channel: str, after: int) -> Iterator[dict[str, Any]]:
        """Yield the posts of a channel after an id, the oldest first."""
        while True:
            page = self.get(f"/channels/{channel}/messages", after=after, limit=PER_PAGE)
            yield from sorted(page, key=number_of)
            known, after = after, max((after, *map(number_of, page)))
            if len(page) < PER_PAGE or after <= known:  # else the same page comes again without end
                return

    def newest(self, channel: str) -> list[dict[str, Any]]:
        """Return the newest posts of a channel that have an id, the newest first."""
        return [one for one in self.get(f"/channels/{channel}/messages", limit=PER_PAGE) if number_of(one)]

    def older(self, channel: str, before: int, after: int) -> Iterator[dict[str, Any]]:
        """Yield the posts of a channel between two ids, the newest first."""
        while True:
            page = self.get(f"/channels/{channel}/messages", before=before, limit=PER_PAGE)
            yield from (one for one in page if number_of(one) > after)
            known, before = before, min((before, *filter(None, map(number_of, page))))
            if len(page) < PER_PAGE or before <= after or before >= known:
                return

    def read(self, address: str, most: int) -> bytes:
        """Return the bytes of a file of Discord; a file elsewhere, or a longer one, is rejected."""
        if not FILES.match(address) and not address.startswith(f"{self.address}/"):
            raise ChatRefusedError("the file is not on a server of Discord")
        try:
            with self.plain.stream("GET", address) as answer:  # without the token
                if answer.status_code == 429 or answer.status_code >= 500:
                    raise ChatUnreachableError(f"the file: {answer.status_code}")
                if answer.status_code != 200:
                    raise ChatRefusedError(f"the file cannot be read: {answer.status_code}")
                data = b""
                for part in answer.iter_bytes():
                    data += part
                    if len(data) > most:
                        raise ChatRefusedError(f"the file is longer than {most} bytes")
                return data
        except httpx2.TransportError as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None

    def close(self) -> None:
        """Disconnect."""
        self._http.close()
        self.plain.close()

    def _wait(self, route: str) -> None:
        """Wait until a route is free; raises ChatUnreachableError if that takes long."""
        seconds = max(self._free.get(one, 0.0) for one in (route, EVERYTHING)) - monotonic()
        if seconds > LONGEST_WAIT:
            raise ChatUnreachableError("Discord asks for patience", seconds)
        if seconds > 0:
            self._ended.wait(seconds)

    def _refusal(self, answer: httpx2.Response, route: str) -> ChatUnreachableError | DiscordRefusedError:
        """Return the error for a response. A token that once worked is assumed to be in replacement."""
        status = answer.status_code
        try:
            said = answer.json()
        except ValueError:
            said = None
        said = said if isinstance(said, Mapping) else {}
        number = int(said.get("code") or 0)
        reason = f"Discord says {said.get('message') or answer.reason_phrase} ({number or status})"
        if status == 429:
            seconds = max(float(said.get("retry_after") or 0), seconds_to_wait(answer.headers.get("Retry-After", "")))
            self._free[EVERYTHING if said.get("global") else route] = monotonic() + seconds
            return ChatUnreachableError("Discord asks for patience", seconds or 1.0)
        if status >= 500 or status < 400 or (status == 401 and self._signed_in):
            return ChatUnreachableError(reason)
        return DiscordRefusedError(reason, number, HINT if status == 401 else "")


def number_of(post: Any) -> int:
    """Return the id of a post as a number; 0 for a post that has none."""
    try:
        return int(post["id"])
    except MALFORMED:
        return 0
