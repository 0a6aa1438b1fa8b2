"""A disk: what is written is seen at once by every process, and is safe from a power loss only after a sync.

A power loss keeps any part of what was not synced: some writes and not others, in any order, each cut at any byte.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

Step = Callable[[str], None]


@dataclass
class File:
    """A file: the bytes that processes see, those that are on disk, and the writes between the two."""

    seen: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes]] = field(default_factory=list)

    def put(self, offset: int, data: bytes) -> None:
        """Write bytes at an offset."""
        _put(self.seen, offset, data)
        self.pending.append((offset, data))

    def sync(self) -> None:
        """Bring all that was written to disk."""
        for offset, data in self.pending:
            _put(self.durable, offset, data)
        self.pending.clear()

    def lose_power(self, chance: random.Random) -> None:
        """Lose any part of what was not synced."""
        for offset, data in self.pending:
            fate = chance.randrange(3)
            if fate:
                _put(self.durable, offset, data if fate == 1 else data[: chance.randrange(len(data) + 1)])
        self.pending.clear()
        self.seen = bytearray(self.durable)


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if not data:
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Disk:
    """Files by name. `is_full` and `sync_fails` are faults of the hour."""

    def __init__(self, chance: random.Random, files: dict[str, bytes]) -> None:
        self._chance = chance
        self.files = {name: File(bytearray(data), bytearray(data)) for name, data in files.items()}
        self._renamed: dict[str, File | None] = {}
        """Names that were replaced and not synced since: the file that a power loss may bring back."""
        self.vouched: dict[int, str] = {}
        """The hashes of snapshots that the log holds, by seq."""
        self.is_full = False
        self.sync_fails = False

    def read(self, name: str) -> bytes:
        """Return what a process sees in a file; raises FileNotFoundError."""
        if name not in self.files:
            raise FileNotFoundError(name)
        return bytes(self.files[name].seen)

    def write(self, name: str, offset: int, data: bytes, step: Step) -> None:
        """Write in two parts, between which anything may happen; raises OSError for a full disk."""
        file = self.files.setdefault(name, File())
        cut = self._chance.randrange(len(data) + 1)
        file.put(offset, data[:cut])
        step(f"writes {name}")
        if self.is_full:
            raise OSError("the disk is full")
        file.put(offset + cut, data[cut:])

    def sync(self, name: str, step: Step) -> None:
        """Bring a file to disk; raises OSError where the disk does not confirm it."""
        step(f"syncs {name}")
        if self.sync_fails:
            self.sync_fails = False
            raise OSError("the disk did not confirm it")
        self.files[name].sync()

    def replace(self, name: str, data: bytes, step: Step) -> None:
        """Replace a file in one step, without a sync of its content or its name."""
        fresh = File()
        fresh.put(0, data)
        step(f"renames {name}")
        self._renamed.setdefault(name, self.files.get(name))
        self.files[name] = fresh

    def damage(self, name: str) -> None:
        """Change some bytes of a file for good, digits into other digits among them."""
        content = self.files[name].seen if name in self.files else b""
        digits = [at for at, byte in enumerate(content) if 48 <= byte <= 57]
        if digits:
            for at in self._chance.choices(digits, k=3):
                self.files[name].put(at, b"%d" % self._chance.randrange(10))
            self.files[name].sync()

    def lose_power(self) -> None:
        """Lose any part of what was not synced, names among it."""
        for name, before in self._renamed.items():
            if self._chance.random() < 0.5:
                if before is None:
                    del self.files[name]
                else:
                    self.files[name] = before
        self._renamed.clear()
        for file in self.files.values():
            file.lose_power(self._chance)
        self.is_full = self.sync_fails = False
