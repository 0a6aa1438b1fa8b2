"""What a log keeps an index of: the messages in a record, by id, with their digest."""

from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.protocol.identity import digest


def messages_in(record: Record) -> list[tuple[str, str]]:
    """Give (id, digest) of each message in a record."""
    return [(e.message.id, digest(e.message)) for e in record.events if isinstance(e, MessageSent)]
