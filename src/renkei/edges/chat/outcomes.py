"""Finds the requests that a record settles, whose posts then show the outcome."""

from collections.abc import Callable, Iterator

from renkei.contracts.events import ContractTransitioned
from renkei.engine import events as e
from renkei.engine.record import Record
from renkei.protocol.messages import DecisionResultMessage, ReviewResultMessage
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.wording.visible import one_line


def outcomes_of(record: Record, locale: Locale, name_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield each request that a record settles with a decision or a verdict, and a line with it and its author.

    `name_of` returns the name that the chat shows for a participant.
    """
    outcome = _outcome(record, locale, name_of)
    closed = dict.fromkeys(one.message_id for one in record.events if isinstance(one, e.ObligationClosed))
    yield from ((request, outcome) for request in closed if outcome)


def _outcome(record: Record, locale: Locale, name_of: Callable[[str], str]) -> str:
    for event in record.events:
        message = event.message if isinstance(event, e.MessageSent) else None
        if isinstance(message, DecisionResultMessage):
            return _said(locale, message.payload.chosen_option, name_of(message.from_))
        if isinstance(message, ReviewResultMessage):
            return _said(locale, say(locale, f"chat.verdict.{message.payload.verdict}"), name_of(message.from_))
        if isinstance(event, ContractTransitioned) and event.after == "completed":
            return _said(locale, say(locale, "chat.verdict.approved"), name_of(record.actor))
    return ""


def _said(locale: Locale, what: str, by: str) -> str:
    return one_line(say(locale, "chat.settled", what=what, by=by))
