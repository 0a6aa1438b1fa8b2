"""Places the turns of a contract as bars on one line of time."""

from collections.abc import Sequence

from renkei.engine.views.contracts.timeline import WorkedTurn
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import seconds_between

WIDTH = 1000.0
"""The width of the line, in units of the drawing."""

LEAST = 4.0
"""The width of the shortest bar: it can be seen and hit."""


@frozen
class Bar:
    """A turn on the line."""

    turn: WorkedTurn
    start: float
    width: float


@frozen
class Bars:
    """The line from `start` to `end`, with one row for the turns of each agent."""

    start: str
    end: str
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]


def turn_bars(turns: Sequence[WorkedTurn], start: str, end: str) -> Bars:
    """Return the bars of turns between two times; a turn whose beginning is unknown is a bar at its end."""
    whole = max(seconds_between(start, end), 0.001)

    def position(at: str) -> float:
        return min(max(seconds_between(start, at) / whole, 0.0), 1.0) * WIDTH

    def bar(turn: WorkedTurn) -> Bar:
        left, right = position(turn.start or turn.end), position(turn.end)
        left = min(left, WIDTH - LEAST)
        return Bar(turn, left, max(right - left, LEAST))

    agents = dict.fromkeys(one.agent for one in turns)
    return Bars(start, end, tuple((name, tuple(bar(one) for one in turns if one.agent == name)) for name in agents))
