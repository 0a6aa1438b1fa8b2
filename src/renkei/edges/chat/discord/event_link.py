"""The WebSocket with Discord's events: it needs a heartbeat, and continues a session after a lost link.

A session outlives its link, and the process, for some minutes. To continue it is to hear every event that was missed.
"""

from collections.abc import Iterator
from random import random
from threading import Event
from time import monotonic
from typing import Any

import wsproto  # noqa: F401 – without it there is no WebSocket: said when the bridge is made
from httpx2 import TransportError
from httpx2.websockets import WebSocketDisconnect, WebSocketNetworkError, WebSocketSession, WebSocketUpgradeError

from renkei.edges.chat.discord.api import HINT, DiscordApi
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.immutable.frozen import frozen

INTENTS = 1 << 0 | 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13 | 1 << 15
"""Servers, posts and reactions in them, direct posts and reactions to them, and the content of posts."""

CHECK_SECONDS = 1.0
"""Seconds between two checks, on a quiet link, whether the bridge has ended."""

HELLO_SECONDS = 30.0

LARGEST_EVENT = 16_000_000

AGAIN_SECONDS = 3.0
"""Seconds before a new session, when Discord does not continue one."""

FEWEST_STARTS = 20
"""Sessions of a day that are left for people, when the bridge would begin another one."""

KEEP = 4900
"""The code of a close after which the session can be continued."""

EVENT, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACKNOWLEDGED = 0, 1, 2, 6, 7, 9, 10, 11
"""The kinds of messages on the link."""

INTENT_HINT = "Turn on MESSAGE CONTENT INTENT on the application's page Bot."

REFUSED = {4004: HINT, 4013: INTENT_HINT, 4014: INTENT_HINT}
"""Codes of a close that another try would not avoid."""

LOST = (1000, 1001, 4003, 4007, 4009)
"""Codes of a close after which a session cannot be continued."""


@frozen
class Session:
    """A session, and the last event of it that is taken in."""

    id: str
    number: int
    address: str


class EventLink:
    """The links of one bot, for the thread that listens."""

    def __init__(self, api: DiscordApi, ended: Event) -> None:
        self._api, self._ended = api, ended
        self.session: Session | None = None
        """The session to continue; None to begin one."""
        self.is_replaying = False
        """Whether events are older ones of a session that is continued."""

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the events of a link, and `GAP` where some are missing, until it ends.

        `session` is then the one after the event. Raises ChatUnreachableError or ChatRefusedError.
        """
        address = self.session.address if self.session is not None else self._address()
        address = address.replace("ws", "http", 1).rstrip("/")
        link_of = self._api.plain.websocket(
            f"{address}/?v=10&encoding=json",
            max_message_size_bytes=LARGEST_EVENT,
            keepalive_ping_interval_seconds=None,
        )
        try:
            with link_of as link:
                yield from self._on_link(link)
                link.close(KEEP)
        except WebSocketUpgradeError as error:
            self.session = None
            raise ChatUnreachableError(f"no WebSocket: {error.response.status_code}") from None
        except WebSocketDisconnect as error:
            if error.code in LOST:
                self.session = None
            if error.code in REFUSED:
                raise ChatRefusedError(f"Discord closed the link ({error.code})", REFUSED[error.code]) from None
            raise ChatUnreachableError(f"the WebSocket closed ({error.code})") from None
        except (WebSocketNetworkError, TransportError, TimeoutError) as error:
            raise ChatUnreachableError(str(error) or "the WebSocket closed") from None

    def _address(self) -> str:
        """Return where a session begins. A bot that begins too many loses its token."""
        found = self._api.get("/gateway/bot")
        limit = found.get("session_start_limit") or {}
        if int(limit.get("remaining", FEWEST_STARTS)) < FEWEST_STARTS:
            wait = float(limit.get("reset_after", 60_000)) / 1000
            raise ChatUnreachableError("the bot has begun too many sessions today", wait)
        return str(found["url"])

    def _on_link(self, link: WebSocketSession) -> Iterator[tuple[str, dict[str, Any]]]:
        every = float(link.receive_json(HELLO_SECONDS)["d"]["heartbeat_interval"]) / 1000
        self._begin(link)
        due, is_alive = monotonic() + every * random(), True  # noqa: S311 – not a secret
        while not self._ended.is_set():
            try:
                said = link.receive_json(min(CHECK_SECONDS, max(due - monotonic(), 0.001)))
            except TimeoutError:
                said = {}
            kind = said.get("op")
            if kind == EVENT:
                yield from self._event(said)
            elif kind == ACKNOWLEDGED:
                is_alive = True
            elif kind == RECONNECT:
                return
            elif kind == INVALID:
                self.session = self.session if said.get("d") else None
                self._ended.wait(AGAIN_SECONDS)
                return
            if kind == HEARTBEAT or monotonic() >= due:
                if kind != HEARTBEAT and not is_alive:
                    link.close(KEEP)
                    raise ChatUnreachableError("the WebSocket is silent")
                is_alive = kind == HEARTBEAT and is_alive
                due = monotonic() + every
                link.send_json({"op": HEARTBEAT, "d": self.session.number if self.session is not None else None})

    def _begin(self, link: WebSocketSession) -> None:
        found = self.session
        self.is_replaying = found is not None
        if found is not None:
            said = {"token": self._api.token, "session_id": found.id, "seq": found.number}
            link.send_json({"op": RESUME, "d": said})
            return
        properties = {"os": "linux", "browser": "renkei", "device": "renkei"}
        link.send_json({"op": IDENTIFY, "d": {"token": self._api.token, "intents": INTENTS, "properties": properties}})

    def _event(self, said: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        name, data, number = str(said["t"]), said.get("d") or {}, int(said["s"])
        self.is_replaying = self.is_replaying and name not in ("READY", "RESUMED")
        if name == "READY":
            self.session = Session(str(data["session_id"]), number, str(data["resume_gateway_url"]))
        elif self.session is not None:
            if number > self.session.number + 1:
                yield "GAP", {}
            self.session = Session(self.session.id, max(number, self.session.number), self.session.address)
        yield name, data
