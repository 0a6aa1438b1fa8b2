"""The WebSocket with Slack's events (Socket Mode), kept open by Slack's own client.

Events that the history also has are acknowledged at once. Button presses and deletions are acknowledged only after
processing, since until then Slack sends them again.
"""

import json
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any

from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.socket_mode import SocketModeClient

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.slack.api import APP_HINT, QUIET, SlackApi, refusal

PING_SECONDS = 5.0
"""Seconds between two checks of a link; a lost link is replaced."""

LINK_SECONDS = 30.0
"""Seconds before a link that does not come back is reported."""


class SlackSocket:
    """The WebSocket of one app, for the thread that listens."""

    def __init__(self, api: SlackApi, token: str, ended: Event) -> None:
        if not token.startswith("xapp-"):
            raise ChatRefusedError("there is no app-level token", APP_HINT)
        self._api, self._token, self._ended = api, token, ended
        self._envelopes: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._client: SocketModeClient | None = None

    def open(self) -> None:
        """Connect, once; raises ChatRefusedError or ChatUnreachableError."""
        if self._client is not None:
            return
        try:
            address = str(self._api.web.apps_connections_open(app_token=self._token)["url"])
        except SlackApiError as error:
            found = refusal(error)
            raise (
                ChatRefusedError(found.details["reason"], APP_HINT) if isinstance(found, ChatRefusedError) else found
            ) from None
        except (SlackClientError, OSError, ValueError) as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        client = SocketModeClient(self._token, QUIET, self._api.web, ping_interval=PING_SECONDS, concurrency=1)
        client.wss_uri = address
        client.message_listeners.append(self._heard)
        self._client = client
        client.connect()
        if self._ended.is_set():
            self.close()

    @property
    def link(self) -> str | None:
        """Identifies the link: a new one may have missed events."""
        return self._client.session_id() if self._client is not None else None

    def receive(self, until: float = inf) -> dict[str, Any] | None:
        """Return the next envelope, {} at a time of the monotonic clock, or None once the bridge has ended.

        Raises ChatUnreachableError without a link.
        """
        since = monotonic()
        while not self._ended.is_set():
            try:
                return self._envelopes.get(timeout=1.0)
            except Empty:
                if monotonic() >= until:
                    return {}
                if self._client is not None and self._client.is_connected():
                    since = monotonic()
                elif monotonic() - since > LINK_SECONDS:
                    raise ChatUnreachableError("there is no WebSocket to Slack") from None
        return None

    def acknowledge(self, envelope: dict[str, Any]) -> None:
        """Acknowledge an envelope, so that Slack does not send it again."""
        name = envelope.get("envelope_id")
        if name and self._client is not None:
            with suppress(SlackClientError, OSError, AttributeError):  # else Slack sends it again
                self._client.send_message(json.dumps({"envelope_id": name}))

    def close(self) -> None:
        """End `receive`, and disconnect in the background, since that waits for the reader."""
        self._envelopes.put(None)
        if self._client is not None:
            Thread(target=self._client.close, name="renkei-slack-close", daemon=True).start()

    def _heard(self, client: object, envelope: dict[str, Any], text: str | None = None) -> None:
        if is_kept(envelope):
            self.acknowledge(envelope)
        self._envelopes.put(envelope)


def event_of(envelope: dict[str, Any]) -> dict[str, Any]:
    """Return the event of an envelope; {} if it has none."""
    payload = envelope.get("payload")
    event = payload.get("event") if isinstance(payload, dict) and envelope.get("type") == "events_api" else None
    return event if isinstance(event, dict) else {}


def is_kept(envelope: dict[str, Any]) -> bool:
    """Return whether a channel's history also has an envelope's event."""
    event = event_of(envelope)
    return bool(event) and event.get("subtype") != "message_deleted"
