"""The window of the log that a picture of a day shows, which is read without the rest of the log."""

from collections import OrderedDict
from itertools import islice
from threading import Lock
from weakref import WeakKeyDictionary

from renkei.edges.view.visit import Visit
from renkei.engine.views.past.lanes import Lanes, lanes
from renkei.project.project import Project
from renkei.protocol.primitives import later

MOST_RECORDS = 1500
"""Records of a window."""

LONGEST = 24 * 3600 * 1_000_000
"""Microseconds that a window reaches back, unless its records are counted."""

MOST_KEPT = 6
"""Windows that are kept for each project: the records of a window never change."""

_kept: WeakKeyDictionary[Project, OrderedDict[tuple[int, int], Lanes]] = WeakKeyDictionary()
_lock = Lock()


def window(visit: Visit) -> Lanes:
    """Return the lanes of the window that an address asks for: until the record `to`, at most `count` records.

    By default, the newest day of records; in the past, one that has the record shown. Raises BadValueError.
    """
    last = max(visit.last, visit.seq)
    upto = visit.number("to", last, least=1, most=last)
    after = _begin(visit, upto)
    if "to" not in visit.query and not after < visit.seq:
        upto = min(last, visit.seq + MOST_RECORDS // 2)
        after = _begin(visit, upto)
    return _lanes(visit.project, after, upto)


def _begin(visit: Visit, upto: int) -> int:
    """Return the record before the window that ends with a record."""
    after = max(0, upto - visit.number("count", MOST_RECORDS, least=1, most=MOST_RECORDS))
    if "count" in visit.query:
        return after
    return max(after, visit.project.seq_at(later(visit.project.record(upto).at, -LONGEST)))


def _lanes(project: Project, after: int, upto: int) -> Lanes:
    with _lock:
        kept = _kept.setdefault(project, OrderedDict())
        if (after, upto) in kept:
            kept.move_to_end((after, upto))
            return kept[after, upto]
    made = lanes(project.state_at(after), islice(project.records(after), upto - after))
    with _lock:
        kept[after, upto] = made
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
    return made
