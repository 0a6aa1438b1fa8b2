"""One entry of the log: what somebody did, and all that followed from it."""

from pydantic import TypeAdapter

from renkei.engine.events import Event
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp

FORMAT = 1
"""Version of the record form; a reader refuses a newer one."""


class Record(Frozen):
    """A command's events and their consequences: one row, one append, one publish."""

    seq: Count
    """Position in the log, from 1 without gaps."""
    id: Id
    """Id of the command; the same command twice is one record."""
    at: Timestamp
    """When it was decided; never before the record before it."""
    actor: Id
    """Who did it."""
    events: tuple[Event, ...]
    """What happened, in order."""
    format: Count = FORMAT
    """Version of this form."""

    def to_json(self) -> bytes:
        """Write the record as JSON."""
        return RECORD.dump_json(self, by_alias=True)


RECORD: TypeAdapter[Record] = TypeAdapter(Record)


def read_record(data: bytes | str) -> Record:
    """Read a record from JSON; raises pydantic's ValidationError."""
    return RECORD.validate_json(data)
