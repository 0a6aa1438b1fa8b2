"""What the turns of a window cost, by participant or by contract."""

from collections.abc import Callable, Iterable
from typing import Self

from renkei.edges.view.day.picture import seconds
from renkei.engine.views.past.lanes import Bar, Lanes, Wait
from renkei.immutable.frozen import frozen
from renkei.store.prices import Prices


@frozen
class Sum:
    """The turns of one participant or contract. `money` is None if a model has no price."""

    name: str
    turns: int
    worked: float
    """Seconds in turns."""
    waited: float
    """Seconds of waiting or of being paused."""
    tokens: int
    money: float | None

    @classmethod
    def of(cls, name: str, bars: Iterable[Bar], waits: Iterable[Wait], prices: Prices | None) -> Self:
        """Return the sum of some turns and waits that began and ended in the window."""
        bars = tuple(bars)
        costs = [prices.cost(one.agent, one.read, one.further) for one in bars if one.tokens] if prices else [None]
        known = [one for one in costs if one is not None]
        money = sum(known) if len(known) == len(costs) else None
        return cls(name, len(bars), _length(bars), _length(waits), sum(one.tokens for one in bars), money)


def sums(found: Lanes, prices: Prices | None, name_of: Callable[[Bar], str]) -> list[Sum]:
    """Return the sum of each name, the one with the most tokens first."""
    names = dict.fromkeys(map(name_of, found.bars))
    made = [
        Sum.of(
            name,
            (one for one in found.bars if name_of(one) == name),
            (one for one in found.waits if one.agent == name),
            prices,
        )
        for name in names
    ]
    return sorted(made, key=lambda one: (-one.tokens, one.name))


def _length(spans: Iterable[Bar | Wait]) -> float:
    return sum(seconds(one.end) - seconds(one.start) for one in spans if one.start and one.end)
