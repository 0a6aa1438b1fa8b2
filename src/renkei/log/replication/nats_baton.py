"""The baton of a stream in NATS: the first message, which servers deliver again and again, to one machine at a time.

A pull consumer with a single unacknowledged message queues the machines that ask it. No machine ever acknowledges the
message. It sends the message back, or the servers take it after a time. They remove a consumer that no machine asks.
"""

import asyncio
import json
from contextlib import suppress
from time import monotonic

import nats.errors
from nats.js import api, errors
from nats.js.client import JetStreamContext

from renkei.errors import StreamUnavailableError
from renkei.log.replication.nats_link import NatsLink
from renkei.log.replication.stream import HELD

NAME = "baton"
"""The name of the consumer."""

UNUSED = 300.0
"""Seconds after which servers remove a consumer that no machine asks."""

FORMING = 8
"""How often a machine asks for a baton that servers do not know yet: they form a group for a new one."""

AGAIN = 0.02
"""Seconds by which the pause between two attempts grows."""

MARGIN = 1.0
"""Seconds that an answer may be late."""


class NatsBaton:
    """The baton of a stream; see `Baton`.

    The link is not that of the stream: machines without the right to use the baton must not fail to publish.
    """

    def __init__(self, link: NatsLink, stream: str) -> None:
        self._link = link
        self._stream = stream
        self._subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{NAME}"
        self._held: tuple[str, float] | None = None

    def take(self, seconds: float) -> bool:
        """Wait for the first message."""
        self._held = None
        try:
            answer = self._link.run(lambda js: self._asked(js, seconds), seconds + 2 * MARGIN)
        except (nats.errors.Error, TimeoutError, OSError, ValueError) as error:
            raise self._link.unavailable(str(error) or "no reply came") from error
        if answer:
            self._held = answer, monotonic()
        return self._held is not None

    async def _asked(self, js: JetStreamContext, seconds: float) -> str:
        """Return the subject that the first message is sent back to; empty if it did not come."""
        asked = json.dumps({"batch": 1, "expires": round(seconds * 1e9)}).encode()
        for attempt in range(FORMING):
            try:
                answer = await self._link.nats.request(self._subject, asked, timeout=seconds + MARGIN, old_style=True)
                return "" if answer.headers and "Status" in answer.headers else answer.reply
            except nats.errors.NoRespondersError:
                if attempt == 0:
                    await self._make(js)
                await asyncio.sleep(AGAIN * attempt)
        raise nats.errors.NoRespondersError

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
        if held is None or monotonic() - held[1] > HELD:
            return
        with suppress(nats.errors.Error, TimeoutError, OSError, StreamUnavailableError):
            self._link.run(lambda js: self._link.nats.publish(held[0], b"-NAK"))

    def close(self) -> None:
        """End the connection; the next use makes another."""
        self._link.close()
