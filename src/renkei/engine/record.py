"""The record: the log's entry for one command."""

import json
from itertools import count
from typing import Annotated, Any, get_args

from pydantic import Field, PlainValidator, TypeAdapter, ValidationError

from renkei.documents.explain import first_problem
from renkei.documents.json_fast import is_deeper
from renkei.documents.source import MAX_DEPTH
from renkei.engine.events import AnyEvent, Event, MessageSent
from renkei.engine.upcast import FORMAT, upcast
from renkei.errors import BadValueError, RenkeiError
from renkei.protocol.messages import AnyMessage, message_class
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp, Via, to_json

DEEPEST_RECORD = MAX_DEPTH + 3
"""Most levels of nesting in a record: those of a document, in the record, its events and the event."""

LONGEST_RECORD = 256 * 1024**2
"""Most bytes of a record as JSON; a short .gz file may unpack to a line that fills the memory."""


class Record(Frozen):
    """One entry of the log: the events of a command and all their consequences."""

    seq: Count
    """Position in the log, from 1 without gaps."""
    id: Id
    """Id of the command. A command that is sent again under the same id is not recorded again."""
    at: Timestamp
    """When the command was decided; never earlier than the record before."""
    actor: Id
    """The actor of the command."""
    events: tuple[Event, ...]
    """The events, in order."""
    fingerprint: Annotated[str, Field(exclude_if=lambda value: not value)] = ""
    """Digest of the original request, if its caller gave one (`is_retry`)."""
    via: Annotated[Via, Field(exclude_if=lambda value: not value)] = ""
    """How a person's command came: from a terminal, a script without one, the view, a chat, an editor, with a token, or
    with the link of a notification.

    Absent for agents, for programs that use the library, and in older logs. It is a remark, not a proof.
    """
    format: Count = FORMAT
    """Version of the record and of the events in it."""

    @property
    def is_lease(self) -> bool:
        """Whether the record only begins or renews turns.

        It acknowledges no work, and a turn lost with it begins again.
        """
        return all(event.kind in ("turn_began", "turn_renewed") for event in self.events)

    def is_retry(self, actor: str, fingerprint: str) -> bool:
        """Return whether a command with this id is the same request; a record without a fingerprint accepts any."""
        return self.actor == actor and self.fingerprint in ("", fingerprint)

    def to_json(self) -> bytes:
        """Write the record as JSON; raises BadValueError for values that JSON cannot hold."""
        return to_json(self if next(_writes) >= FEW else in_pieces(self))

    def encode(self) -> bytes:
        """Write the record as JSON for the log: only what can be read back.

        Raises BadValueError for values that JSON cannot hold, that a reader would refuse, or that are beyond
        `DEEPEST_RECORD` or `LONGEST_RECORD`.
        """
        data = self.to_json()
        if is_deeper(data, DEEPEST_RECORD):
            raise _unwritable(f"contains a value nested more than {MAX_DEPTH} levels deep", "Flatten it.")
        if len(data) > LONGEST_RECORD:
            raise _unwritable(f"makes a record of {len(data)} bytes; the limit is {LONGEST_RECORD}")
        try:
            read_record(data)
        except ValidationError as error:
            raise first_problem(error) from None
        return data


def _unwritable(fault: str, hint: str = "") -> BadValueError:
    return BadValueError(path="", problem=f"the command {fault}", hint=hint)


RECORD: TypeAdapter[Record] = TypeAdapter(Record)
"""Reads records; raises pydantic's ValidationError, a ValueError, for an invalid one."""

_NEWEST = b'"format":%d}' % FORMAT

FEW = 500
"""Records that a process makes, writes and reads, each with the validators of its events.

Building those of all events takes longer, and a short command needs few of them.
"""

_sends, _makes, _writes, _reads = count(), count(), count(), count()


def make_record(**values: Any) -> Record:
    """Return `Record(**values)`, whose events are models already; raises BadValueError."""
    if next(_makes) >= FEW:
        return Record(**values)
    made = _Piecewise.model_validate(values)
    return Record.model_construct(made.model_fields_set, **vars(made))


def make_message_sent(**values: Any) -> MessageSent:
    """Return `MessageSent(**values)`, whose message is a model already."""
    return MessageSent(**values) if next(_sends) >= FEW else MessageSent.model_construct(**values)


def read_record(data: bytes) -> Record:
    """Parse a record of this or an earlier release from JSON.

    Raises pydantic's ValidationError, ValueError for invalid JSON, or LogTooNewError for a record of a later release.
    """
    if data.rstrip().endswith(_NEWEST):
        return (next(_reads) < FEW and read_piecewise(data)) or RECORD.validate_json(data)
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return RECORD.validate_json(json.dumps(upcast(found)))


EVENT_CLASSES: dict[str, type[Frozen]] = {cls.model_fields["kind"].default: cls for cls in get_args(AnyEvent)}
"""The class of each kind of event."""


def read_piecewise(data: bytes) -> Record | None:
    """Parse a record as `Record` does, with a validator for each kind of event and message in it.

    Returns None for a text that is not a record of this release; `Record` reports the fault.
    """
    try:
        found = _Piecewise.model_validate_json(data)
    except (RenkeiError, LookupError, TypeError):
        return None
    return Record.model_construct(found.model_fields_set, **vars(found))


def in_pieces(record: Record) -> Record:
    """Return the record for writing: each event and message in it writes itself."""
    events = tuple(map(_piece, record.events))
    return _Piecewise.model_construct(record.model_fields_set, **vars(record) | {"events": events})


def _piece(event: Event) -> Event:
    if type(event) is MessageSent:
        event.message.model_rebuild()  # see below
        event = _SentPiecewise.model_construct(event.model_fields_set, **vars(event))
    event.model_rebuild()  # to write an `Any`, Pydantic 2.12 does not build a class that nothing has validated yet
    return event


def _event(data: Any) -> Any:
    if isinstance(data, Frozen):
        return data
    cls = EVENT_CLASSES[data["kind"]]
    if cls is not MessageSent:
        return cls.model_validate(data)
    sent = _SentPiecewise.model_validate(data)
    return MessageSent.model_construct(sent.model_fields_set, **vars(sent))


def _message(data: Any) -> AnyMessage:
    return message_class(data["type"]).model_validate(data)


class _Piecewise(Record):
    events: tuple[Annotated[Any, PlainValidator(_event)], ...]


class _SentPiecewise(MessageSent):
    message: Annotated[Any, PlainValidator(_message)]
