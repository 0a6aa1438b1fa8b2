"""The servers of a stream, and what a process of a machine sees of them through a network that fails.

Servers do each thing that is asked of them at one moment. A question and its answer may be lost, and a request may
arrive late or twice.
"""

import hashlib
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from renkei.engine.record import Record
from renkei.errors import ConflictError, LogBrokenError, LogUncertainError, StreamRefusedError, StreamUnavailableError
from renkei.log.replication.stream import HELD, IDLE, End, Message, ReconnectedError, Server, Standing
from simulation.machines.threads import SECOND, TimedScheduler

if TYPE_CHECKING:
    from simulation.machines.machine import SharingProcess

NAME = "simulated://shop"
IDENTITY = "shop-1"
REFERENCE = b"object:"

ANSWER = 5.0
"""Seconds that a process waits for an answer."""

LATEST = 20.0
"""Most seconds that a request is late."""


@dataclass(eq=False)
class Servers:
    """What all machines see. Times are those of the scheduler's clock."""

    scheduler: TimedScheduler
    chance: random.Random
    messages: list[bytes | None]
    signatures: dict[int, str] = field(default_factory=dict)
    """By the number of the message."""
    bodies: dict[str, bytes] = field(default_factory=dict)
    shared: dict[str, bytes] = field(default_factory=dict)
    down_until: int = 0
    """When they answer again."""
    loss: float = 0.0
    """How likely it is that a request is lost, late or doubled, or that its answer is lost."""
    lag: int = 0
    lags_until: int = 0
    """How many messages their new leader does not know of yet, and until when."""
    late: list[tuple[int, Sequence[bytes], int, Sequence[str]]] = field(default_factory=list)
    """Requests that are still on their way: when they arrive, the bodies, the expected end, and the signatures."""
    queue: deque["SimulatedBaton"] = field(default_factory=deque)
    before: Sequence[Record] | None = None
    """The records that they had before they were restored from a backup."""
    passed: int = 0
    """When the first of the queue got the baton."""

    @property
    def is_down(self) -> bool:
        """Whether they answer nobody."""
        return self.scheduler.time < self.down_until

    def last(self) -> int:
        """Return the number of the last message that their leader knows of."""
        hidden = self.lag if self.scheduler.time < self.lags_until else 0
        return max(len(self.messages) - hidden, min(len(self.messages), 1))

    def accept(self, bodies: Sequence[bytes | None], after: int, signatures: Sequence[str] = ()) -> None:
        """Add messages if the stream ends with `after`; else raise ConflictError."""
        if len(self.messages) != after:
            raise ConflictError(seq=len(self.messages), after=after)
        self.messages += bodies
        self.signatures |= dict(enumerate(signatures, after + 1))
        self.lag = 0  # a leader that accepts messages knows all of them

    def be_late(self, bodies: Sequence[bytes], after: int, signatures: Sequence[str]) -> None:
        """Let a request arrive later."""
        arrives = self.scheduler.time + self.chance.randrange(int(LATEST * SECOND))
        self.late.append((arrives, bodies, after, signatures))

    def deliver(self) -> None:
        """Let the requests arrive that are on their way, if their time has come."""
        due = [one for one in self.late if one[0] <= self.scheduler.time]
        for one in due:
            self.late.remove(one)
            if not self.is_down and one[2] == len(self.messages):
                self.scheduler.note("-", "a late request arrives")
                self.accept(*one[1:])

    def message(self, seq: int) -> Message:
        """Return a message."""
        return Message(seq, self.messages[seq - 1], self.signatures.get(seq))

    def restore(self, last: int) -> None:
        """Lose what follows a message, and what was on its way over connections that end with the old servers."""
        self.late.clear()
        del self.messages[last:]
        self.signatures = {seq: one for seq, one in self.signatures.items() if seq <= last}

    def has_baton(self, one: "SimulatedBaton") -> bool:
        """Return whether a process has the baton; one that was kept for too long is passed on."""
        if self.queue and self.scheduler.time >= self.passed + HELD * SECOND:
            self.take_out(self.queue[0])
        return bool(self.queue) and self.queue[0] is one

    def take_out(self, one: "SimulatedBaton") -> None:
        """Remove a process from the queue."""
        if one in self.queue:
            if self.queue[0] is one:
                self.passed = self.scheduler.time
            self.queue.remove(one)


class SimulatedBaton:
    """The baton as one process sees it."""

    def __init__(self, stream: "SimulatedStream") -> None:
        self._stream, self._servers = stream, stream.servers

    def take(self, seconds: float) -> bool:
        """Wait for the baton; return whether this process has it."""
        self._stream.reach("asks for the baton")
        servers, end = self._servers, self._servers.scheduler.time + int(seconds * SECOND)
        if not servers.queue:
            servers.passed = servers.scheduler.time
        servers.queue.append(self)
        while not servers.has_baton(self):
            left = end - servers.scheduler.time
            if self not in servers.queue or left <= 0:
                servers.take_out(self)
                return False
            if servers.is_down:
                servers.queue.clear()
                raise self._stream.unavailable()
            servers.scheduler.wait_for(
                "the baton", lambda: servers.has_baton(self) or servers.is_down, min(HELD, left / SECOND)
            )
        return True

    def give(self) -> None:
        """Pass the baton."""
        self._stream.process.step("passes the baton")
        self._servers.take_out(self)

    def close(self) -> None:
        """Leave the queue."""
        self._servers.take_out(self)


class SimulatedObjects:
    """Bodies beside the stream."""

    def __init__(self, stream: "SimulatedStream", kept: dict[str, bytes]) -> None:
        self._stream, self._kept = stream, kept

    def put(self, body: bytes) -> str:
        """Keep a body."""
        name = hashlib.sha256(body).hexdigest()
        self._stream.reach("keeps a body")
        self._kept[name] = body
        return name

    def get(self, name: str) -> bytes:
        """Return a body."""
        self._stream.reach("gets a body")
        if name not in self._kept:
            raise LogBrokenError(path=NAME, reason="a body is missing")
        return self._kept[name]

    def drop(self, name: str) -> None:
        """Delete a body."""
        self._kept.pop(name, None)

    def names(self) -> set[str]:
        """Return the hashes of all bodies."""
        return set(self._kept)


class SimulatedStream:
    """The connection of one process (`renkei.log.replication.stream.Stream`)."""

    name = NAME

    def __init__(self, process: "SharingProcess") -> None:
        self.process = process
        self.servers: Servers = process.machine.servers
        self.bodies = SimulatedObjects(self, self.servers.bodies)
        self.snapshots = SimulatedObjects(self, {})
        self.baton = SimulatedBaton(self)
        self._uses = 0
        self._before = self.servers.before

    def unavailable(self) -> StreamUnavailableError:
        """Return the error of a process that no server answers."""
        return StreamUnavailableError(path=NAME, reason="no server answers")

    @property
    def _is_cut(self) -> bool:
        return self.servers.is_down or self.servers.scheduler.time < self.process.machine.cut_until

    def reach(self, what: str) -> None:
        """Let others continue, then reach the servers; raises StreamUnavailableError."""
        self.process.step(what)
        if not self.servers.scheduler.wait_for("a server", lambda: not self._is_cut, ANSWER):
            raise self.unavailable()

    def _uncertain(self) -> LogUncertainError:
        self.servers.scheduler.sleep(ANSWER)
        return LogUncertainError(path=NAME, reason="no reply came")

    def create(self) -> str:
        """Return the id of the stream."""
        return IDENTITY

    @property
    def losses(self) -> int:
        """How many connections were lost: one when the servers were restored."""
        return int(self.servers.before is not self._before)

    def publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = (), losses: int | None = None
    ) -> None:
        """Send a request, which may be lost, late or doubled, and wait for the answer, which may be lost."""
        self.reach(f"publishes after {after}")
        if losses not in (None, self.losses):
            raise ReconnectedError
        servers, chance = self.servers, self.servers.chance
        fate = chance.choice(FATES) if chance.random() < servers.loss else ""
        if fate:
            servers.scheduler.note("-", fate)
        if fate == "a request is late" or fate == "a request is doubled":
            servers.be_late(bodies, after, signatures)
        if fate == "a request is late" or fate == "a request is lost":
            raise self._uncertain()
        try:
            servers.accept(bodies, after, signatures)
        finally:
            self.process.step("waits for the answer")
            if fate == "an answer is lost" or self._is_cut:
                raise self._uncertain()

    def end(self) -> End:
        """Return the end of the stream."""
        self.reach("asks for the end")
        last = self.servers.last()
        self.process.step("gets the end")
        return End(IDENTITY, last)

    def at(self, seq: int) -> Message:
        """Return a message."""
        self.reach(f"asks for message {seq}")
        if not 0 < seq <= self.servers.last():
            raise StreamRefusedError(path=NAME, reason=f"it has no message {seq}", advice="")
        return self.servers.message(seq)

    def follow(self, after: int) -> Iterator[Sequence[Message]]:
        """Yield messages, some at a time, and some of them once more."""
        opened, servers, chance = self._uses, self.servers, self.servers.chance
        before = servers.before
        while True:
            self.reach(f"follows after {after}")
            if self._has_closed(opened, after):
                return
            if self._is_cut or servers.before is not before:
                raise self.unavailable()
            first = max(0, after - chance.randrange(3)) if chance.random() < servers.loss else after
            last = min(len(servers.messages), after + chance.randrange(1, 6))
            found = [servers.message(seq) for seq in range(first + 1, last + 1)]
            yield found if last > after else []
            after = last

    def _has_closed(self, opened: int, after: int) -> bool:
        """Wait for a message after a number; return whether the stream was closed instead."""
        servers = self.servers
        servers.scheduler.wait_for(
            "messages", lambda: len(servers.messages) > after or self._is_cut or self._uses != opened, IDLE
        )
        return self._uses != opened

    def put(self, body: bytes) -> bytes:
        """Keep a body beside the stream; return a message that refers to it."""
        return REFERENCE + self.bodies.put(body).encode()

    def get(self, reference: bytes) -> bytes | None:
        """Return the body that a message refers to."""
        return self.bodies.get(reference.removeprefix(REFERENCE).decode()) if reference.startswith(REFERENCE) else None

    def read_shared(self) -> Mapping[str, bytes]:
        """Return the shared values."""
        self.reach("reads shared values")
        return dict(self.servers.shared)

    def change_shared(self, key: str, before: bytes | None, after: bytes | None) -> bool:
        """Replace a shared value."""
        self.reach(f"changes {key}")
        if self.servers.shared.get(key) != before:
            return False
        if after is None:
            self.servers.shared.pop(key, None)
        else:
            self.servers.shared[key] = after
        return True

    def seed(self) -> bytes:
        """Return the private key of the machine."""
        return hashlib.sha256(self.process.machine.name.encode()).digest()

    def standing(self) -> Standing:
        """Return the servers."""
        return Standing((Server("n1", leads=True),), 1)

    def may_publish(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """End what follows."""
        self._uses += 1


FATES = ("a request is lost", "a request is late", "a request is doubled", "an answer is lost")
"""What the network may do to a request."""
