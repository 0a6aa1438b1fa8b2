"""What a conversation shows of records: a card for each message, and lines for what happened beside them.

A card does not depend on who looks, so that it is rendered once for everybody who follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from renkei.edges.view.rendering import render
from renkei.edges.view.words.say import words_in
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.protocol.primitives import Locale

KEPT = 4000
"""Records whose markup is kept."""


@dataclass(frozen=True, slots=True)
class Card:
    """A message as its card shows it: its record, when it was sent, and whom it reached."""

    seq: int
    at: str
    event: MessageSent


class RecordMarkup:
    """The markup of the records of one project. A record never changes, so nothing but its seq determines it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, Locale], str] = {}

    def of(self, records: Iterable[Record], locale: Locale) -> str:
        """Return the markup of records as a conversation shows them."""
        return "".join(self._of(record, locale) for record in records)

    def _of(self, record: Record, locale: Locale) -> str:
        key = record.seq, locale
        found = self._kept.get(key)
        if found is None:
            found = _markup(record, locale)
            if len(self._kept) >= KEPT:
                self._kept = {}  # threads may read the old one to its end
            self._kept[key] = found
        return found


def _markup(record: Record, locale: Locale) -> str:
    shown = list(cards_of(record))
    return render("record.html", t=words_in(locale), locale=locale, record=record, cards=shown) if shown else ""


def cards_of(record: Record) -> Iterator[Card]:
    """Yield the messages of a record."""
    for event in record.events:
        if isinstance(event, MessageSent):
            yield Card(record.seq, record.at, event)
