"""The costs of the turns of a window, by participant or by contract."""

from collections.abc import Callable, Iterable, Sequence

from renkei.edges.view.day.picture import seconds
from renkei.engine.views.past.lanes import Lanes
from renkei.engine.views.past.turns_and_waits import Bar, Wait
from renkei.immutable.frozen import frozen
from renkei.store.written.prices import Prices


@frozen
class Sum:
    """The turns of one participant or contract. `money` is None if a model has no price."""

    name: str
    turns: int
    worked: float
    """Seconds in turns, within the window."""
    waited: float
    """Seconds of waiting or of being paused."""
    tokens: int
    money: float | None


Named = Callable[[Bar], str]
"""Returns the name that a turn is summed under."""


def sums(found: Lanes, prices: Prices | None, name_of: Named) -> list[Sum]:
    """Return the sum of each name, the one with the most tokens first."""
    names = dict.fromkeys(map(name_of, found.bars))
    made = [_sum(found, prices, name, [one for one in found.bars if name_of(one) == name]) for name in names]
    return sorted(made, key=lambda one: (-one.tokens, one.name))


def total(found: Lanes, prices: Prices | None) -> Sum:
    """Return the sum of all turns of a window."""
    return _sum(found, prices, "", found.bars)


def _sum(found: Lanes, prices: Prices | None, name: str, bars: Sequence[Bar]) -> Sum:
    costs = [prices.cost(one.agent, one.read, one.further) for one in bars if one.tokens] if prices else [None]
    known = [one for one in costs if one is not None]
    return Sum(
        name,
        len(bars),
        _length(found, bars),
        _length(found, (one for one in found.waits if one.agent == name)),
        sum(one.tokens for one in bars),
        sum(known) if len(known) == len(costs) else None,
    )


def _length(found: Lanes, spans: Iterable[Bar | Wait]) -> float:
    """Return the seconds of some spans within the window."""
    first, last = found.times[0], found.times[-1]
    return sum(seconds(one.end or last) - seconds(one.start or first) for one in spans)
