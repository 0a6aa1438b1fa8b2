"""The cost of each agent's turns, computed from records."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from renkei.budget.context.cost import CostTracker
from renkei.budget.context.message_text import full
from renkei.budget.tokens.estimate import estimate
from renkei.engine.events import MessageSent, NewsGiven, TurnBegan
from renkei.engine.record import Record


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one turn, and of two simpler methods: see `CostTracker`."""

    read: float = 0.0
    naive: float = 0.0
    cached: float = 0.0


@dataclass
class Reader:
    """The costs of an agent's turns, and its tokens by tier. `turns`: the cost of each by the seq of its beginning."""

    bill: CostTracker = field(default_factory=CostTracker)
    tiers: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    turns: dict[int, Cost] = field(default_factory=dict)
    _before: Cost = Cost()

    def begin(self, seq: int, event: TurnBegan, transcript: int) -> None:
        """Add a turn; `transcript`: the tokens of all messages until then."""
        self._before = Cost(self.bill.read, self.bill.naive, self.bill.cached)
        self.bill.turn(transcript, event.tokens, event.rendering)
        self._add(seq, event)

    def news(self, event: NewsGiven) -> None:
        """Add the news of the turn that began last."""
        self.bill.news(event.tokens)
        self._add(next(reversed(self.turns)), event)

    def _add(self, seq: int, event: TurnBegan | NewsGiven) -> None:
        bill, before = self.bill, self._before
        self.turns[seq] = Cost(bill.read - before.read, bill.naive - before.naive, bill.cached - before.cached)
        self.tokens += event.tokens
        for shown in event.given:
            self.tiers[shown.tier] += shown.tokens


@dataclass
class TurnCosts:
    """The costs of all turns after a seq, from the records added so far."""

    after: int = 0
    seq: int = 0
    """The last record that was added."""
    readers: dict[str, Reader] = field(default_factory=dict)
    _transcript: int = 0

    def add(self, record: Record) -> None:
        """Add the next record."""
        for event in record.events:
            if isinstance(event, MessageSent) and not event.is_past:
                self._transcript += estimate(full(event.message, "en"))
            elif isinstance(event, TurnBegan) and record.seq > self.after:
                self.readers.setdefault(event.agent, Reader()).begin(record.seq, event, self._transcript)
            elif isinstance(event, NewsGiven) and event.agent in self.readers:
                self.readers[event.agent].news(event)
        self.seq = record.seq


def turn_costs(records: Iterable[Record], after: int = 0) -> dict[str, Reader]:
    """Return the costs of each agent's turns after a seq; `records` are all of the log."""
    costs = TurnCosts(after)
    for record in records:
        costs.add(record)
    return costs.readers
