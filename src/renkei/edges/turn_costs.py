"""What the turns of each agent cost, computed from records."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from renkei.budget.context.cost import CostTracker
from renkei.budget.context.message_text import full
from renkei.budget.tokens.estimate import estimate
from renkei.engine.events import MessageSent, NewsGiven, TurnBegan
from renkei.engine.record import Record


@dataclass
class Reader:
    """The costs of an agent's turns, and its tokens by tier."""

    bill: CostTracker = field(default_factory=CostTracker)
    tiers: Counter[str] = field(default_factory=Counter)
    tokens: int = 0

    def add(self, event: TurnBegan | NewsGiven) -> None:
        """Add the tokens of a context."""
        self.tokens += event.tokens
        for shown in event.given:
            self.tiers[shown.tier] += shown.tokens


def turn_costs(records: Iterable[Record], after: int = 0) -> dict[str, Reader]:
    """Return the costs of each agent's turns after a seq; `records` are all of the log."""
    readers: dict[str, Reader] = {}
    total = 0
    for record in records:
        for event in record.events:
            if isinstance(event, MessageSent):
                total += estimate(full(event.message, "en"))
            elif isinstance(event, TurnBegan) and record.seq > after:
                reader = readers.setdefault(event.agent, Reader())
                reader.bill.turn(total, event.tokens, event.rendering)
                reader.add(event)
            elif isinstance(event, NewsGiven) and event.agent in readers:
                readers[event.agent].bill.news(event.tokens)
                readers[event.agent].add(event)
    return readers
