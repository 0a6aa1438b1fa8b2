"""Records as short as they can be."""

from renkei.engine.events import GroupSet, MessageSent
from renkei.engine.record import Record
from renkei.protocol.messages import make_message
from team import START


def record(seq: int, name: str | None = None) -> Record:
    """Make a record that declares a group."""
    event = GroupSet(group=f"g{seq}", members=())
    return Record(seq=seq, id=name or f"c{seq}", at=START, actor="human", events=(event,))


def letter(seq: int, text: str) -> Record:
    """Make a record that sends a message."""
    payload = {"intent_hint": "FREEFORM", "body": text, "requires_response": False, "urgency": "low"}
    header = {"id": f"m{seq}", "type": "FREEFORM", "from": "a", "to": "b", "priority": "low", "timestamp": START}
    message = make_message(header | {"context_summary": "", "payload": payload})
    event = MessageSent(message=message, recipients=("b",))
    return Record(seq=seq, id=f"c{seq}", at=START, actor="a", events=(event,))
