"""How far a person has read: a mark for each conversation, kept by the browser, and the new messages after it.

The mark of the whole team's conversation holds for all others too. Reading is not recorded.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from urllib.parse import unquote

from renkei.edges.view.visit import Visit
from renkei.engine.conversation.index import conversations
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM

ALL = "*"
"""The name of the whole team's conversation."""

COUNTED = 300
"""Newest records in which new messages are counted."""


def marks_of(cookie: str) -> Mapping[str, int]:
    """Return the seq up to which each conversation was read; nothing for a cookie that cannot be read."""
    try:
        found = json.loads(unquote(cookie)) if cookie else {}
    except (ValueError, RecursionError):
        return {}
    items = found.items() if isinstance(found, dict) else ()
    return {name: seq for name, seq in items if isinstance(seq, int) and 0 <= seq < 2**53}


def seen_in(visit: Visit, name: str) -> int | None:
    """Return the seq up to which the person has read a conversation; None when its browser has kept no mark."""
    marks = marks_of(visit.marks)
    return max(marks[ALL], marks.get(name, 0)) if ALL in marks and visit.is_live else None


def new_messages(visit: Visit) -> Counter[str]:
    """Return how many messages of others are new in each conversation, among the newest records."""
    start = seen_in(visit, ALL)
    if start is None:
        return Counter()
    start = max(start, visit.seq - COUNTED)
    marks = marks_of(visit.marks)
    found: Counter[str] = Counter()
    for record in islice(visit.project.records(start), max(0, visit.seq - start)):
        found.update(name for name in conversations_in(record, visit.person) if record.seq > marks.get(name, 0))
    return found


def conversations_in(record: Record, person: str) -> Iterator[str]:
    """Yield the conversations of each message in a record that others said, as often as it has such messages."""
    for event in record.events:
        if isinstance(event, MessageSent) and event.message.from_ not in (person, SYSTEM):
            yield ALL
            yield from _names(event, person)


def _names(event: MessageSent, person: str) -> Iterator[str]:
    for kind, name in dict.fromkeys(conversations(event)):
        if kind != "pair":
            yield f"{kind}:{name}"
        elif person in (pair := name.split(" ")):
            yield f"with:{pair[pair[0] == person]}"
