"""Finds, reads, replaces and creates the files of a team's tasks, without overwriting the files of others."""

import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from renkei.edges.chat.mailboxes.forms import TaskForm
from renkei.edges.chat.mailboxes.shared_file import SharedFile, encoded
from renkei.log.atomic_write import SUFFIX, open_plain
from renkei.log.file_lock import try_lock

NUMBER_GAP = 1000
"""The distance of our numbers from the others: a running program counts on from the highest it found at its start."""

LOCK_SECONDS = 0.5
"""Seconds to wait for a lock held by another program."""

CANCELLED = "cancelled"
"""The directory for files of abandoned tasks, if the form has no status for them."""

Signature = tuple[int, int, int]


class TaskFiles:
    """The files of one directory. Names are without `.json`."""

    def __init__(self, directory: Path, form: TaskForm) -> None:
        self.directory = directory
        self._form = form
        self._files: dict[str, SharedFile] = {}

    def signatures(self) -> dict[str, Signature]:
        """Return the existing files, each with a signature that changes when it is written."""
        found: dict[str, Signature] = {}
        try:
            entries = sorted(os.scandir(self.directory), key=lambda one: one.name)
        except OSError:
            return found
        for one in entries:
            name = one.name.removesuffix(".json")
            if name != one.name and re.fullmatch(self._form.stem, name) and one.is_file(follow_symlinks=False):
                now = one.stat(follow_symlinks=False)
                found[name] = now.st_ino, now.st_size, now.st_mtime_ns
        return found

    def changed_late(self) -> set[str]:
        """Return files that were modified in place; closes unwatched ones."""
        late = {name for name, file in self._files.items() if file.changed_late}
        for file in self._files.values():
            file.forget()
        self._files = {name: file for name, file in self._files.items() if file.watched}
        return late

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the content of a file; None while it is missing, incomplete, or no task."""
        return self._file(name).read()

    def replace(self, name: str, read: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
        """Replace a file, unless it has changed since it was read; return whether it did. Raises OSError."""
        file = self._file(name)
        self._files[name] = file
        try:
            return file.replace(read, content)
        except FileNotFoundError:
            return False

    def create(self, name: str, content: Mapping[str, Any]) -> bool:
        """Create a file unless it exists; return whether it was created. Raises OSError."""
        self.directory.mkdir(exist_ok=True)
        fresh = self.directory / f".{name}.{secrets.token_hex(6)}{SUFFIX}"
        try:
            fresh.write_bytes(encoded(content))
            os.link(fresh, self._path(name))
        except FileExistsError:
            return False
        finally:
            fresh.unlink(missing_ok=True)
        return True

    def retire(self, name: str) -> None:
        """Move a file to the cancelled ones; raises OSError."""
        kept = self.directory / CANCELLED
        kept.mkdir(exist_ok=True)
        self._path(name).replace(kept / f"{name}.json")

    def free_name(self) -> str:
        """Return an unused name."""
        if not self._form.numbered:
            return f"task_{secrets.token_hex(4)}"
        return f"task_{max((number_of(one) for one in self.signatures()), default=0) + NUMBER_GAP}"

    def append_claim(self, name: str, owner: str, role: str) -> None:
        """Append a claim to the file of claims, as a program would; raises OSError."""
        if not self._form.claims:
            return
        values = {"event": "task.claimed", "task_id": number_of(name), "owner": owner, "role": role}
        line = json.dumps(values | {"source": "renkei", "ts": time.time()}) + "\n"
        handle = open_plain(self.directory / self._form.claims, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(handle, line.encode("ascii"))
        finally:
            os.close(handle)

    @contextmanager
    def locked(self) -> Iterator[bool]:
        """Hold the programs' lock; yield False if another process holds it too long. Raises OSError."""
        if not self._form.exclusive or not self.directory.is_dir():
            yield True
            return
        handle = open_plain(self.directory / self._form.exclusive, os.O_RDWR | os.O_CREAT)
        try:
            yield try_lock(handle, LOCK_SECONDS)
        finally:
            os.close(handle)

    def close(self) -> None:
        """Close the watched files."""
        for file in self._files.values():
            file.forget(all_of_them=True)
        self._files.clear()

    def _file(self, name: str) -> SharedFile:
        return self._files.get(name) or SharedFile(self._path(name), is_task)

    def _path(self, name: str) -> Path:
        return self.directory / f"{name}.json"


def is_task(found: dict[str, Any]) -> bool:
    """Return whether a JSON object is a task."""
    blocked = found.get("blockedBy", [])
    return (
        isinstance(found.get("subject"), str)
        and isinstance(found.get("status"), str)
        and isinstance(found.get("owner"), str | None)
        and isinstance(blocked, list)
        and all(isinstance(one, str | int) for one in blocked)
    )


def number_of(name: str) -> int:
    """Return the number in the name of a file."""
    return int(name.removeprefix("task_"))
