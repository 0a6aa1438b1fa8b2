"""Sums of turns and waits by agent, which the state does not keep, from successive records."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.past.turns_and_waits import TurnsAndWaits
from renkei.protocol.primitives import seconds_between


@dataclass(slots=True)
class AgentSum:
    """The usage of an agent: seconds, and tokens of its contexts (`read`) and of its model beyond them (`further`)."""

    turns: int = 0
    worked: float = 0.0
    waited: float = 0.0
    """Seconds of waiting or of being paused."""
    read: int = 0
    further: int = 0


class AgentSums:
    """The sums of each agent since a state."""

    def __init__(self, before: State) -> None:
        """`before`: the state before the first record that is added."""
        self._turns = TurnsAndWaits(before)
        self._since = before.at
        self._sums: defaultdict[str, AgentSum] = defaultdict(AgentSum)

    @property
    def seq(self) -> int:
        """The last record that was added."""
        return self._turns.state.seq

    def add(self, records: Iterable[Record]) -> None:
        """Add the next records."""
        for record in records:
            ended = self._turns.add(record)
            for bar in ended.bars:
                one = self._sums[bar.agent]
                one.turns, one.read, one.further = one.turns + 1, one.read + bar.read, one.further + bar.further
                one.worked += self._length(bar.start, bar.end)
            for wait in ended.waits:
                self._sums[wait.agent].waited += self._length(wait.start, wait.end)

    def until(self, at: str) -> Mapping[str, AgentSum]:
        """Return the sums at a time. Waits that last count until then, turns only when they have ended."""
        found = {name: AgentSum(one.turns, one.worked, one.waited, one.read, one.further) for name, one in self._all()}
        for wait in self._turns.waits.values():
            found.setdefault(wait.agent, AgentSum()).waited += self._length(wait.start, max(at, self._turns.state.at))
        return found

    def _all(self) -> Iterable[tuple[str, AgentSum]]:
        return sorted(self._sums.items())

    def _length(self, start: str, end: str) -> float:
        """Return the seconds of a turn or wait since the first state."""
        return seconds_between(max(start, self._since), end)
