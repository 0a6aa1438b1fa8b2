"""A stream of NATS JetStream: each record is a message, and its number is the message's in the stream.

Servers compare the end of the stream with the expected one, so only one of two writers succeeds. Several records are
an atomic batch. `Nats-Expected-Last-Sequence` is the only condition that renkei sends: servers up to 2.15 stop every
copy of a stream when a message has a condition on the last id that is not met.

All machines share some small values. They are one document in another stream. A writer replaces the whole document,
unless another writer has replaced it since. Large bodies are objects of an object store.
"""

import base64
import json
import queue
import re
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import nats.errors
from nats.aio.msg import Msg
from nats.js import api, errors
from nats.js.client import JetStreamContext

from renkei.errors import ConflictError, LogUncertainError, StreamRefusedError, StreamUnavailableError
from renkei.log.replication.nats_address import read_address
from renkei.log.replication.nats_baton import NatsBaton
from renkei.log.replication.nats_link import ANSWER, LeaderlessError, NatsLink, Rights
from renkei.log.replication.nats_objects import NatsObjects
from renkei.log.replication.nats_servers import FORMING, made, servers_at, servers_in, silence_of
from renkei.log.replication.stream import IDLE, End, Message, Server, Standing

FORMAT = {"Renkei-Format": "1"}
"""The header of every message that renkei writes."""

SIGNATURE = "Renkei-Signature"
"""The header that says which machine wrote a record."""

AFTER = "Nats-Expected-Last-Sequence"
WRONG_LAST = (10071, 10164)
"""The error codes of servers when a stream ends at another message."""

EXISTS = (10058, 10065)
"""The error codes of servers when another stream has the same name or subject."""

REFERENCE = b"object:"
LONGEST_REFERENCE = 100

SERVERS = 3
"""Servers of a cluster from which each message is kept by three of them."""

NEVER = 2**62
"""A number that no message has."""

AT_ONCE = 500
"""Most messages that `follow` yields at once."""

MAKE = "Make the stream with `renkei init --stream`."
ANOTHER = "Choose another name."
ASK = "Ask who runs the servers."


Arriving = queue.SimpleQueue[tuple[Message, int] | None]
"""A queue from the thread of the connection to a thread that follows: messages, each with the number still to come.

None means that the stream is closed.
"""


class JetStream:
    """The stream `NAME`; beside it are `NAME-shared`, and the object stores `NAME-bodies` and `NAME-snapshots`."""

    def __init__(self, address: str, rights: Rights) -> None:
        found = read_address(address)
        self.name = address
        self._stream = found.name
        self._shared = f"{found.name}-shared"
        self._subject = f"renkei.{found.name}"
        self._servers = found.servers
        self._link = NatsLink(found.servers, address, rights)
        self.bodies = NatsObjects(self._link, f"{found.name}-bodies", address)
        self.snapshots = NatsObjects(self._link, f"{found.name}-snapshots", address)
        self.baton = NatsBaton(NatsLink(found.servers, address, rights), self._stream)
        self._publishing = threading.Lock()
        self._arriving: list[Arriving] = []

    @classmethod
    def at_address(cls, address: str, credentials: str = "") -> "JetStream":
        """Return the stream at an address; raises BadValueError."""
        return cls(address, Rights(credentials=credentials) if credentials else Rights())

    def create(self) -> str:
        """Make the stream, the stream of shared values and the object store."""
        identity: str = self._run(self._create, FORMING * ANSWER)
        return identity

    async def _create(self, js: JetStreamContext) -> str:
        identity = secrets.token_hex(8)
        copies = 3 if len(self._link.nats.servers) >= SERVERS else 1
        kept: dict[str, Any] = {"storage": api.StorageType.FILE, "num_replicas": copies, "deny_delete": True}
        records = api.StreamConfig(
            name=self._stream,
            subjects=[self._subject],
            deny_purge=True,
            allow_direct=True,
            allow_atomic=True,
            metadata={"renkei": identity},
            **kept,
        )
        shared = api.StreamConfig(name=self._shared, subjects=[f"{self._subject}.shared"], max_msgs=1, **kept)
        await made(lambda: js.add_stream(shared))
        for one in (self.bodies, self.snapshots):
            await made(partial(one.create, js, copies))
        await made(lambda: self._drop_left_values(js))
        await made(lambda: js.add_stream(records))  # last: whoever finds it finds the others
        return identity

    async def _drop_left_values(self, js: JetStreamContext) -> None:
        """Drop the shared values that a deleted stream of this name has left: its tokens would be accepted again."""
        values, revision = await self._shared_values(js)  # first: values of a stream made meanwhile have another one
        with suppress(errors.NotFoundError):
            await js.stream_info(self._stream)
            return
        if values:
            await self._replace_shared(b"{}", revision)

    @property
    def losses(self) -> int:
        """How many connections were lost."""
        return self._link.losses

    def publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = (), losses: int | None = None
    ) -> None:
        """Add messages as one atomic batch."""
        with self._publishing:
            answer = self._changed(lambda js: self._publish(bodies, after, signatures, losses), self._subject)
        error = answer.get("error")
        if error is None:
            return
        if error.get("err_code") in WRONG_LAST:
            raise ConflictError(seq=self._last(error), after=after)
        raise self._link.unavailable(error.get("description", "the stream refuses"))

    def _last(self, error: Mapping[str, Any]) -> int:
        """Return the last number of the stream from a refusal, or ask the stream."""
        found = re.search(r"(\d+)$", str(error.get("description")))
        return int(found[1]) if found else self.end().last

    async def _publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str], losses: int | None
    ) -> dict[str, Any]:
        server, batch = self._link.nats, secrets.token_hex(8)
        for number, body in enumerate(bodies, 1):
            self._link.check(losses)
            headers = FORMAT | ({AFTER: str(after)} if number == 1 else {})
            headers |= {SIGNATURE: signatures[number - 1]} if signatures else {}
            if len(bodies) > 1:
                headers |= {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
            if number < len(bodies):
                await server.publish(self._subject, body, headers=headers)
                continue
            if len(bodies) > 1:
                headers["Nats-Batch-Commit"] = "1"
            reply = await server.request(self._subject, body, headers=headers, timeout=ANSWER)
            found: dict[str, Any] = json.loads(reply.data)
        return found

    def _changed(self, ask: Any, subject: str) -> Any:
        """Return what a message on a subject returns; raises LogUncertainError if its reply was lost."""
        try:
            return self._link.run(ask, about=f'"{subject}"')
        except nats.errors.NoRespondersError as error:
            raise self._link.unavailable(self._silence() or "no server with the stream answers") from error
        except (nats.errors.MaxPayloadError, nats.errors.OutboundBufferLimitError) as error:
            raise self._link.unavailable(error) from error
        except (nats.errors.Error, TimeoutError, OSError, ValueError) as error:
            reason = str(error) or self._silence() or "no reply came"
            raise LogUncertainError(path=self.name, reason=reason) from error

    def _run(self, ask: Any, timeout: float = ANSWER) -> Any:
        """Return what a question returns."""
        try:
            return self._link.run(ask, timeout)
        except errors.NotFoundError:
            raise StreamRefusedError(path=self.name, reason="there is no such stream", advice=MAKE) from None
        except errors.BadRequestError as error:
            exists = error.err_code in EXISTS
            reason, advice = ("there is one already", ANOTHER) if exists else (error.description, ASK)
            raise StreamRefusedError(path=self.name, reason=reason, advice=advice) from None
        except (nats.errors.Error, TimeoutError, OSError) as error:
            raise self._link.unavailable(self._silence() or str(error) or "no reply came") from error

    def _silence(self) -> str:
        return silence_of(self._servers)

    def end(self) -> End:
        """Return the end of the stream; raises StreamRefusedError for a stream that loses messages."""
        info: api.StreamInfo = self._run(self._info)
        identity = (info.config.metadata or {}).get("renkei")
        if not identity:
            raise StreamRefusedError(path=self.name, reason="renkei did not make it", advice=ANOTHER)
        if reason := _loses(info):
            raise StreamRefusedError(path=self.name, reason=reason, advice=ASK)
        return End(identity, info.state.last_seq)

    async def _info(self, js: JetStreamContext) -> api.StreamInfo:
        """Return what the leader says: without one, a server answers after ten seconds with what it had until then."""
        info = await js.stream_info(self._stream)
        if info.cluster is not None and not info.cluster.leader:
            raise LeaderlessError
        return info

    def at(self, seq: int) -> Message:
        """Return a message, as the leader knows it."""
        found = self._run(lambda js: js.get_msg(self._stream, seq))
        return _message(seq, found.data or b"", found.headers)

    def follow(self, after: int) -> Iterator[Sequence[Message]]:
        """Yield messages as an ordered consumer gets them."""
        arriving, subscription = self._subscribed(after)
        try:
            while (found := _arrived(arriving)) is not None:
                new = [one for one in found if one.seq > after]
                if new and new[0].seq == after + 1:
                    after = new[-1].seq
                    yield new
                    continue
                yield ()
                if new or self._is_behind(after, arriving):
                    self._unsubscribe(arriving, subscription)
                    arriving, subscription = self._subscribed(after)
        finally:
            self._unsubscribe(arriving, subscription)

    def _subscribed(self, after: int) -> tuple[Arriving, Any]:
        arriving: Arriving = queue.SimpleQueue()
        subscription = self._run(lambda js: self._subscribe(js, after, arriving))
        self._arriving.append(arriving)
        return arriving, subscription

    async def _subscribe(self, js: JetStreamContext, after: int, arriving: Arriving) -> Any:
        async def put(message: Msg) -> None:
            seq = message.metadata.sequence.stream
            arriving.put((_message(seq, message.data, message.headers), message.metadata.num_pending))

        start = api.ConsumerConfig(deliver_policy=api.DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=after + 1)
        return await js.subscribe(
            self._subject,
            stream=self._stream,
            ordered_consumer=True,
            cb=put,
            config=start,
            pending_msgs_limit=-1,
            pending_bytes_limit=-1,
        )

    def _is_behind(self, after: int, arriving: Arriving) -> bool:
        """Return whether the stream has gone on without a word: a consumer is lost with its server."""
        try:
            return arriving.empty() and self._run(self._info).state.last_seq > after
        except (StreamUnavailableError, StreamRefusedError):
            return False

    def _unsubscribe(self, arriving: Arriving, subscription: Any) -> None:
        with suppress(ValueError):
            self._arriving.remove(arriving)
        gone = (nats.errors.Error, TimeoutError, OSError, StreamUnavailableError)
        with suppress(*gone):  # it is lost with its connection
            self._link.run(lambda js: subscription.unsubscribe(), 1)

    def put(self, body: bytes) -> bytes:
        """Keep a body in the object store, by its hash."""
        return REFERENCE + self.bodies.put(body).encode()

    def get(self, reference: bytes) -> bytes | None:
        """Return a body from the object store."""
        if not reference.startswith(REFERENCE) or len(reference) > LONGEST_REFERENCE:
            return None
        return self.bodies.get(reference.removeprefix(REFERENCE).decode("ascii", "replace"))

    def read_shared(self) -> Mapping[str, bytes]:
        """Return the shared values."""
        values: dict[str, bytes] = self._run(self._shared_values)[0]
        return values

    def change_shared(self, key: str, before: bytes | None, after: bytes | None) -> bool:
        """Set a shared value; another value that changes at the same time is no obstacle."""
        while True:
            values, revision = self._run(self._shared_values)
            if values.get(key) != before:
                return False
            changed = {name: value for name, value in values.items() if name != key}
            if after is not None:
                changed[key] = after
            body = json.dumps({name: base64.b64encode(one).decode() for name, one in changed.items()}).encode()
            if self._changed(
                lambda js, to=body, last=revision: self._replace_shared(to, last), f"{self._subject}.shared"
            ):
                return True

    async def _shared_values(self, js: JetStreamContext) -> tuple[dict[str, bytes], int]:
        try:
            found = await js.get_msg(self._shared, subject=f"{self._subject}.shared")
        except errors.NotFoundError:
            return {}, 0
        try:
            values = {key: base64.b64decode(value) for key, value in json.loads(found.data or b"{}").items()}
        except (ValueError, TypeError, AttributeError):  # a stranger wrote it
            values = {}
        return values, found.seq or 0

    async def _replace_shared(self, body: bytes, last: int) -> bool:
        reply = await self._link.nats.request(
            f"{self._subject}.shared", body, headers=FORMAT | {AFTER: str(last)}, timeout=ANSWER
        )
        error = json.loads(reply.data).get("error")
        if error is not None and error.get("err_code") not in WRONG_LAST:
            raise self._link.unavailable(error.get("description", "the stream refuses"))
        return error is None

    def seed(self) -> bytes | None:
        """Return the private key in the credentials file."""
        return self._link.seed()

    def standing(self) -> Standing:
        """Return the servers with a copy of the stream, by its leader; without one, those at the address."""
        servers: tuple[Server, ...] = ()
        with suppress(StreamUnavailableError):
            servers = servers_in(self._run(lambda js: js.stream_info(self._stream)))
        servers = servers or servers_at(self._servers)
        return Standing(servers, len(servers) // 2 + 1)

    def may_publish(self) -> bool | None:
        """Return whether this machine may publish, by a message that the stream refuses in any case."""
        try:
            self.publish([b""], NEVER)
        except ConflictError:
            return True
        except StreamUnavailableError as error:
            return False if "permissions violation" in str(error).lower() else None
        except LogUncertainError:
            pass
        return None

    def close(self) -> None:
        """End the connection, and every `follow`."""
        for one in list(self._arriving):
            one.put(None)
        self.baton.close()
        self._link.close()


def _arrived(arriving: Arriving) -> list[Message] | None:
    """Return what has arrived or is on its way, nothing after a while; None when the stream is closed."""
    found: list[Message] = []
    more = 1
    with suppress(queue.Empty):
        while len(found) < AT_ONCE:
            if (one := arriving.get(timeout=IDLE if more else 0)) is None:
                return None
            message, more = one
            found.append(message)
    return found


def _message(seq: int, data: bytes, headers: Mapping[str, str] | None) -> Message:
    is_ours = headers and FORMAT.items() <= headers.items()
    return Message(seq, data, headers.get(SIGNATURE)) if headers and is_ours else Message(seq, None)


def _loses(info: api.StreamInfo) -> str:
    """Return why a stream would lose messages; empty if it keeps all."""
    config, state = info.config, info.state
    if any((one or 0) > 0 for one in (config.max_msgs, config.max_bytes, config.max_age, config.max_msgs_per_subject)):
        return "it is limited, and drops old messages"
    if not (config.deny_delete and config.deny_purge):
        return "its messages can be deleted"
    if config.storage != api.StorageType.FILE:
        return "it is kept in memory only"
    if state.messages and state.first_seq != 1:
        return f"its first {state.first_seq - 1} messages are gone"
    return ""
