"""Everything known from one agent's point of view when its turn begins; a context selects from it."""

from collections.abc import Callable
from typing import Literal

from renkei.budget.context.listing import Listing
from renkei.budget.context.shown import Classified, Part, classified
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.tiers import RuleName, Signals
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale
from renkei.texts.look_up import Interface
from renkei.texts.say import say

Summarize = Callable[[AnyMessage], str | None]
"""Returns a language model's summary of a message, or None. Called only for messages shown as a summary."""

Sender = Literal["person", "lead", "agent"]
"""The sender's role in the project. The system counts as an agent, since agents trigger its messages."""


@frozen
class UnreadMessage:
    """An unread message and the reader's relation to it.

    `known`: the contract that the message carries, if the reader is shown it anyway. `begun`: the part read last of a
    message shown in parts. `sender` decides who gets room first. `classified`: its tier by the rules of the view, if
    already known.
    """

    message: AnyMessage
    signals: Signals
    known: str = ""
    begun: Part | None = None
    sender: Sender = "agent"
    classified: Classified | None = None

    def classify(self, rules: tuple[RuleName, ...]) -> Classified:
        """Return its tier by the rules of the view."""
        return self.classified or classified(self.message, self.signals, rules)


@frozen
class Duty:
    """A contract of the reader in three lengths: one line, the essentials for every turn, and all of its terms."""

    id: str
    line: str
    brief: str = ""
    full: str = ""


@frozen
class View:
    """Everything that a context can contain. Texts are in the reader's language, most important first.

    `own`: the reader's state and the contracts it can claim. `waiting`: the replies it owes, its open requests, and the
    contracts that it delegated. `duties`: the reader's contracts, current one first. `alerts`: critical items other
    than messages; the first `notices` of them are re-read notices. `unread`: in log order. `board`: the whole board,
    unless only `changes` are shown: others' writes since the reader's last turn (on its first turn, the board). `past`:
    messages that the reader has read or written, oldest first, for a reader without memory. `during_turn`: the reader's
    turn is open, and `changes` are those since it began. `delivery`: how messages are classified and shown. `impact`
    returns in words which of the reader's work a message touches, or "". Like `summarize` it is called only if its
    result is shown. `interface`: see `Reading`.
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
    impact: Callable[[AnyMessage], str] | None = None
    summarize: Summarize | None = None
    interface: Interface = "command_line"

    def heading(self, section: str) -> str:
        """Return the heading of a section; on a first turn the changes are headed as the board."""
        if section == "changes" and self.during_turn:
            return say(self.locale, "section.changes_during_turn")
        whole = section == "changes" and self.changes == self.board
        return say(self.locale, "section.board" if whole else f"section.{section}")
