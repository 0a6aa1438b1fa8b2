"""The time that every screen shows, in words, and the landmarks before and after it."""

from threading import Lock
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from renkei.edges.times import named_time
from renkei.edges.view.conversation.event_sentences import sentence
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.record import Record
from renkei.engine.views.past.landmarks import Landmark
from renkei.engine.views.titles import called
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import one_line

MOST_CHARACTERS = 120
"""Characters that a line about a record has at most."""

Kept = tuple[int, list[Landmark]]
_landmarks: WeakKeyDictionary[Project, Kept] = WeakKeyDictionary()
"""The landmarks of each project, and the record up to which they were found."""
_lock = Lock()


@frozen
class Mark:
    """A landmark in words."""

    seq: int
    what: str


@frozen
class TimeBar:
    """The values that the template of the time shows."""

    seq: int
    last: int
    at: str
    line: str
    mark_before: Mark | None
    mark_after: Mark | None


def time_bar(visit: Visit) -> TimeBar:
    """Return the time of a screen."""
    last = max(visit.last, visit.seq)  # the state may have been read after the number of the last record
    found = _found(visit)
    before = next((one for one in reversed(found) if one.seq < visit.seq), None)
    after = next((one for one in found if one.seq > visit.seq), None)
    line = words_in(visit.locale)("time.start")
    if visit.seq:
        line = describe(visit.project.record(visit.seq), visit.locale, visit.person)
    return TimeBar(visit.seq, last, visit.state.at, line, _mark(before, visit.locale), _mark(after, visit.locale))


def _mark(found: Landmark | None, locale: Locale) -> Mark | None:
    return None if found is None else Mark(found.seq, words_in(locale)(f"mark.{found.kind}", ref=found.ref))


def _found(visit: Visit) -> list[Landmark]:
    """Return the landmarks of the whole log; they change only with a record."""
    with _lock:
        kept = _landmarks.get(visit.project)
        if kept is None or kept[0] < visit.last:
            kept = _landmarks[visit.project] = visit.last, visit.project.landmarks()
    return [one for one in kept[1] if one.seq <= visit.last]


def address_then(visit: Visit) -> str:
    """Return the address of the same screen at the time that `when` names; raises BadValueError."""
    text = visit.query["when"]
    at = named_time(text, visit.project.now())
    if at is None:
        raise BadValueError(
            path="?when", got=text, expected="a time such as 02:14, yesterday 14:00 or 2026-01-05 10:00"
        )
    query = [(name, value) for name, value in visit.query.multi_items() if name not in ("when", "at")]
    return f"{visit.address}?{urlencode([*query, ('at', min(visit.last, visit.project.seq_at(at)))])}"


def describe(record: Record, locale: Locale, reader: str) -> str:
    """Return a record in one line: its author, an event, and the number of others."""
    t = words_in(locale)
    said = next(filter(None, (sentence(event, locale, reader) for event in record.events)), "")
    what = one_line(said) if len(said) <= MOST_CHARACTERS else f"{one_line(said[:MOST_CHARACTERS])}…"
    actor = called(record.actor, reader, t("frame.you"))
    line = what if actor in what else t("time.by", actor=actor, what=what)
    line = t("time.more", what=line, count=len(record.events) - 1) if len(record.events) > 1 else line
    return f"{line} ({t(f'via.{record.via}')})" if record.via else line
