"""The interface of every log. It is narrow on purpose: `memory` implements it in a hundred lines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from renkei.engine.record import Record
from renkei.engine.rows import Kind


def never() -> bool:
    """Return False."""
    return False


class Log(Protocol):
    """An ordered sequence of records. Appending is the only write in the system."""

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Add records durably, all or none; their seqs must follow the log's last.

        Without `synced` they are visible to all at once and outlive their process, but a power failure may take them
        until a later append is synced.

        Raises ConflictError when another writer appended first, LogError when storage fails.
        """

    def exclusive(self) -> AbstractContextManager[object]:
        """Exclude all other writers during a block, so that what is decided in it can be appended."""

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq, in order."""

    def last(self) -> int:
        """Return the seq of the last record; 0 for an empty log."""

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id; None if there is none."""

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hash of each of these messages that the log holds, by id."""

    def find_message(self, message_id: str) -> Record | None:
        """Return the record that holds a message; None if there is none."""

    def records_about(
        self, kind: Kind, name: str, before: int | None = None, limit: int | None = None, after: int | None = None
    ) -> Iterator[Record]:
        """Yield the records that the index lists: those that changed a contract, hold messages of a group, and so on.

        They are in order. `before`, `after`: only those before, or after, this seq; `limit`: only the newest so many of
        them, with `after` the oldest.
        """

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the id of every contract, artifact, conversation or agent that the index of a kind holds."""

    def newest_about(self, kind: Kind) -> dict[str, int]:
        """Return the seq of the newest record about each contract, artifact or conversation of a kind."""

    def seqs_about(self, kind: Kind) -> dict[str, list[int]]:
        """Return the seqs of the records about each contract, artifact or conversation of a kind, in order."""

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot of the state at a seq, so that no other file is taken for it."""

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the hash that was stored for a snapshot at a seq; None without one."""

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait until there is a record after a seq, at most `timeout` seconds; return whether there is.

        It ends early when `stopped` returns true, which it asks after each `wake`.
        """

    def wake(self) -> None:
        """Make every `wait` of this process ask `stopped` again."""

    def close(self) -> None:
        """Release the resources of the log. Closing twice is allowed."""
