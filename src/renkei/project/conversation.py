"""The messages of one conversation: a group's, a thread's, or those between two participants."""

from collections.abc import Iterator
from datetime import datetime
from difflib import get_close_matches

from renkei.engine.conversation.index import conversations, pair
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.rows import Subject
from renkei.engine.search.query import Query, parse_query
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.log.port import Log
from renkei.protocol.messages import AnyMessage

PAGE = 50
"""Default number of records in a page of a conversation."""

NEWEST = 200
"""Most records searched for ids similar to an unknown one."""

FEW = 3
"""Most suggestions for an unknown id."""


@frozen
class SentMessage:
    """A message in the log: its record, when it was sent, and the participants or the group that it reached."""

    seq: int
    at: str
    message: AnyMessage
    recipients: tuple[str, ...]


def near_message(log: Log, message_id: str) -> str:
    """Return a question with the newest message ids that begin with, or resemble, an unknown one; "" for none."""
    records = log.read(max(0, log.last() - NEWEST))
    known = [event.message.id for record in records for event in record.events if isinstance(event, MessageSent)]
    begin = [one for one in reversed(known) if message_id and one.startswith(message_id)]
    near = begin[:FEW] or get_close_matches(message_id, known, FEW, 0.8)
    return f"Did you mean {' or '.join(map(repr, near))}? " if near else ""


def subject_of(group: str | None, thread: str | None, between: tuple[str, str] | None) -> Subject:
    """Return a conversation's subject in the log's index; raises BadValueError unless exactly one is named."""
    match group, thread, between:
        case str(), None, None:
            return "group", group
        case None, str(), None:
            return "thread", thread
        case None, None, (one, other):
            return "pair", pair(one, other)
    raise BadValueError(path="/conversation", problem="name exactly one of group, thread and between")


def messages_of(record: Record, subject: Subject) -> Iterator[SentMessage]:
    """Yield the messages of a record that belong to a conversation."""
    for event in record.events:
        if isinstance(event, MessageSent) and subject in conversations(event):
            yield SentMessage(record.seq, event.said_at(record.at), event.message, event.reached)


def search_at(text: str, now: str, me: str = "") -> Query:
    """Return the search of a text at a time; its words for times are in this machine's zone. Raises WrongQueryError."""
    return parse_query(text, datetime.fromisoformat(now).astimezone().replace(tzinfo=None), me)
