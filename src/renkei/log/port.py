"""What every log can do. The port is narrow on purpose: a form of it fits in fifty lines (see `memory`)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from renkei.engine.record import Record
from renkei.engine.rows import Kind


class Log(Protocol):
    """An ordered file of records. `append` is the only write in the system."""

    def append(self, records: Sequence[Record]) -> None:
        """Add records durably, all or none; their seqs must follow the log's last.

        Raises ConflictError when somebody appended first, LogError when storage says no.
        """

    def submit(self, records: Sequence[Record], follows: str | None = None) -> Callable[[], None]:
        """Begin to append; what is given back waits until it is durable. Either raises what `append` raises.

        Records are written in the order in which they are submitted, so that the next may be decided meanwhile.
        `follows` is the id of the record before, where that was itself not durable yet: when it is refused, so are
        those that follow it.
        """

    def exclusive(self) -> AbstractContextManager[None]:
        """Keep everybody else from appending during a block: for whoever lost a race and decides again."""

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq, in order."""

    def last(self) -> int:
        """Give the seq of the last record; 0 for an empty log."""

    def find(self, record_id: str) -> Record | None:
        """Give the record of a command id."""

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Give, for those message ids that the log knows, the digest of their content."""

    def find_message(self, message_id: str) -> Record | None:
        """Give the record that holds a message."""

    def records_about(self, kind: Kind, name: str) -> Iterator[Record]:
        """Yield the records that changed a contract or an artifact, in order."""

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the ids of all the contracts or artifacts there ever were."""

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq, at most `timeout` seconds; tell whether there is."""

    def close(self) -> None:
        """Give back what the log holds. Closing twice is fine."""
