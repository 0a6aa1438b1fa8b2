"""A file beside the log: the progress of a destination, and the lock of the process that sends to it."""

import os
from contextlib import suppress
from pathlib import Path

from renkei.edges.notifications.planning import Progress
from renkei.errors import BadValueError, LogNotWritableError
from renkei.log.atomic_write import make_plain_directory, open_plain, read_plain, write_atomically
from renkei.log.file_lock import is_locked, try_lock
from renkei.store.layout import Layout


class ToldFile:
    """One destination's file; of a project in memory, it is kept in memory. Writing raises LogNotWritableError."""

    def __init__(self, directory: Path | None, destination: str) -> None:
        layout = None if directory is None else Layout(directory)
        self._path = None if layout is None else layout.notification_file(destination, "json")
        self._lock_path = None if layout is None else layout.notification_file(destination, "lock")
        self._test_path = None if layout is None else layout.notification_file(destination, "test")
        self._lock: int | None = None
        self._kept = Progress()

    def take(self) -> bool:
        """Take the lock, unless another process has it; return whether this one does. The kernel frees it at a kill."""
        if self._lock is not None or self._lock_path is None:
            return True
        try:
            make_plain_directory(self._lock_path.parent)
            handle = open_plain(self._lock_path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise self._not_writable(error) from error
        if not try_lock(handle):
            os.close(handle)
            return False
        self._lock = handle
        return True

    def release(self) -> None:
        """Let another process take the lock."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def is_held(self) -> bool:
        """Whether this process has the lock."""
        return self._lock is not None

    @property
    def is_taken(self) -> bool:
        """Whether a process sends to this destination."""
        return self._lock_path is not None and bool(is_locked(self._lock_path))

    def load(self) -> Progress:
        """Return the progress. A damaged file counts as none, so everything that waits is sent once more."""
        if self._path is None:
            return self._kept
        with suppress(OSError, BadValueError):
            return Progress.model_validate_json(read_plain(self._path))
        return Progress()

    def save(self, progress: Progress) -> None:
        """Replace the file."""
        self._kept = progress
        if self._path is None:
            return
        try:
            make_plain_directory(self._path.parent)
            write_atomically(self._path, progress.model_dump_json().encode())
        except OSError as error:
            raise self._not_writable(error) from error

    def note_test(self, at: str) -> None:
        """Note when a test was sent: beside the progress, which another process may be writing."""
        if self._test_path is None:
            return
        try:
            make_plain_directory(self._test_path.parent)
            write_atomically(self._test_path, at.encode())
        except OSError as error:
            raise self._not_writable(error) from error

    @property
    def last_sent(self) -> str:
        """When something was sent last, a test included; "" for a destination that was not used yet."""
        tested = ""
        if self._test_path is not None:
            with suppress(OSError, UnicodeError):
                tested = read_plain(self._test_path).decode()
        return max(self.load().last, tested)

    def delete(self) -> None:
        """Delete the files of a destination that was removed. Its lock stays, since a process may hold it."""
        for path in (self._path, self._test_path):
            if path is not None:
                with suppress(OSError):
                    path.unlink(missing_ok=True)

    def _not_writable(self, error: OSError) -> LogNotWritableError:
        return LogNotWritableError(path=str(self._path), reason=error.strerror or str(error))
