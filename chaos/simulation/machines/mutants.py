"""Ways to break the replica or its models from outside; each must break a promise within a thousand schedules."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from unittest.mock import patch

from renkei.engine.record import Record
from renkei.errors import LogUncertainError
from renkei.log.replication import replica
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.stream import Message
from simulation.machines.replica import ModelledSqlite
from simulation.machines.stream import Servers, SimulatedStream
from simulation.machines.threads import timed
from simulation.mutants import Mutant

_PUBLISH, _FOLLOW, _VOID = SimulatedStream.publish, SimulatedStream.follow, replica.void


def _believe(stream: SimulatedStream, bodies: Sequence[bytes], *rest: Any) -> None:
    try:
        _PUBLISH(stream, bodies, *rest)
    except LogUncertainError:
        stream.process.step("takes the records for written")


def _accept_anywhere(servers: Servers, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = ()) -> None:
    servers.signatures |= dict(enumerate(signatures, len(servers.messages) + 1))
    servers.messages += bodies


def _skip(stream: SimulatedStream, after: int) -> Iterator[Sequence[Message]]:
    for messages in _FOLLOW(stream, after):
        skips = len(messages) > 1 and stream.servers.chance.random() < 0.1
        yield messages[1:] if skips else messages


def _void_now(seq: int, before: Record | None) -> Record:
    void = _VOID(seq, before)
    return Record(seq=seq, id=void.id, at=timed().current.owner.now(), actor=void.actor, events=())


def _read_anywhere(log: ReplicaLog, seq: int, body: bytes) -> Record | None:
    with suppress(ValueError):
        return replica.read_record(body)
    return None


def _take_once(log: ReplicaLog, messages: Sequence[Message], losses: int) -> None:
    records, *kept = log._read_messages(messages)
    if records:
        log._append(records, *kept, synced=False)


MUTANTS: dict[str, Mutant] = {
    "own records are inserted without an acknowledgement": lambda: patch.object(SimulatedStream, "publish", _believe),
    "the servers do not compare the end": lambda: patch.object(Servers, "accept", _accept_anywhere),
    "the feeder skips a number": lambda: patch.object(SimulatedStream, "follow", _skip),
    "a void record has another time": lambda: patch.object(replica, "void", _void_now),
    "a known record is taken again": lambda: patch.object(replica.Taken, "is_new", lambda *_: True),
    "a record may have another number": lambda: patch.object(ReplicaLog, "_read_body", _read_anywhere),
    "what another process added is added again": lambda: patch.object(ReplicaLog, "take", _take_once),
    "a void record hides those before it": lambda: patch.object(replica, "MOST_VOID", 1),
    "lost connections are not noticed": lambda: patch.object(SimulatedStream, "losses", 0),
    "signatures are not kept": lambda: patch.object(replica, "kept", lambda _: None),
    "ids of commands are not looked up": lambda: patch.multiple(
        ModelledSqlite, find=lambda *_: None, content_hashes=lambda *_: {}
    ),
}
"""Each with what puts it in place for a block."""
