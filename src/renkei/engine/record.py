"""One entry of the log: a command's events and all that followed from them."""

import json

from pydantic import TypeAdapter

from renkei.engine.events import Event
from renkei.engine.upcast import FORMAT, upcast
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp


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
    """Version of this form and of the events in it."""

    def to_json(self) -> bytes:
        """Write the record as JSON."""
        return RECORD.dump_json(self, by_alias=True)


RECORD: TypeAdapter[Record] = TypeAdapter(Record)

_NEWEST = b'"format":%d}' % FORMAT


def read_record(data: bytes) -> Record:
    """Read a record of any release from JSON.

    Raises pydantic's ValidationError, ValueError for what is no JSON, or LogTooNewError for what a later release wrote.
    """
    if data.rstrip().endswith(_NEWEST):
        return RECORD.validate_json(data)
    return RECORD.validate_json(json.dumps(upcast(json.loads(data))))
