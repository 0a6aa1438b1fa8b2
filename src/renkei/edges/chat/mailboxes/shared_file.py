"""A JSON file that a team's programs read, change and write whole, without a lock: we replace it in one step.

A program that opened the file just before we replaced it writes into the old file. The old file is watched for a while,
and what the program wrote there counts.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from renkei.log.atomic_write import open_plain, read_plain, write_atomically

WATCH_SECONDS = 2.0
"""Seconds for which a replaced file is watched."""


class SharedFile:
    """One such file. `valid` returns whether a JSON object has the expected content."""

    def __init__(self, path: Path, valid: Callable[[dict[str, Any]], bool]) -> None:
        self._path = path
        self._valid = valid
        self._replaced: list[tuple[int, int, float]] = []
        self._late = False

    @property
    def watched(self) -> bool:
        """Whether a replaced file is being watched."""
        return bool(self._replaced)

    @property
    def changed_late(self) -> bool:
        """Whether a program wrote into a file that was replaced."""
        return any(os.fstat(descriptor).st_mtime_ns != time for descriptor, time, _ in self._replaced)

    def read(self) -> dict[str, Any] | None:
        """Return the content; None while the file is missing or incomplete."""
        self._late = False
        for number, (descriptor, changed, until) in enumerate(self._replaced):
            now = os.fstat(descriptor)
            if now.st_mtime_ns != changed:
                found = self._parsed(os.pread(descriptor, now.st_size, 0))
                if found is not None:
                    self._replaced[number] = descriptor, now.st_mtime_ns, until
                    self._late = True
                    return found
        try:
            return self._parsed(read_plain(self._path))
        except OSError:
            return None

    def replace(self, read: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
        """Replace the file, unless it has changed since it was read; return whether it did. Raises OSError."""
        descriptor = open_plain(self._path, os.O_RDONLY)
        found = os.fstat(descriptor)
        if not self._late and self._parsed(os.pread(descriptor, found.st_size, 0)) != read:
            os.close(descriptor)
            return False
        write_atomically(self._path, encoded(content))
        self._replaced.append((descriptor, found.st_mtime_ns, time.monotonic() + WATCH_SECONDS))
        return True

    def forget(self, *, all_of_them: bool = False) -> None:
        """Close files replaced long enough ago."""
        now = time.monotonic()
        kept = [] if all_of_them else [one for one in self._replaced if one[2] >= now]
        for one in self._replaced:
            if one not in kept:
                os.close(one[0])
        self._replaced = kept

    def _parsed(self, data: bytes) -> dict[str, Any] | None:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) and self._valid(found) else None


def encoded(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of such a file, as its programs write it."""
    return json.dumps(content, indent=2).encode("ascii")
