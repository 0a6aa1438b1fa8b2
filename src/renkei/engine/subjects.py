"""The log's index: messages, the contracts and artifacts changed by a record, conversations, turns of agents."""

from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.rows import Subject
from renkei.engine.tables import EVENTS
from renkei.protocol.content_hash import content_hash


def message_named(action: c.Action) -> str | None:
    """Return the id of the message that an action sends or concerns, to be looked up in the log."""
    if isinstance(action, c.Send | c.RecordPast):
        return action.message.id
    return action.message_id if isinstance(action, c.GiveContextFeedback) else None


def messages_in(record: Record) -> list[tuple[str, str]]:
    """Return the id and content hash of each message in a record."""
    return [(e.message.id, content_hash(e.message)) for e in record.events if type(e) is MessageSent]


def subjects_in(record: Record) -> list[Subject]:
    """Return the kind and id of each contract, artifact, conversation and agent of a record, once each."""
    return list(dict.fromkeys(one for event in record.events for one in EVENTS[type(event)].subjects(event)))
