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

    @property
    def is_current(self) -> bool:
        """Whether the last `catch_up` succeeded; False if other machines may have appended since."""

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Add records durably, all or none; their seqs must follow the log's last.

        Without `synced` they are visible at once and survive the process, but a power failure may take them until a
        later append is synced.

        Raises ConflictError when another writer appended first: every record up to the seq in it can be read. Raises
        LogUncertainError when the records may have been written: whether they were is known after the next append or
        `catch_up` that succeeds. Raises another LogError when storage fails; nothing was written then.
        """

    def exclusive(self) -> AbstractContextManager[object]:
        """Exclude the writers that share this log's place, a process or a machine, during a block.

        Other machines may share a log too, so `append` may raise ConflictError even in the block.
        """

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq, in order."""

    def last(self) -> int:
        """Return the seq of the last record that can be read, among them all that this process has appended; or 0."""

    def catch_up(self, timeout: float) -> bool:
        """Wait until all acknowledged records, of any machine, can be read; return whether they can.

        `timeout`: the seconds to wait without progress.
        """

    def head(self) -> tuple[int, str]:
        """Return the seq and the hash of the last record, after every record was compared with its hash.

        Raises LogBrokenError for a record that does not fit the chain.
        """

    def record_hash(self, seq: int) -> str | None:
        """Return the hash of a record, which covers it and all before it; None if it is not known."""

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id, or None."""

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hashes of the known messages among these, by id."""

    def find_message(self, message_id: str) -> Record | None:
        """Return the record of a message, or None."""

    def records_about(
        self, kind: Kind, name: str, before: int | None = None, limit: int | None = None, after: int | None = None
    ) -> Iterator[Record]:
        """Yield the records that the index lists, such as those that changed a contract or hold messages of a group.

        They are in order. `before`, `after`: only those before, or after, this seq; `limit`: at most the newest so
        many, with `after` the oldest.
        """

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the id of every contract, artifact, conversation or agent in the index of a kind."""

    def newest_about(self, kind: Kind) -> dict[str, int]:
        """Return the seq of the newest record of each subject of a kind."""

    def seqs_about(self, kind: Kind) -> dict[str, list[int]]:
        """Return the seqs of the records of each subject of a kind, in ascending order."""

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot of the state at a seq, so that no other file is accepted for it."""

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the stored hash of a snapshot at a seq, or None."""

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait until there is a record after a seq, at most `timeout` seconds; return whether there is.

        Ends early if `stopped`, which is called after each `wake`, returns true.
        """

    def wake(self) -> None:
        """Make every `wait` of this process ask `stopped` again."""

    def close(self) -> None:
        """Release the resources of the log. Closing twice is allowed."""
