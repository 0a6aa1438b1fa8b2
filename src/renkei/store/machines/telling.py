"""The report of each machine of a shared project: its last record, its key, and the agents whose turns it began.

Each machine has a shared value. The process that feeds its replica changes it a few seconds after new records, at most
every few seconds, and a process that began turns when it has time. Nothing is asked or told while nothing happens.
"""

import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from renkei.engine.record import Record
from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.log.replication.stream import Stream

if TYPE_CHECKING:
    from renkei.store.machines.keys import MachineKeys  # only shared projects load it

MACHINES = "machines/"
"""Prefix of the keys of shared values."""

SOONEST, LATEST = 2.0, 5.0
"""Seconds after a new record in which a machine tells others of it, at random so that not all do so at once."""

_KEY = re.compile(r"[0-9a-f]{64}")

MOST_TURNS = 500
"""Most agents in the value of a machine, those with the newest turns."""


@frozen
class Told:
    """The last message of a machine to the others."""

    seq: int
    """Its last record."""
    at: str
    """When it told that, by its clock."""
    turns: dict[str, int]
    """The record of the last turn of each agent that began one there."""
    key: str = ""
    """The public key with which it signs records; "" for none."""


NOTHING = Told(0, "", {})


class Telling:
    """The message of one process for its machine. Its methods raise nothing: a report that fails is repeated later.

    `keys`: those that machines tell are remembered there; None if this machine signs nothing.
    """

    def __init__(
        self,
        stream: Stream,
        machine: str,
        clock: Callable[[], float] = time.monotonic,
        keys: "MachineKeys | None" = None,
    ) -> None:
        self._stream = stream
        self._key = MACHINES + machine
        self._clock = clock
        self._keys = keys
        self._has_signed = False
        self._is_known = keys is None
        """Whether the key with which this machine signs was told."""
        self._lock = threading.Lock()
        self._seq = 0
        self._due: float | None = None
        self.turns: dict[str, int] = {}
        """The turns that others do not know yet."""

    def note(self, seq: int) -> None:
        """Note the last record of the replica, and tell others if it is time."""
        if seq != self._seq and self._due is None:
            self._due = self._clock() + random.uniform(SOONEST, LATEST)  # noqa: S311 – not a secret
        if self._due is not None and self._clock() >= self._due:
            self.tell(seq)

    def note_own(self, record: Record) -> None:
        """Note the turns that a record of this process begins, and that others may not know who signed it."""
        with self._lock:
            self._has_signed = True
            self.turns |= {one.agent: record.seq for one in record.events if one.kind == "turn_began"}
            if self.turns and self._due is None:
                self._due = self._clock() + SOONEST

    def tell_turns(self, seq: int, *, now: bool = False) -> None:
        """Tell others of turns that they do not know, if it is time or it must be `now`; `seq` is the last record.

        The first key of a machine is announced at once.
        """
        if self._is_new() or (self.turns and (now or (self._due is not None and self._clock() >= self._due))):
            self.tell(seq)

    def _is_new(self) -> bool:
        """Return whether this process has signed with a key that was not told."""
        if self._has_signed and not self._is_known and self._keys is not None:
            with suppress(LogError):
                self._is_known = self._keys.is_own_known
                return not self._is_known
        return False

    def tell(self, seq: int) -> None:
        """Tell others the last record, and the turns."""
        with self._lock:
            turns, self._due = dict(self.turns), None
        with suppress(LogError):
            values = self._stream.read_shared()
            before = values.get(self._key)
            key = self._keys.signer.public if self._keys is not None else _read(before).key
            if self._stream.change_shared(self._key, before, _encoded(seq, _read(before), turns, key)):
                self._seq = seq
                with self._lock:
                    self.turns = {agent: at for agent, at in self.turns.items() if turns.get(agent) != at}
                if self._keys is not None:
                    self._keys.note(told_keys(values) | {self._keys.signer.machine: key})


def told_keys(values: Mapping[str, bytes]) -> dict[str, str]:
    """Return the key that each machine told, by its name, from the shared values."""
    return {name: told.key for name, told in _found(values)}


def read_machines(values: Mapping[str, bytes]) -> dict[str, Told]:
    """Return what each machine told, by its name, from the shared values."""
    return dict(sorted(_found(values)))


def _found(values: Mapping[str, bytes]) -> Iterator[tuple[str, Told]]:
    for key, value in values.items():
        if key.startswith(MACHINES) and (told := _read(value)).at:
            yield key.removeprefix(MACHINES), told


def _encoded(seq: int, before: Told, turns: dict[str, int], key: str) -> bytes:
    at = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    newest = sorted((before.turns | turns).items(), key=lambda one: one[1])[-MOST_TURNS:]
    return json.dumps({"seq": max(seq, before.seq), "at": at, "turns": dict(newest), "key": key}).encode()


def _read(value: bytes | None) -> Told:
    """Return what is in a value; nothing if renkei did not write it."""
    with suppress(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        found: Any = json.loads(value or b"{}")
        turns = {str(agent): int(seq) for agent, seq in found["turns"].items()}
        at = datetime.fromisoformat(found["at"])
        key = found.get("key")
        key = key if isinstance(key, str) and _KEY.fullmatch(key) else ""
        return Told(int(found["seq"]), at.astimezone(UTC).isoformat().replace("+00:00", "Z"), turns, key)
    return NOTHING
