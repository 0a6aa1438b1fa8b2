"""The baton of a stream in NATS: its first message, which servers deliver again and again, to one machine at a time.

A pull consumer with a single unacknowledged message queues those who ask for it. Nobody ever acknowledges the message:
a machine that has it sends it back, or the servers take it after a time. They remove the consumer when nobody asks.
"""

import json
import time
from contextlib import suppress

import nats.errors
from nats.js import api, errors
from nats.js.client import JetStreamContext

from renkei.errors import LogError
from renkei.log.replication.nats_link import NatsLink
from renkei.log.replication.stream import HELD

NAME = "baton"
"""The name of the consumer."""

UNUSED = 300.0
"""Seconds after which servers remove a consumer that nobody asks."""


class NatsBaton:
    """The baton of a stream, over a connection; see `Baton`."""

    def __init__(self, link: NatsLink, stream: str) -> None:
        self._link = link
        self._stream = stream
        self._subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{NAME}"
        self._held: tuple[str, float] | None = None

    def take(self, seconds: float) -> bool:
        """Wait for the first message."""
        self._held = None
        with suppress(nats.errors.Error, TimeoutError, OSError, ValueError, LogError):
            answer = self._link.run(lambda js: self._asked(js, seconds), seconds + 1, self._subject)
            if answer:
                self._held = answer, time.monotonic()
        return self._held is not None

    async def _asked(self, js: JetStreamContext, seconds: float) -> str:
        """Return the subject that the first message is sent back to; empty if it did not come."""
        asked = json.dumps({"batch": 1, "expires": round(seconds * 1e9)}).encode()
        try:
            reply = await self._link.nats.request(self._subject, asked, timeout=seconds + 1, old_style=True)
        except nats.errors.NoRespondersError:
            await self._make(js)
            reply = await self._link.nats.request(self._subject, asked, timeout=seconds + 1, old_style=True)
        return reply.reply if not (reply.headers and "Status" in reply.headers) else ""

    async def _make(self, js: JetStreamContext) -> None:
        config = api.ConsumerConfig(
            durable_name=NAME,
            deliver_policy=api.DeliverPolicy.ALL,
            ack_policy=api.AckPolicy.EXPLICIT,
            ack_wait=HELD,
            max_ack_pending=1,
            headers_only=True,
            mem_storage=True,
            inactive_threshold=UNUSED,
        )
        with suppress(errors.BadRequestError):  # another machine has made it
            await js.add_consumer(self._stream, config)

    def give(self) -> None:
        """Send the message back, unless the servers have taken it."""
        held, self._held = self._held, None
        if held is None or time.monotonic() - held[1] > HELD:
            return
        with suppress(nats.errors.Error, TimeoutError, OSError, LogError):
            self._link.run(lambda js: self._link.nats.publish(held[0], b"-NAK"))
