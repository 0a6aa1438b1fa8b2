"""A stream in memory, which machines of a test share, and which fails as real ones do when it is told to."""

import hashlib
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Literal

from renkei.errors import ConflictError, LogBrokenError, LogUncertainError, StreamRefusedError, StreamUnavailableError
from renkei.log.replication.stream import HELD, IDLE, End, Message, ReconnectedError, Server, Standing

Fault = Literal["", "down", "lost request", "lost reply", "overtaken"]
"""What happens to a publish: nothing; no server answers; it is lost on its way; only the reply is lost; a message that
renkei did not write comes first.
"""

REFERENCE = b"object:"


@dataclass
class Servers:
    """The servers: what all machines see."""

    identity: str = "shop-1"
    messages: list[bytes | None] = field(default_factory=list)
    signatures: dict[int, str] = field(default_factory=dict)
    bodies: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[str, bytes] = field(default_factory=dict)
    shared: dict[str, bytes] = field(default_factory=dict)
    exists: bool = False
    is_down: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)
    published: int = 0
    followers: list[Server] = field(default_factory=list)
    queue: deque["MemoryBaton"] = field(default_factory=deque)
    """The machines that ask for the baton; the first has it."""
    passed: float = 0.0
    """When the first got it."""

    def take_out(self, one: "MemoryBaton") -> None:
        """Remove a machine from the queue."""
        with self.changed:
            if one in self.queue:
                self.passed = monotonic() if self.queue[0] is one else self.passed
                self.queue.remove(one)
                self.changed.notify_all()

    def add(self, *bodies: bytes | None) -> None:
        """Add messages, whoever sent them."""
        with self.changed:
            self.messages += bodies
            self.changed.notify_all()

    def stop(self) -> None:
        """Answer nobody any more."""
        with self.changed:
            self.is_down = True
            self.changed.notify_all()

    def need(self) -> None:
        """Raise StreamUnavailableError while nobody is answered."""
        if self.is_down:
            raise StreamUnavailableError(path="memory://shop", reason="no server answers")

    def start(self) -> None:
        """Answer again."""
        with self.changed:
            self.is_down = False
            self.changed.notify_all()


class MemoryObjects:
    """Bodies beside the stream."""

    def __init__(self, servers: Servers, kept: dict[str, bytes]) -> None:
        self._servers, self._kept = servers, kept

    def put(self, body: bytes) -> str:
        name = hashlib.sha256(body).hexdigest()
        self._now()[name] = body
        return name

    def get(self, name: str) -> bytes:
        body = self._now().get(name)
        if body is None or hashlib.sha256(body).hexdigest() != name:
            raise LogBrokenError(path="memory://shop", reason="a body is missing, or was changed")
        return body

    def drop(self, name: str) -> None:
        self._now().pop(name, None)

    def names(self) -> set[str]:
        return set(self._now())

    def _now(self) -> dict[str, bytes]:
        with self._servers.changed:
            self._servers.need()
            return self._kept


class MemoryBaton:
    """The baton as one machine sees it."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers

    def take(self, seconds: float) -> bool:
        servers, end = self.servers, monotonic() + seconds
        with servers.changed:
            servers.queue.append(self)
            if servers.queue[0] is self:
                servers.passed = monotonic()
            while servers.queue[0] is not self:
                if servers.is_down or monotonic() >= end:
                    servers.take_out(self)
                    break
                if (late := servers.passed + HELD - monotonic()) <= 0:
                    servers.take_out(servers.queue[0])
                    continue
                servers.changed.wait(min(late, end - monotonic()))
            if servers.is_down:
                raise StreamUnavailableError(path=MemoryStream.name, reason="no server answers")
            return self in servers.queue

    def give(self) -> None:
        self.servers.take_out(self)

    def close(self) -> None:
        self.give()


class MemoryStream:
    """The connection of one machine to the servers; `faults` happen to its next publishes, one each."""

    name = "memory://shop"

    def __init__(self, servers: Servers, faults: Sequence[Fault] = ()) -> None:
        self.servers = servers
        self.faults = deque(faults)
        self.bodies, self.snapshots = (MemoryObjects(servers, one) for one in (servers.bodies, servers.snapshots))
        self.baton = MemoryBaton(servers)
        self._uses = 0
        self.losses = 0

    def create(self) -> str:
        with self.servers.changed:
            self._need_servers()
            if self.servers.exists:
                raise StreamRefusedError(path=self.name, reason="it exists already", advice="")
            self.servers.exists = True
            return self.servers.identity

    def publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = (), losses: int | None = None
    ) -> None:
        fault = self.faults.popleft() if self.faults else ""
        with self.servers.changed:
            self._need_servers()
            if losses not in (None, self.losses):
                raise ReconnectedError
            if fault == "down":
                raise StreamUnavailableError(path=self.name, reason="no server answers")
            if fault == "lost request":
                raise LogUncertainError(path=self.name, reason="no reply came")
            if fault == "overtaken":
                self.servers.add(None)
            last = len(self.servers.messages)
            if last != after:
                raise ConflictError(seq=last, after=after)
            self.servers.published += 1
            self.servers.signatures |= dict(enumerate(signatures, after + 1))
            self.servers.add(*bodies)
        if fault == "lost reply":
            raise LogUncertainError(path=self.name, reason="no reply came")

    def end(self) -> End:
        with self.servers.changed:
            self._need_servers()
            return End(self.servers.identity, len(self.servers.messages))

    def at(self, seq: int) -> Message:
        with self.servers.changed:
            self._need_servers()
            if not 0 < seq <= len(self.servers.messages):
                raise StreamRefusedError(path=self.name, reason=f"it has no message {seq}", advice="")
            return self._message(seq, self.servers.messages[seq - 1])

    def follow(self, after: int) -> Iterator[Sequence[Message]]:
        opened = self._uses

        def has_news() -> bool:
            return len(self.servers.messages) > after or self.servers.is_down or self._uses != opened

        while True:
            with self.servers.changed:
                self.servers.changed.wait_for(has_news, IDLE)
                if self._uses != opened:
                    return
                self._need_servers()
                new = self.servers.messages[after : after + 500]
                found = [self._message(seq, body) for seq, body in enumerate(new, after + 1)]
            after += len(found)
            yield found

    def _message(self, seq: int, body: bytes | None) -> Message:
        return Message(seq, body, self.servers.signatures.get(seq))

    def put(self, body: bytes) -> bytes:
        return REFERENCE + self.bodies.put(body).encode()

    def get(self, reference: bytes) -> bytes | None:
        return self.bodies.get(reference.removeprefix(REFERENCE).decode()) if reference.startswith(REFERENCE) else None

    def read_shared(self) -> Mapping[str, bytes]:
        with self.servers.changed:
            self._need_servers()
            return dict(self.servers.shared)

    def change_shared(self, key: str, before: bytes | None, after: bytes | None) -> bool:
        with self.servers.changed:
            self._need_servers()
            if self.servers.shared.get(key) != before:
                return False
            if after is None:
                self.servers.shared.pop(key, None)
            else:
                self.servers.shared[key] = after
            return True

    def seed(self) -> None:
        return None

    def standing(self) -> Standing:
        with self.servers.changed:
            self._need_servers()
            servers = (Server("n1", leads=True), *self.servers.followers)
            return Standing(servers, len(servers) // 2 + 1)

    def may_publish(self) -> bool:
        return True

    def close(self) -> None:
        with self.servers.changed:
            self._uses += 1
            self.servers.changed.notify_all()

    def _need_servers(self) -> None:
        self.servers.need()
