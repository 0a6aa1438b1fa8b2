"""Lets one process of a project at a time send to a destination, on one machine and on several.

On one machine, a file lock decides; between machines, a lease. Before each notification, the holder of the lease stores
its progress in it. A machine that has lost the lease cannot, and sends nothing; the next holder reads the progress.
"""

from typing import Any

from renkei.edges.notifications.planning import Progress
from renkei.edges.notifications.told_file import ToldFile
from renkei.errors import BadValueError
from renkei.project.project import Project


class Holding:
    """The right to send to one destination, and its progress."""

    def __init__(self, project: Project, destination: str) -> None:
        self._file = ToldFile(project.directory, destination)
        self._lease = project.lease(f"notify/{destination}")
        self.progress = Progress()

    @property
    def is_shared(self) -> bool:
        """Whether other machines could send to the destination."""
        return self._lease is not None

    def take(self) -> bool:
        """Take the right to send if it is free; return whether this process has it. Raises LogError."""
        had = self._file.is_held
        if not self._file.take():
            return False
        if not had:
            self.progress = self._file.load()
        if self._lease is None:
            return True
        return self._lease.renew(self._kept) if self._lease.is_held else self._take_lease()

    def _take_lease(self) -> bool:
        assert self._lease is not None
        former = self.progress.holder  # it has ended: this process has the lock
        if not self._lease.take(former):
            return False
        if not former or self._lease.found.holder != former:
            self.progress = _found(self._lease.found.kept) or self.progress
        self.save(self.progress.model_copy(update={"holder": self._lease.holder}))
        return True

    def save(self, progress: Progress) -> None:
        """Store the progress on this machine; raises LogNotWritableError."""
        if progress != self.progress:
            self._file.save(progress)
            self.progress = progress

    def check(self) -> bool:
        """Leave the progress for other machines; return False if one of them has taken over. Raises LogError."""
        return self._lease is None or self._lease.renew(self._kept)

    def release(self) -> None:
        """Let another process send; raises LogError."""
        try:
            if self._lease is not None and self._lease.is_held:
                self._lease.release(self._kept)
        finally:
            self._file.release()

    def _kept(self) -> dict[str, Any]:
        return self.progress.model_dump(mode="json", exclude={"holder"})


def _found(kept: Any) -> Progress | None:
    """Return the progress that another machine left; None without one."""
    try:
        return Progress.model_validate(kept) if kept else None
    except BadValueError:
        return None
