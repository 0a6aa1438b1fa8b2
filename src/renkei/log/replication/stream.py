"""The interface of a stream: the one order of a project's records, kept by servers that several machines share.

A stream only decides which message follows which. Everything else is answered by the replica of a machine, a log in
SQLite (`replica`). So an implementation knows no records, and a new kind of server needs no more than this.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

LARGEST_MESSAGE = 512 * 1024
"""Most bytes of a message. A larger body is kept with `put`, and the message refers to it."""

MOST_MESSAGES = 1000
"""Most messages of one `publish`."""

IDLE = 1.0
"""Seconds without a message after which `follow` yields nothing, so that its caller can look at other things."""


HELD = 0.4
"""Seconds after which servers pass a baton that its holder keeps: it was killed or stopped."""


class Message(NamedTuple):
    """A message of a stream: its number, from 1 without gaps, and its content; None if renkei did not write it."""

    seq: int
    body: bytes | None
    signature: str | None = None
    """The part that was published beside the content to say who did it; see `signing`."""


class End(NamedTuple):
    """The end of a stream: the number of its last message, 0 for an empty one, and the id of the stream itself.

    The id is chosen when a stream is made and never changes, so that another one with the same name is noticed.
    """

    identity: str
    last: int


class ReconnectedError(Exception):
    """A connection to the servers was lost since a stream was compared, so that they may have been restored since."""


class Server(NamedTuple):
    """A server that has a copy of a stream, or should have one."""

    name: str
    leads: bool = False
    """Whether it decides the order."""
    answers: bool = True
    behind: int = 0
    """How many messages its copy lacks."""


class Standing(NamedTuple):
    """The servers of a stream; empty if they are unknown."""

    servers: tuple[Server, ...]
    needed: int
    """How many of them must answer so that messages can be added."""

    @property
    def answering(self) -> int:
        """How many of them answer."""
        return sum(one.answers for one in self.servers)

    @property
    def is_writable(self) -> bool:
        """Whether enough servers answer, and one of them leads."""
        return self.answering >= self.needed and any(one.leads for one in self.servers)


class Objects(Protocol):
    """Bodies beside a stream, each by its hash: SHA-256 in hexadecimal digits.

    Each method raises StreamUnavailableError when no server answers.
    """

    def put(self, body: bytes) -> str:
        """Keep a body and return its hash; it is durable on return."""

    def get(self, name: str) -> bytes:
        """Return the body with a hash; raises LogBrokenError if it is missing or was changed."""

    def drop(self, name: str) -> None:
        """Delete the body with a hash, if it is there and may be deleted."""

    def names(self) -> set[str]:
        """Return the hashes of all bodies."""


class Baton(Protocol):
    """A token that one machine has at a time; machines get it in the order in which they ask.

    With compare-and-append alone, the work of all machines but one is wasted whenever several write at once. A machine
    that writes with the baton is seldom refused. The baton excludes no other writer, and its holder may lose it at any
    time: compare-and-append remains the fence, so a lost or doubled baton costs time and no record. A baton that its
    holder does not give within `HELD` seconds passes to the next machine.
    """

    def take(self, seconds: float) -> bool:
        """Wait for the baton; return whether this machine has it. Raises StreamUnavailableError if there is none."""

    def give(self) -> None:
        """Pass the baton to the next machine in the queue; do nothing if it was taken away."""

    def close(self) -> None:
        """Release the connection."""


class Stream(Protocol):
    """An ordered sequence of messages on servers. Safe to share between threads, and fork-aware.

    Methods that need the servers raise StreamUnavailableError when no server answers, and StreamRefusedError for a
    stream that must not be used, such as a stream that drops old messages.
    """

    name: str
    """The name and the servers, as people are shown them; never with a password."""

    bodies: Objects
    """The bodies of large records."""

    snapshots: Objects
    """States of the project, which may be deleted."""
    baton: Baton
    """The baton of the machines that share the stream."""

    @property
    def losses(self) -> int:
        """How many connections to the servers were lost: servers that are restored from a backup end all of them."""

    def create(self) -> str:
        """Make the stream and return its id; raises StreamRefusedError if it exists already."""

    def publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = (), losses: int | None = None
    ) -> None:
        """Add messages if the stream ends with the message `after`: all or none, and durable on return.

        `signatures`: one for each, or none at all. `losses`: those that were known before the stream was compared.

        Raises ReconnectedError, with nothing written, if there were more losses since; ConflictError with the stream's
        last number if it ends with another one; StreamUnavailableError if nothing was written; and LogUncertainError if
        that is unknown. A message whose fate is unknown arrives later or never: as soon as another one has its number,
        never.
        """

    def end(self) -> End:
        """Return the end of the stream as the leading server knows it."""

    def at(self, seq: int) -> Message:
        """Return a message as the leading server knows it; raises StreamRefusedError for a number without a message."""

    def follow(self, after: int) -> Iterator[Sequence[Message]]:
        """Yield all messages after a number, several at a time, and new messages when they arrive.

        Yields an empty sequence after `IDLE` seconds without any. Ends when the stream is closed.
        """

    def put(self, body: bytes) -> bytes:
        """Keep a body beside the stream; return a message that refers to it. It is durable on return."""

    def get(self, reference: bytes) -> bytes | None:
        """Return the body that a message refers to, None if the message is no reference.

        Raises LogBrokenError for a body that is missing or was changed.
        """

    def read_shared(self) -> Mapping[str, bytes]:
        """Return the small values that all machines share, by key: heartbeats, tokens, leases."""

    def change_shared(self, key: str, before: bytes | None, after: bytes | None) -> bool:
        """Replace a shared value if it still is `before`, and return whether it was. None means no value."""

    def seed(self) -> bytes | None:
        """Return the private key by which the servers know this machine; None if they know it otherwise.

        Raises StreamUnavailableError if it cannot be read.
        """

    def standing(self) -> Standing:
        """Return the servers of the stream; raises StreamRefusedError, or StreamUnavailableError."""

    def may_publish(self) -> bool | None:
        """Return whether this machine may add messages; None if that is unknown.

        Raises StreamUnavailableError.
        """

    def close(self) -> None:
        """Release the connection; `follow` ends."""
