"""The events of turns: deliveries to an agent, and what it has read."""

from collections import Counter
from typing import Literal

from renkei.budget.context.shown import Omitted, Part, Shown
from renkei.budget.relevance.tiers import Tier
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Timestamp


def tiers_of(event: "TurnBegan | NewsGiven") -> Counter[Tier]:
    """Return how many messages of each tier a context had to show or to omit."""
    found = Counter(one.tier for one in event.given)
    for one in event.omitted:
        found[one.tier] += one.count
    return found


class TurnBegan(Frozen):
    """An agent began a turn with a context. The messages in it stay unread until the turn ends."""

    kind: Literal["turn_began"] = "turn_began"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    seen: Count
    """Position of the log that the context was built from."""
    until: Timestamp
    """When the lease of the turn ends, unless the agent acts or is alive later."""
    budget: Count
    """Tokens that the context was allowed to have."""
    tokens: Count
    """Tokens that it has, as estimated."""
    locale: Locale
    """Language of the context."""
    given: tuple[Shown, ...] = ()
    """How the context shows each message, and why; of omitted messages, only the ones no earlier turn could list."""
    omitted: tuple[Omitted, ...] = ()
    """How many other messages it omits, by tier and rule."""
    read: tuple[Id, ...] = ()
    """Messages that count as read when the turn ends."""
    notices: Count = 0
    """How many re-read notices the context shows; they are removed when the turn ends."""
    rendering: Literal["snapshot", "delta"] = "snapshot"
    """`snapshot`: everything; `delta`: the news since the last turn."""
    lease: Count = 0
    """Seconds for which the turn stays open after a record or a heartbeat of the agent; 0: only until `until`."""

    @property
    def tiers(self) -> Counter[Tier]:
        """How many messages of each tier the context had to show or to omit."""
        return tiers_of(self)


class NewsGiven(Frozen):
    """An agent was given the news of its turn. It stays unread until the turn ends."""

    kind: Literal["news_given"] = "news_given"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    seen: Count
    """Position of the log that the news was built from."""
    critical_only: Flag = False
    """True: only critical items were shown, and no changes of the board."""
    budget: Count
    """Tokens that the news was allowed to have."""
    tokens: Count
    """Tokens that it has, as estimated."""
    locale: Locale
    """Language of the news."""
    given: tuple[Shown, ...] = ()
    """How the news shows each message, and why; of omitted messages, only the ones no earlier context could list."""
    omitted: tuple[Omitted, ...] = ()
    """How many other messages it omits, by tier and rule."""
    read: tuple[Id, ...] = ()
    """Messages that count as read when the turn ends."""
    notices: Count = 0
    """How many re-read notices the news shows; they are removed when the turn ends."""

    @property
    def tiers(self) -> Counter[Tier]:
        """How many messages of each tier the news had to show or to omit."""
        return tiers_of(self)


class TurnRenewed(Frozen):
    """The lease of an open turn was renewed."""

    kind: Literal["turn_renewed"] = "turn_renewed"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    until: Timestamp
    """When the lease of the turn ends, unless the agent acts or is alive later."""


class PartRead(Frozen):
    """The part of a message that a turn has read."""

    message_id: Id
    """The message."""
    part: Part
    """The part."""


class TurnEnded(Frozen):
    """A turn ended. Its context counts as read, unless the turn was abandoned or interrupted."""

    kind: Literal["turn_ended"] = "turn_ended"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    read: tuple[Id, ...] = ()
    """Messages that are now read."""
    notices: Count = 0
    """How many re-read notices are removed, the oldest first."""
    seen: Count = 0
    """Position of the log up to which the agent has read the board."""
    contract_id: Id | None = None
    """The contract in progress that the turn counts against (`max_steps`)."""
    parts: tuple[PartRead, ...] = ()
    """Parts read of messages shown in parts; a message is read with its last part."""
    finished: Flag = True
    """False: the turn was abandoned or interrupted, and nothing is read."""
    by: Id | None = None
    """The actor who interrupted the turn.

    `renkei` when its lease was over, null when the agent ended or abandoned it.
    """
    reason: str = ""
    """Why it was interrupted."""
    board_seen: Count = 0
    """Position of the log up to which the turn and its news showed the changes of the board; 0 in older records."""
    tokens: Count = 0
    """Tokens that the agent's model used beyond its contexts, if its provider reports them."""
    left: tuple[str, ...] = ()
    """The work that the agent could continue; each text changes with what is done about the work.

    Work that was left as it was in several turns in a row no longer wakes the agent.
    """


class MarkedRead(Frozen):
    """Messages or re-read notices were marked as read outside of a turn, by a person."""

    kind: Literal["marked_read"] = "marked_read"
    reader: Id
    """The participant whose messages they are, usually the person."""
    read: tuple[Id, ...] = ()
    """Messages that are now read."""
    notices: Count = 0
    """How many re-read notices are removed, the oldest first."""
