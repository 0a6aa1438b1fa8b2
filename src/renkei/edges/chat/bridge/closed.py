"""Channels that take no posts for now, such as archived ones, and the first record that each has missed.

The bridge posts the missed records in order once a channel takes posts again. Other channels are not affected.
"""

from time import monotonic

from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import ChannelClosedError
from renkei.edges.chat.settings import BridgeSettings

CLOSED = "closed "
"""The beginning of the positions of closed channels."""

AGAIN_SECONDS = 60.0
"""Seconds between two attempts to post to a closed channel."""


class ClosedChannels:
    """The closed channels of one bridge, for the thread that posts."""

    def __init__(self, settings: BridgeSettings, file: BridgeFile, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._after: dict[str, int] = {}
        for side, seq in file.positions(CLOSED).items():
            channel = side.removeprefix(CLOSED)
            if channel in settings.every_channel:
                self._after[channel] = int(seq)
            else:  # what it missed is not posted if it is added again
                file.forget_side(side)
        self._next = 0.0
        if not self._after:
            problems.forget("closed")

    def __contains__(self, channel: str) -> bool:
        return channel in self._after

    def close(self, channel: str, seq: int, error: ChannelClosedError) -> None:
        """Store that a channel missed the posts of a record."""
        self._next = monotonic() + AGAIN_SECONDS
        if channel not in self._after:
            self.advance(channel, seq - 1)
            self._file.keep_attempts(f"{CLOSED}{channel}")
        waiting = ", ".join(self._after)
        self._problems.state("closed", f"{error.message} {error.hint} Posts wait for: {waiting}.")

    def due(self) -> dict[str, int]:
        """Return the channels to try now, each with the record after which it missed posts."""
        return dict(self._after) if monotonic() >= self._next else {}

    def advance(self, channel: str, seq: int) -> None:
        """Store that everything up to a record is posted in a channel."""
        self._after[channel] = seq
        self._file.set_position(f"{CLOSED}{channel}", str(seq))

    def open(self, channel: str) -> None:
        """Store that a channel has everything."""
        del self._after[channel]
        self._file.forget_side(f"{CLOSED}{channel}")
        if not self._after:
            self._problems.clear("closed")

    def wait(self) -> float | None:
        """Return the seconds after which to try again; None if no channel is closed."""
        return max(self._next - monotonic(), 0.0) if self._after else None
