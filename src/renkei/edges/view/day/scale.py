"""The place of each time in the picture of a day. Long times without a record and without an open turn are folded."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from renkei.immutable.frozen import frozen

IDLE = 1200.0
"""Seconds without a record or an open turn from which a time is folded."""

FOLDED, MOST_FOLDED = 3.0, 30.0
"""Hundredths of the picture that one fold takes, and that all of them take at most."""

STEPS = (1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 86_400, 604_800, 2_592_000)
"""Seconds between two ticks."""

MOST_TICKS = 9
APART = 7.0
"""Hundredths of the picture that two ticks are apart at least."""


@frozen
class Stretch:
    """A time span, in seconds, and its place, in hundredths of the picture."""

    start: float
    end: float
    left: float
    right: float
    is_folded: bool = False


@frozen
class Scale:
    """The stretches of a picture, from its first time to its last."""

    stretches: tuple[Stretch, ...]

    @property
    def folds(self) -> tuple[Stretch, ...]:
        """The folded stretches."""
        return tuple(one for one in self.stretches if one.is_folded)

    @property
    def length(self) -> float:
        """The seconds that are not folded."""
        return sum(one.end - one.start for one in self.stretches if not one.is_folded)

    def x(self, at: float) -> float:
        """Return the place of a time in hundredths; times outside of the picture are at its edges."""
        found = bisect_right(self.stretches, at, key=lambda one: one.start)
        one = self.stretches[max(0, found - 1)]
        part = (min(max(at, one.start), one.end) - one.start) / (one.end - one.start)
        return one.left + part * (one.right - one.left)

    def ticks(self) -> list[float]:
        """Return the times that the axis names: round ones where the picture is not folded, and the ends of folds."""
        shown = [one for one in self.stretches if not one.is_folded]
        step = next((one for one in STEPS if self.length / one <= MOST_TICKS), STEPS[-1])
        wanted = [self.stretches[0].start, *(one.end for one in self.folds)]
        wanted += [at for one in shown for at in range(-int(-one.start // step) * step, int(one.end) + 1, step)]
        chosen: list[float] = []
        for at in wanted:  # the ends of folds come first: a round time yields to them
            if self.x(at) <= 100 - APART and all(abs(self.x(at) - self.x(other)) >= APART for other in chosen):
                chosen.append(at)
        return sorted(chosen)


def scale(times: Sequence[float], busy: Iterable[tuple[float, float]]) -> Scale:
    """Return the scale of a picture of some times, in order; `busy` spans are never folded."""
    first, last = times[0], max(times[-1], times[0] + 1)
    spans = [one for one in _gaps([*times, last], busy) if one[1] - one[0] > IDLE]
    edges = [first, *(edge for span in spans for edge in span), last]
    parts = [(start, end, index % 2 == 1) for index, (start, end) in enumerate(pairwise(edges)) if end > start]
    length = sum(end - start for start, end, is_folded in parts if not is_folded)
    fold = min(FOLDED, MOST_FOLDED / max(1, len(spans))) if length else 100.0 / len(parts)
    free = 100.0 - fold * len(spans)
    left, found = 0.0, list[Stretch]()
    for start, end, is_folded in parts:
        width = fold if is_folded else free * (end - start) / length
        found.append(Stretch(start, end, left, left + width, is_folded))
        left += width
    return Scale(tuple(found))


def _gaps(times: Iterable[float], busy: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the spans between times that no busy span covers."""
    found, reached = list[tuple[float, float]](), float("inf")
    for start, end in sorted([*((one, one) for one in times), *busy]):
        if start > reached:
            found.append((reached, start))
        reached = end if reached == float("inf") else max(reached, end)
    return found
