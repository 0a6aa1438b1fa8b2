"""The shapes of the lanes: places across are hundredths of the picture, so that it has any width; down, pixels."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from zlib import crc32

from renkei.edges.times import Days, clock
from renkei.edges.view.day.scale import Scale, scale
from renkei.engine.views.past.lanes import LaneMark, Lanes
from renkei.engine.views.past.turns_and_waits import Bar, Wait
from renkei.immutable.frozen import frozen

AXIS, LANE, COST = 26, 44, 56
"""Heights of the axis, of a lane, and of the lane of costs."""

LOWEST, HIGHEST = 8, 26
"""Heights of the bar of a turn without tokens, and with the most tokens."""

HUES, PATTERNS = 8, 3
"""Colours of contracts, and patterns over them: none, thin and broad stripes. Together they tell 24 contracts apart."""

NUMBER = re.compile(r"[0-9]{1,9}$")
"""The number at the end of an id."""

SHORT = 600
"""Seconds of a picture up to which its ticks have seconds."""

SLICES = 80
"""Columns of the costs."""

THINNEST = 0.02
"""Hundredths that a shape is wide at least: a rectangle without a width is not drawn."""


@frozen
class Rectangle:
    """A shape from `x`, `y`, with its turn or wait."""

    x: float
    width: float
    y: float
    height: float
    of: Bar | Wait | None = None
    hue: int | None = None


@frozen
class Arrow:
    """An arrow from a waiting participant to the cause of its wait, at the time when the wait began."""

    x: float
    start: float
    end: float


@frozen
class MarkShape:
    """A mark in a lane."""

    x: float
    y: float
    of: LaneMark


@frozen
class DayPicture:
    """The shapes of a window. `xs`: the place of each record, `cursor`: that of the record shown."""

    rows: tuple[tuple[str, float], ...]
    """The name of each lane, and its top."""
    bars: tuple[Rectangle, ...]
    waits: tuple[Rectangle, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[MarkShape, ...]
    folds: tuple[tuple[float, float, float], ...]
    """The place, the width and the seconds of each fold."""
    ticks: tuple[tuple[float, str], ...]
    """The place of each tick, and its time in words."""
    costs: tuple[Rectangle, ...]
    xs: tuple[float, ...]
    cursor: float
    hues: Mapping[str, int]
    """The colour of each contract, in the order of their first turns."""

    @property
    def bottom(self) -> float:
        """The end of the lanes, where the costs begin."""
        return AXIS + LANE * len(self.rows)


def seconds(at: str) -> float:
    """Return a time of the log as seconds since 1970."""
    return datetime.fromisoformat(at).timestamp()


def draw(found: Lanes, seq: int) -> DayPicture:
    """Return the picture of a window with at least one record; `seq` is the record at the cursor."""
    times = [seconds(at) for at in found.times]
    spans = [(_time(one.start, times[0]), _time(one.end, times[-1])) for one in found.bars]
    places = scale(times, spans)
    tops = {name: float(AXIS + LANE * index) for index, name in enumerate(found.names)}
    hues = {one.contract: hue_of(one.contract) for one in found.bars if one.contract}
    most = max((one.tokens for one in found.bars), default=0) or 1
    waits = [_rectangle(places, one, tops[one.agent] + LANE - 18, 12) for one in found.waits]

    def bar(one: Bar) -> Rectangle:
        height = LOWEST + (HIGHEST - LOWEST) * one.tokens / most
        return _rectangle(places, one, tops[one.agent] + LANE - 4 - height, height, hues.get(one.contract))

    return DayPicture(
        rows=tuple(tops.items()),
        bars=tuple(bar(one) for one in found.bars),
        waits=tuple(waits),
        arrows=tuple(
            Arrow(shape.x, tops[one.agent] + LANE - 12, tops[cause] + (LANE if tops[cause] < tops[one.agent] else 8))
            for shape, one in zip(waits, found.waits, strict=True)
            for cause in one.causes
            if one.start and cause in tops
        ),
        marks=tuple(MarkShape(places.x(seconds(one.at)), tops[one.agent] + 9, one) for one in found.marks),
        folds=tuple((one.left, one.right - one.left, one.end - one.start) for one in places.folds),
        ticks=tuple(_ticks(places)),
        costs=tuple(_costs(found.bars, places, AXIS + LANE * len(tops))),
        xs=tuple(round(places.x(at), 2) for at in times),
        cursor=places.x(times[min(max(seq - found.after, 1), len(times)) - 1]) if seq > found.after else 0.0,
        hues=hues,
    )


def hue_of(contract: str) -> int:
    """Return the colour and pattern of a contract, from 0 to 23: the same in each window.

    Numbers that follow each other, as in most ids, are all different.
    """
    number = NUMBER.search(contract)
    found = int(number[0]) if number else crc32(contract.encode())
    return found % (HUES * PATTERNS)


def _ticks(places: Scale) -> Iterator[tuple[float, str]]:
    """Yield the ticks; the first one of a day has the date."""
    days, characters = Days(), 5 if places.length > SHORT else 8
    for at in places.ticks():
        text = datetime.fromtimestamp(at, UTC).isoformat()
        yield places.x(at), f"{days.new(text)[5:10]} {clock(text)[:characters]}".strip()


def _time(at: str, default: float) -> float:
    return seconds(at) if at else default


def _rectangle(places: Scale, one: Bar | Wait, y: float, height: float, hue: int | None = None) -> Rectangle:
    left = places.x(seconds(one.start)) if one.start else 0.0
    right = places.x(seconds(one.end)) if one.end else 100.0
    return Rectangle(left, max(THINNEST, right - left), y, height, one, hue)


def _costs(bars: Iterable[Bar], places: Scale, top: float) -> Iterable[Rectangle]:
    """Yield a column for each slice of the picture in which turns began that used tokens."""
    width = 100 / SLICES

    def slice_of(one: Bar) -> int:
        return min(SLICES - 1, int(places.x(seconds(one.start)) / width))

    begun = sorted((one for one in bars if one.start), key=slice_of)
    sums = {index: sum(one.tokens for one in found) for index, found in groupby(begun, slice_of)}
    most = max(sums.values(), default=0) or 1
    for index, tokens in sums.items():
        height = (COST - 16) * tokens / most
        yield Rectangle(index * width, width, top + COST - 4 - height, height)
