"""The WebSocket on which Slack tells what happens (Socket Mode), kept open by Slack's own client.

What history tells as well is acknowledged at once. A press of a button, and a deletion, are acknowledged when they are
taken in: until then Slack would send them again.
"""

import json
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any

from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.socket_mode import SocketModeClient

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.slack.api import APP_HINT, QUIET, SlackApi, refusal

PING = 5.0
"""Seconds between two looks at a link; one that is gone is made again."""

PATIENCE = 30.0
"""Seconds after which a link that does not come back is a problem."""


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
        client = SocketModeClient(self._token, QUIET, self._api.web, ping_interval=PING, concurrency=1)
        client.wss_uri = address
        client.message_listeners.append(self._heard)
        self._client = client
        client.connect()
        if self._ended.is_set():
            self.close()

    @property
    def link(self) -> str | None:
        """Names the link: another one may have missed something."""
        return self._client.session_id() if self._client is not None else None

    def receive(self) -> dict[str, Any] | None:
        """Return the next envelope, or None when the bridge has ended; raises ChatUnreachableError without a link."""
        since = monotonic()
        while not self._ended.is_set():
            try:
                return self._envelopes.get(timeout=1.0)
            except Empty:
                if self._client is not None and self._client.is_connected():
                    since = monotonic()
                elif monotonic() - since > PATIENCE:
                    raise ChatUnreachableError("there is no WebSocket to Slack") from None
        return None

    def acknowledge(self, envelope: dict[str, Any]) -> None:
        """Tell Slack that an envelope need not be sent again."""
        name = envelope.get("envelope_id")
        if name and self._client is not None:
            with suppress(SlackClientError, OSError, AttributeError):  # else Slack sends it again
                self._client.send_message(json.dumps({"envelope_id": name}))

    def close(self) -> None:
        """End `receive`, and disconnect: in the background, since that waits for whoever reads."""
        self._envelopes.put(None)
        if self._client is not None:
            Thread(target=self._client.close, name="renkei-slack-close", daemon=True).start()

    def _heard(self, client: object, envelope: dict[str, Any], text: str | None = None) -> None:
        if is_kept(envelope):
            self.acknowledge(envelope)
        self._envelopes.put(envelope)


def event_of(envelope: dict[str, Any]) -> dict[str, Any]:
    """Return the event of an envelope; {} where it has none."""
    payload = envelope.get("payload")
    event = payload.get("event") if isinstance(payload, dict) and envelope.get("type") == "events_api" else None
    return event if isinstance(event, dict) else {}


def is_kept(envelope: dict[str, Any]) -> bool:
    """Return whether Slack keeps what an envelope tells, in the history of a channel."""
    event = event_of(envelope)
    return bool(event) and event.get("subtype") != "message_deleted"
