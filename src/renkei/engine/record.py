"""The record: what the log stores for one command."""

import json

from pydantic import TypeAdapter

from renkei.engine.events import Event
from renkei.engine.upcast import FORMAT, upcast
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp


class Record(Frozen):
    """One entry of the log: the events of a command and everything that followed from it."""

    seq: Count
    """Position in the log, from 1 without gaps."""
    id: Id
    """Id of the command. A command that is sent again under the same id is not recorded again."""
    at: Timestamp
    """When the command was decided; never earlier than the record before."""
    actor: Id
    """Who issued the command."""
    events: tuple[Event, ...]
    """What happened, in order."""
    format: Count = FORMAT
    """Version of the record and of the events in it."""

    @property
    def is_lease(self) -> bool:
        """Whether the record only begins or renews turns: it acknowledges no work, and whoever lost it begins again."""
        return all(event.kind in ("turn_began", "turn_renewed") for event in self.events)

    def to_json(self) -> bytes:
        """Write the record as JSON."""
        return self.__pydantic_serializer__.to_json(self, by_alias=True)


RECORD: TypeAdapter[Record] = TypeAdapter(Record)
"""Reads records: what is wrong with one is pydantic's ValidationError, a ValueError."""

_NEWEST = b'"format":%d}' % FORMAT


def read_record(data: bytes) -> Record:
    """Parse a record of this or an earlier release from JSON.

    Raises pydantic's ValidationError, ValueError for invalid JSON, or LogTooNewError for a record of a later release.
    """
    if data.rstrip().endswith(_NEWEST):
        return RECORD.validate_json(data)
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return RECORD.validate_json(json.dumps(upcast(found)))
