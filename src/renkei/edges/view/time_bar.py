"""The slider over the log on every screen: its position, and marks where something happened."""

from threading import Lock
from weakref import WeakKeyDictionary

from renkei.edges.view.conversation.event_sentences import sentence
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.record import Record
from renkei.engine.views.past.landmarks import Landmark
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import one_line

MARKS = 80
"""Places of the slider that can have a mark."""

WIDTH = 1000
"""Width of the picture of the marks."""

MOST_CHARACTERS = 120
"""Characters that a line about a record has at most."""

Kept = tuple[int, list[Landmark]]
_landmarks: WeakKeyDictionary[Project, Kept] = WeakKeyDictionary()
"""The landmarks of each project, and the record up to which they were found."""
_lock = Lock()


@frozen
class Mark:
    """A mark on the slider where something happened; `x` is its position in the picture of the marks."""

    seq: int
    x: int
    kind: str
    what: str


@frozen
class TimeBar:
    """The values that the slider's template shows."""

    seq: int
    last: int
    at: str
    line: str
    marks: tuple[Mark, ...]
    mark_before: Mark | None
    mark_after: Mark | None


def time_bar(visit: Visit) -> TimeBar:
    """Return the slider of a screen."""
    t = words_in(visit.locale)
    last = max(visit.last, visit.seq)  # the state may have been read after the number of the last record
    found = [
        Mark(one.seq, WIDTH * one.seq // max(last, 1), one.kind, t(f"mark.{one.kind}", ref=one.ref))
        for one in _found(visit)
    ]
    before = [one for one in found if one.seq < visit.seq]
    after = [one for one in found if one.seq > visit.seq]
    line = t("time.start") if visit.seq == 0 else describe(visit.project.record(visit.seq), visit.locale)
    shown = {one.x * MARKS // WIDTH: one for one in found}
    return TimeBar(
        visit.seq,
        last,
        visit.state.at,
        line,
        tuple(shown.values()),
        before[-1] if before else None,
        after[0] if after else None,
    )


def _found(visit: Visit) -> list[Landmark]:
    """Return the landmarks of the whole log; they change only with a record."""
    with _lock:
        kept = _landmarks.get(visit.project)
        if kept is None or kept[0] < visit.last:
            kept = _landmarks[visit.project] = visit.last, visit.project.landmarks()
    return [one for one in kept[1] if one.seq <= visit.last]


def describe(record: Record, locale: Locale) -> str:
    """Return a record in one line: its author, an event, and the number of others."""
    t = words_in(locale)
    said = next(filter(None, (sentence(event, locale) for event in record.events)), "")
    what = one_line(said) if len(said) <= MOST_CHARACTERS else f"{one_line(said[:MOST_CHARACTERS])}…"
    line = what if record.actor in what else t("time.by", actor=record.actor, what=what)
    line = t("time.more", what=line, count=len(record.events) - 1) if len(record.events) > 1 else line
    return f"{line} ({t(f'via.{record.via}')})" if record.via else line
