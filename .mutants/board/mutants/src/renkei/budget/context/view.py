"""All that is known from one agent's point of view when its turn begins: what a context chooses from."""

from collections.abc import Callable
from dataclasses import dataclass

from renkei.budget.context.transcript import Said
from renkei.budget.relevance.tiers import Evidence
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

Summarize = Callable[[AnyMessage], str | None]
"""Gives a summary of a message that a model wrote; None when there is none. Asked only for what is shown so."""


def no_summary(message: AnyMessage) -> str | None:
    """Give none: a message's own words are shortened."""
    return None


def no_impact(message: AnyMessage) -> str:
    """Say nothing of what a message touches."""
    return ""


@dataclass(frozen=True, slots=True)
class UnreadMessage:
    """An unread message with what is known about it from the reader's point of view.

    `impact` says what of the reader's work it touches; like a summary it is asked for only where it is shown.
    """

    message: AnyMessage
    signals: Evidence
    impact: Callable[[AnyMessage], str] = no_impact
    summarize: Summarize = no_summary


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a context could hold. Texts are in the reader's language, the most important first.

    The first `notices` of the alerts are re-read notices. `duties` are what the reader must know of its contracts at
    every turn, `terms` the rest of them. `changes` are what others wrote on the board since the reader's last turn; at
    its first turn, that is the board. `past` are messages that it has read or written before, the oldest first, for a
    reader that remembers nothing.
    """

    agent: str
    locale: Locale
    identity: str
    own: tuple[str, ...] = ()
    duties: tuple[str, ...] = ()
    contract_terms: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()
    notices: int = 0
    unread: tuple[UnreadMessage, ...] = ()
    board: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    past: tuple[Said, ...] = ()
