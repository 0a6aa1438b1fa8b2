"""How far a person has read: a mark for each conversation, and the new messages after it.

The mark of the whole team's conversation holds for all others too. A browser moves its marks in a cookie, without
waiting; each request brings them to the server, which keeps the furthest of all browsers of a person and returns them.
Reading is not recorded in the log.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from renkei.edges.view.projects.segment import SEGMENT, root_of
from renkei.edges.view.session.sign_in import cookie_name
from renkei.edges.view.visit import Visit
from renkei.engine.conversation.index import conversations
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.errors import LogError
from renkei.project.project import Project

ALL = "*"
"""The name of the whole team's conversation."""

COUNTED = 300
"""Newest records in which new messages are counted."""


READ = "read"
"""The name of the marks among the settings of a person."""

KEPT = 365 * 86_400
"""Seconds for which a browser keeps its marks."""

LONGEST_COOKIE = 3500
"""Characters of the cookie, of which browsers keep 4,096."""

MOST_MARKS = 500
"""Marks that the server keeps of a person; the oldest are dropped first."""

Marks = Mapping[str, int]
"""The seq up to which each conversation was read."""


def marks_of(cookie: str) -> Marks:
    """Return the marks in a cookie; nothing for a cookie that cannot be read."""
    try:
        return _marks(json.loads(unquote(cookie)) if cookie else {})
    except (ValueError, RecursionError):
        return {}


def _marks(found: object) -> Marks:
    items = found.items() if isinstance(found, dict) else ()
    return {name: seq for name, seq in items if isinstance(seq, int) and 0 <= seq < 2**53}


def cookie_of(marks: Marks) -> str:
    """Return the cookie of marks; without the oldest ones if it would be too long."""
    known = sorted(marks.items(), key=_last_dropped)
    while len(text := quote(json.dumps(dict(known), separators=(",", ":"), ensure_ascii=False))) > LONGEST_COOKIE:
        known = known[1:]
    return text


def marks_name(request: Request, person: str) -> str:
    """Return the name of the cookie in which a browser has how far a person has read."""
    return f"{cookie_name(request)}-{sha256(person.encode()).hexdigest()[:8]}-seen"


def set_marks(response: Response, request: Request, visit: Visit) -> None:
    """Let a response bring a browser the marks that it does not have; its script moves them from there."""
    if visit.marks and visit.marks != marks_of(request.cookies.get(visit.marks_name, "")):
        below = root_of(request.scope.get(SEGMENT, ""))
        response.set_cookie(visit.marks_name, cookie_of(visit.marks), KEPT, path=below, samesite="strict")


def agree_on_marks(project: Project, person: str, browser: Marks) -> Marks:
    """Return the furthest marks that any browser of a person has brought, this one's included, and keep them.

    They are not kept if that is not possible, such as on a full disk: then the browser brings them again.
    """
    last = project.log.last()  # less than what a browser knows of a project that was restored from a backup
    brought = {name: min(seq, last) for name, seq in browser.items()}
    kept = _marks(project.settings(person).get(READ))
    agreed = _furthest(kept, brought)
    if agreed != kept:
        with suppress(LogError):
            project.change_settings(person, lambda now: {**now, READ: {**_furthest(_marks(now.get(READ)), brought)}})
    return agreed


def _furthest(one: Marks, other: Marks) -> Marks:
    """Return the further of two marks of each conversation, without those that the mark of the whole team covers."""
    found = {name: max(one.get(name, 0), other.get(name, 0)) for name in (*one, *other)}
    ahead = [item for item in found.items() if item[0] == ALL or item[1] > found.get(ALL, -1)]
    return dict(sorted(ahead, key=_last_dropped)[-MOST_MARKS:])


def _last_dropped(mark: tuple[str, int]) -> tuple[bool, int]:
    return mark[0] == ALL, mark[1]


def seen_in(visit: Visit, name: str) -> int | None:
    """Return the seq up to which the person has read a conversation; None before its first visit."""
    marks = visit.marks
    return max(marks[ALL], marks.get(name, 0)) if ALL in marks and visit.is_live else None


def new_messages(visit: Visit) -> Counter[str]:
    """Return how many messages of others are new in each conversation, among the newest records."""
    start = seen_in(visit, ALL)
    if start is None:
        return Counter()
    start = max(start, visit.seq - COUNTED)
    marks = visit.marks
    found: Counter[str] = Counter()
    for record in islice(visit.project.records(start), max(0, visit.seq - start)):
        found.update(name for name in conversations_in(record, visit.person) if record.seq > marks.get(name, 0))
    return found


def conversations_in(record: Record, person: str) -> Iterator[str]:
    """Yield the conversations of each message in a record that others said, as often as it has such messages."""
    for event in record.events:
        if isinstance(event, MessageSent) and not event.is_past and event.message.from_ not in (person, SYSTEM):
            yield ALL
            yield from _names(event, person)


def _names(event: MessageSent, person: str) -> Iterator[str]:
    for kind, name in dict.fromkeys(conversations(event)):
        if kind != "pair":
            yield f"{kind}:{name}"
        elif person in (pair := name.split(" ")):
            yield f"with:{pair[pair[0] == person]}"
