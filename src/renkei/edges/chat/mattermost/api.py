"""Requests to a Mattermost server, and its errors."""

from collections.abc import Mapping
from typing import Any

import httpx2

from renkei.edges.chat.errors import ChannelClosedError, ChatRefusedError, ChatUnreachableError
from renkei.edges.retry_after import seconds_to_wait

API = "/api/v4"

TIMEOUT_SECONDS = 30.0

_HINT = "$RENKEI_MATTERMOST_TOKEN is the token of a bot account."

ARCHIVED = "Unarchive the channel in Mattermost, or take it out of the bridge."

CLOSED = {
    "can_not_post_to_deleted": ARCHIVED,
    "can_not_update_post_in_deleted": ARCHIVED,
    "api.context.permissions": "Add the bot to the channel, and let it post there.",
}
"""Parts of the names of errors of a closed channel, and what opens it."""


class MattermostApi:
    """The API of one server, for one bot account."""

    def __init__(self, server: str, token: str) -> None:
        if not server.startswith(("http://", "https://")):
            raise ChatRefusedError(f"{server!r} is no address of a server", "It begins with https://.")
        if not token:
            raise ChatRefusedError("there is no token", _HINT)
        headers = {"Authorization": f"Bearer {token}"}
        try:
            self.http = httpx2.Client(base_url=server.rstrip("/"), headers=headers, timeout=TIMEOUT_SECONDS)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise ChatRefusedError(f"{server!r} is no address of a server: {error}") from None
        self._signed_in = False

    def get(self, path: str, **params: object) -> Any:
        """Return the data at a path."""
        return self.ask("GET", path, params=params)

    def post(self, path: str, body: object) -> Any:
        """Post data and return the result."""
        return self.ask("POST", path, json=body)

    def upload(self, channel: str, name: str, media_type: str, data: bytes) -> str:
        """Store a file for a post of a channel, and return its id."""
        files = {"files": (name, data, media_type)}
        return str(self.ask("POST", "/files", data={"channel_id": channel}, files=files)["file_infos"][0]["id"])

    def read(self, path: str, most: int) -> bytes:
        """Return the bytes of a file; one longer than its stated size is rejected."""
        try:
            with self.http.stream("GET", f"{API}{path}") as answer:
                if answer.status_code != 200:
                    answer.read()
                    raise self._refusal(answer)
                data = b""
                for part in answer.iter_bytes():
                    data += part
                    if len(data) > most:
                        raise ChatRefusedError(f"the file is longer than {most} bytes")
                return data
        except httpx2.TransportError as error:
            raise ChatUnreachableError(_reason(error)) from None

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Return the data of a response; raises ChatUnreachableError or ChatRefusedError."""
        try:
            answer = self.http.request(method, f"{API}{path}", **more)
        except httpx2.TransportError as error:
            raise ChatUnreachableError(_reason(error)) from None
        except RuntimeError:  # closed by another thread
            raise ChatUnreachableError("the bridge has ended") from None
        if answer.status_code >= 300:
            raise self._refusal(answer)
        self._signed_in = True
        try:
            return answer.json()
        except ValueError:
            raise ChatUnreachableError("the server answers with something else than JSON") from None

    def _refusal(self, answer: httpx2.Response) -> ChatUnreachableError | ChatRefusedError:
        """Return an error. A token that once worked is assumed to be in replacement, so nothing is skipped."""
        error = refusal(answer)
        if answer.status_code == 401 and self._signed_in:
            return ChatUnreachableError(error.details["reason"])
        return error


def with_closed(error: ChatRefusedError, channel: str) -> ChatRefusedError:
    """Return the error of a post as ChannelClosedError if the channel takes none for now, or as it is."""
    reason = str(error.details["reason"])
    hint = next((hint for sign, hint in CLOSED.items() if sign in reason), "")
    return ChannelClosedError(f"{channel}: {reason}", hint) if hint else error


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def refusal(answer: httpx2.Response) -> ChatUnreachableError | ChatRefusedError:
    """Return the error for a response."""
    status = answer.status_code
    try:
        said = answer.json()
        reason, name = str(said.get("message", "")), str(said.get("id", ""))
    except (ValueError, AttributeError):
        reason, name = answer.text[:200].strip(), ""
    reason = f"{reason or answer.reason_phrase} ({name or status})"
    if status == 429:
        return ChatUnreachableError("it asks for patience", _seconds(answer.headers))
    if status >= 500 or status < 400:
        return ChatUnreachableError(reason)
    return ChatRefusedError(reason, _HINT if status == 401 else "")


def _seconds(headers: Mapping[str, str]) -> float:
    """Return the seconds to wait. Some versions state the end of the limit as a time, which is not heeded."""
    reset = min(seconds_to_wait(headers.get("X-Ratelimit-Reset", "")), 60.0)
    return max(seconds_to_wait(headers.get("Retry-After", "")) or reset, 1.0)
