"""Requests to Telegram's Bot API, and its errors.

The API is a few JSON requests. The kept-up libraries for it are asynchronous frameworks, so these use the HTTP library
that the package has anyway.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx2

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.port import Attachment
from renkei.edges.chat.waiting import WaitingClient

TELEGRAM = "https://api.telegram.org"

TIMEOUT_SECONDS = 30.0

POLL_SECONDS = 20
"""Seconds for which the server holds a request for updates that it does not have yet."""

MOST_UPDATES = 100

HINT = "$TELEGRAM_BOT_TOKEN is the token that @BotFather gave for the bot, such as 123456:ABC-DEF."

CONFLICT = (
    "another program reads the updates of this bot, or it has a webhook. Give each bridge a bot of its own, and delete "
    "a webhook with the method deleteWebhook"
)

_TOKEN = re.compile(r"\d+:[\w-]+")


class MovedError(ChatRefusedError):
    """A group was upgraded, and has another id now: `to`."""

    def __init__(self, to: int) -> None:
        super().__init__(f"the group was upgraded; its id is now {to}")
        self.to = to


class TelegramApi:
    """The Bot API for one token. The thread that listens has a separate connection, which `close` interrupts."""

    def __init__(self, address: str, token: str) -> None:
        address = (address or TELEGRAM).rstrip("/")
        if not address.startswith(("http://", "https://")):
            raise ChatRefusedError(f"{address!r} is no address of a server", "It begins with https://.")
        if not _TOKEN.fullmatch(token):
            raise ChatRefusedError("there is no token", HINT)
        self._token = token
        try:
            trusted = httpx2.create_ssl_context()
            self._posting = httpx2.Client(base_url=address, timeout=TIMEOUT_SECONDS, verify=trusted)
            waits = TIMEOUT_SECONDS + POLL_SECONDS
            self._listening = WaitingClient(base_url=address, timeout=waits, verify=trusted)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise ChatRefusedError(f"{address!r} is no address of a server: {error}") from None
        self._signed_in = False

    def ask(self, method: str, **arguments: Any) -> Any:
        """Return the result of a method; raises ChatUnreachableError, ChatRefusedError or MovedError.

        Arguments that are None are left out.
        """
        return self._ask(self._posting, method, json=_given(arguments))

    def send_file(self, chat: int, above: int, topic: int | None, file: Attachment) -> None:
        """Send a file below a message; raises as `ask`, or OSError if it cannot be read."""
        reply = json.dumps({"message_id": above, "allow_sending_without_reply": True})
        arguments = _given({"chat_id": chat, "message_thread_id": topic, "reply_parameters": reply})
        content = {"document": (file.name, file.read(), file.media_type)}
        self._ask(self._posting, "sendDocument", data=arguments, files=content)

    def updates(self, offset: int, kinds: tuple[str, ...], seconds: int = POLL_SECONDS) -> list[dict[str, Any]]:
        """Wait for updates and return them; those before the offset are confirmed. Raises as `ask`."""
        asked = {"offset": offset, "limit": MOST_UPDATES, "timeout": seconds, "allowed_updates": kinds}
        return list(self._ask(self._listening, "getUpdates", json=asked))

    def read(self, file: str, most: int) -> bytes:
        """Return the bytes of a file; one longer than its stated size is rejected."""
        path = str(self.ask("getFile", file_id=file)["file_path"])
        try:
            with self._posting.stream("GET", f"/file/bot{self._token}/{path}") as answer:
                if answer.status_code != 200:
                    raise self._refusal(answer.status_code, {})
                data = b""
                for part in answer.iter_bytes():
                    data += part
                    if len(data) > most:
                        raise ChatRefusedError(f"the file is longer than {most} bytes")
                return data
        except httpx2.TransportError as error:
            raise self._unreachable(error) from None

    def close(self) -> None:
        """Disconnect, also from a request that waits for updates."""
        self._posting.close()
        self._listening.close()

    def _ask(self, http: httpx2.Client | WaitingClient, method: str, **more: Any) -> Any:
        try:
            answer = http.request("POST", f"/bot{self._token}/{method}", **more)
        except httpx2.TransportError as error:
            raise self._unreachable(error) from None
        except (RuntimeError, OSError):  # closed by another thread
            raise ChatUnreachableError("the bridge has ended") from None
        try:
            said = answer.json()
        except ValueError:
            said = None
        if answer.status_code >= 300 or said is None:
            raise self._refusal(answer.status_code, said if isinstance(said, dict) else {})
        result = said["result"]
        self._signed_in = True
        return result

    def _unreachable(self, error: Exception) -> ChatUnreachableError:
        return ChatUnreachableError((str(error) or type(error).__name__).replace(self._token, "TOKEN"))

    def _refusal(self, status: int, said: Mapping[str, Any]) -> ChatUnreachableError | ChatRefusedError:
        """Return the error for a response. A token that once worked is assumed to be in replacement."""
        reason = f"Telegram says {said.get('description') or status}"
        more = said.get("parameters") or {}
        if status == 429:
            return ChatUnreachableError("Telegram asks for patience", max(float(more.get("retry_after") or 1), 1.0))
        if status == 409:
            return ChatUnreachableError(CONFLICT)
        if status in (401, 404) and not self._signed_in:
            return ChatRefusedError(reason, HINT)
        if status not in (400, 403, 413):
            return ChatUnreachableError(reason)
        if more.get("migrate_to_chat_id"):
            return MovedError(int(more["migrate_to_chat_id"]))
        return ChatRefusedError(reason)


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if value is not None}
