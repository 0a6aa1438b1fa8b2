"""What every log can do. The port is narrow on purpose: a form of it fits in fifty lines (see `memory`)."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from renkei.engine.record import Record


class Log(Protocol):
    """An ordered file of records. `append` is the only write in the system."""

    def append(self, records: Sequence[Record]) -> None:
        """Add records durably, all or none; their seqs must follow the log's last.

        Raises ConflictError when somebody appended first, LogError when storage says no.
        """

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq, in order."""

    def last(self) -> int:
        """Give the seq of the last record; 0 for an empty log."""

    def find(self, record_id: str) -> Record | None:
        """Give the record of a command id."""

    def digests(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Give, for those message ids that the log knows, the digest of their content."""

    def find_message(self, message_id: str) -> Record | None:
        """Give the record that holds a message."""

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq, at most `timeout` seconds; tell whether there is."""

    def close(self) -> None:
        """Give back what the log holds. Closing twice is fine."""
