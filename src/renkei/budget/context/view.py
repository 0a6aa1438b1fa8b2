"""Everything that is known from one agent's point of view when its turn begins; a context selects from it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from renkei.budget.context.listing import Listing
from renkei.budget.context.shown import Part
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.tiers import Signals
from renkei.protocol.messages import AnyMessage, urgency
from renkei.protocol.primitives import PRIORITIES, Locale

Summarize = Callable[[AnyMessage], str | None]
"""Returns a language model's summary of a message, or None when there is none. Called only for messages that are shown
as a summary."""


@dataclass(frozen=True, slots=True)
class UnreadMessage:
    """An unread message with what is known about it from the reader's point of view.

    `impact` returns in words which of the reader's work a message touches, or "". Like `summarize` it is called only
    where its result is shown. `known`: the contract that the message carries, if the reader is shown it anyway.
    `begun` is the part that the reader has read last of a message that comes in parts.
    """

    message: AnyMessage
    signals: Signals
    impact: Callable[[AnyMessage], str] | None = None
    summarize: Summarize | None = None
    known: str = ""
    begun: Part | None = None


def by_urgency(unread: Sequence[UnreadMessage], places: Iterable[int]) -> list[int]:
    """Return places in a list of messages, those of the most urgent ones first, otherwise in the given order."""
    return sorted(places, key=lambda place: PRIORITIES[urgency(unread[place].message)])


@dataclass(frozen=True, slots=True)
class Duty:
    """A contract of the reader in three lengths: one line, what it must know at every turn, and all of its terms."""

    id: str
    line: str
    brief: str = ""
    full: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a context can contain. Texts are in the reader's language, the most important first.

    `own`: the reader's state and the contracts it can claim. `waiting`: the replies it owes, its open requests, and the
    contracts that it delegated. `duties`: the reader's contracts, first the one that it works on. `alerts`: what is
    critical without being a message; the first `notices` of them are re-read notices. `unread`: in the order of the
    log. `board`: the whole board, unless only `changes` are shown: what others wrote on it since the reader's last
    turn, at its first turn the board. `past`: messages that the reader has read or written, the oldest first, for a
    reader without memory. `during_turn`: the reader's turn is open, and `changes` are those since it began.
    `delivery`: how messages are classified and given.
    """

    agent: str
    locale: Locale
    identity: str
    own: tuple[str, ...] = ()
    duties: tuple[Duty, ...] = ()
    waiting: tuple[Listing, ...] = ()
    alerts: tuple[str, ...] = ()
    notices: int = 0
    unread: tuple[UnreadMessage, ...] = ()
    board: tuple[Listing, ...] = ()
    changes: tuple[Listing, ...] = ()
    past: tuple[PastMessage, ...] = ()
    during_turn: bool = False
    delivery: ContextDelivery = DEFAULT_DELIVERY
