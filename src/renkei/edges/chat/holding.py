"""Lets one machine of a project at a time run a bridge, and tells the next one how far it is.

Before each post the holder renews its lease and leaves its progress, so that a machine that lost the lease posts
nothing, and the machine that has it neither repeats nor leaves out anything. It continues like a process that is
started again after a kill.
"""

import hashlib
from typing import Any

from pydantic import ValidationError

from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile, Progress
from renkei.edges.chat.errors import BridgeHeldError
from renkei.edges.chat.settings import BridgeSettings
from renkei.project.project import Project

HOLDER = "holder"
"""The position that names the process that held the lease last on this machine."""

WAITS = "This machine takes over when it ends there."
LOST = "It has ended on this machine. Start it again here, so that it takes over when it ends there."


class Holding:
    """The lease of a bridge; a project on one machine needs none, and each method does nothing there."""

    def __init__(self, project: Project, bridge: str, settings: BridgeSettings, file: BridgeFile) -> None:
        self._bridge = bridge
        self._file = file
        self._lease = project.lease(f"bridge/{bridge}")
        self._chat = _chat_of(settings)
        self._heard = ""
        """The position of the chat up to which everything is answered."""

    @property
    def is_shared(self) -> bool:
        """Whether other machines could run the bridge."""
        return self._lease is not None

    def take(self) -> None:
        """Take the lease, and continue where the last holder was; raises BridgeHeldError, or LogError."""
        if self._lease is None or self._lease.is_held:
            return
        former = self._file.position(HOLDER)  # it has ended: this process has the bridge's file
        if not self._lease.take(former):
            raise self._held(WAITS)
        found = self._found(self._lease.found.kept)
        if found is not None:
            self._heard = found.chat
            if former == "" or self._lease.found.holder != former:
                self._file.continue_from(found)
        self._file.set_position(HOLDER, self._lease.holder)

    def check(self) -> None:
        """Renew the lease; raises BridgeHeldError if another machine has it, or LogError without an answer."""
        if self._lease is not None and not self._lease.renew(self._kept):
            raise self._held(LOST)

    def begin(self) -> None:
        """Leave the first position of the chat at once, else another machine would begin later; raises as `check`."""
        if not self._heard:
            self.check()

    def release(self) -> None:
        """Let another machine run the bridge; raises LogError."""
        if self._lease is not None:
            self._lease.release(self._kept)

    def _held(self, advice: str) -> BridgeHeldError:
        assert self._lease is not None
        return BridgeHeldError(bridge=self._bridge, machine=self._lease.found.machine, advice=advice)

    def _kept(self) -> dict[str, Any]:
        progress, is_answered = self._file.progress()
        if is_answered:
            self._heard = progress.chat
        return {"of": self._chat, "progress": progress.model_copy(update={"chat": self._heard}).model_dump()}

    def _found(self, kept: Any) -> Progress | None:
        """Return the progress that the last holder left; None for another chat."""
        try:
            return Progress.model_validate(kept["progress"]) if kept["of"] == self._chat else None
        except (KeyError, ValidationError):
            return None


def _chat_of(settings: BridgeSettings) -> str:
    """Return a digest of what makes two bridges the same one."""
    found = settings.model_dump_json(include={"chat", "channels", "options"})
    return hashlib.sha256(found.encode()).hexdigest()[:16]
