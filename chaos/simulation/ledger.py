"""What the processes were told and saw, kept outside of them; and whether the log agrees with it in the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from renkei.engine.record import Record


class BrokenError(AssertionError):
    """A promise of the package does not hold."""


@dataclass
class Ledger:
    """Acknowledged records by id, seen records by seq, and the text of every context by its turn."""

    acknowledged: dict[str, Record] = field(default_factory=dict)
    seen: dict[int, Record] = field(default_factory=dict)
    contexts: dict[str, str] = field(default_factory=dict)
    lost: dict[int, Record] = field(default_factory=dict)
    """Records that were acknowledged or seen, and that somebody has taken away since, by seq."""

    def saw(self, record: Record) -> None:
        """A process has read or written a record."""
        if self.lost.get(record.seq) == record:
            return
        known = self.seen.setdefault(record.seq, record)
        if known is not record and known != record:
            raise BrokenError(f"seq {record.seq} was {known.id!r} for one process and is {record.id!r} for another")

    def acknowledge(self, record: Record) -> None:
        """A command was acknowledged; raises BrokenError when it was acknowledged before with another record."""
        if self.lost.get(record.seq) == record:
            return
        known = self.acknowledged.setdefault(record.id, record)
        if known is not record and known != record:
            raise BrokenError(f"{record.id!r} was acknowledged as seq {known.seq} and as seq {record.seq}")

    def acknowledge_own(self, record: Record | None) -> None:
        """The end of a turn was acknowledged."""
        if record is None:
            raise BrokenError("the end of a turn changed nothing")
        self.acknowledge(record)

    def show(self, turn: str, text: str) -> None:
        """A turn has begun, and its agent has its context."""
        self.contexts[turn] = text

    def forget_leases(self, kept: Sequence[Record]) -> None:
        """Forget the turns at the end of the log that had begun when the power failed: nobody holds them any more."""
        for seq in sorted((seq for seq in self.seen if seq > len(kept)), reverse=True):
            if any(event.kind not in ("turn_began", "turn_renewed") for event in self.seen[seq].events):
                break
            self.acknowledged.pop(self.seen.pop(seq).id, None)

    def lose(self, records: Sequence[Record]) -> None:
        """Forget records that were taken away; processes may still have them."""
        for record in records:
            self.lost[record.seq] = record
            self.seen.pop(record.seq, None)
            self.acknowledged.pop(record.id, None)

    def check(self, records: Sequence[Record]) -> None:
        """Raise BrokenError for what the log does not hold as it was told."""
        for problem in (*self._order(records), *self._kept(records)):
            raise BrokenError(problem)

    def _order(self, records: Sequence[Record]) -> Iterator[str]:
        if [record.seq for record in records] != list(range(1, len(records) + 1)):
            yield "the sequence has gaps"
        times = [record.at for record in records if record.events]  # a void record has the time of the one before
        if times != sorted(set(times)):
            yield "time stands still or goes back"
        ids = [record.id for record in records]
        messages = [e.message.id for record in records for e in record.events if e.kind == "message_sent"]
        for one in (*ids, *messages):
            if ids.count(one) + messages.count(one) > 1:
                yield f"{one!r} is in the log twice"

    def _kept(self, records: Sequence[Record]) -> Iterator[str]:
        held = {record.id: record for record in records}
        for name, record in self.acknowledged.items():
            if held.get(name) != record:
                yield f"{name!r} was acknowledged as seq {record.seq} and is lost"
        for seq, record in self.seen.items():
            if seq > len(records) or records[seq - 1] != record:
                yield f"a process saw {record.id!r} at seq {seq}, which is not there any more"
