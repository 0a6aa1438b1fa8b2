"""Renders a record for a conversation as blocks: a card for each message and a line for each other event.

A block depends only on its record, so it is rendered once for all readers. Parts that change later, or depend on the
reader, are slots.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal

from renkei.board.events import RereadNoticed
from renkei.contracts.events import ContractAssigned, ContractOpened, ContractTransitioned, EvidenceRecorded
from renkei.edges.view.conversation.event_sentences import kept_sentence
from renkei.edges.view.conversation.slots import slot
from renkei.edges.view.rendering import render
from renkei.edges.view.words import words_in
from renkei.engine import events as e
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.engine.views.titles import message_title
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import StatusUpdateMessage, payload_field
from renkei.protocol.primitives import Locale, Via

MOST_RECORDS = 4000
"""Records whose markup is kept."""

MOST_CHARACTERS = 32 * 1024 * 1024
"""Characters of this markup at most."""

Kind = Literal["message", "update", "notice", "line"]
"""`message`: a card; `update`: the card of a routine update, which is folded; `notice`: an event that is always shown;
`line`: an event shown only with "show all"."""

NOTICES = frozenset(
    """
    actor_joined actor_left actor_suspended actor_resumed obligation_overdue limit_reached project_created
    project_halted project_paused project_resumed contract_paused contract_resumed reread_noticed rule_fired
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""Kinds of events that are shown without being asked for; all others that are no message are lines."""


@frozen
class Block:
    """A part of a record. `message` and `sender` are ids: those of a card's message; other blocks have none.

    It does not hold the message itself, which may be large: many blocks are kept.
    """

    kind: Kind
    seq: int
    at: str
    markup: str
    message: str = ""
    sender: str = ""
    line: str = ""
    """The title of an update."""


@frozen
class Card:
    """A message as its card shows it, with its consequences in the same record."""

    seq: int
    at: str
    via: Via
    event: e.MessageSent
    contract: str
    evidence: EvidenceRecorded | None
    followed: tuple[e.AnyEvent, ...]
    """Rules that it set off, and messages of the project itself."""


class RecordMarkup:
    """The blocks of the records of one project. A record never changes, so nothing but its seq determines them."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, Locale], tuple[Block, ...]] = {}
        self._size = 0

    def of(self, record: Record, locale: Locale) -> tuple[Block, ...]:
        """Return the blocks of a record."""
        key = record.seq, locale
        found = self._kept.get(key)
        if found is None:
            found = tuple(_blocks(record, locale))
            size = sum(len(one.markup) for one in found)
            if len(self._kept) >= MOST_RECORDS or self._size + size > MOST_CHARACTERS:
                self._kept, self._size = {}, 0  # threads may read the old one to its end
            self._kept[key] = found
            self._size += size
        return found


def _blocks(record: Record, locale: Locale) -> Iterator[Block]:
    cards = [_card_block(one, locale) for one in cards_of(record)]
    folded = _first_card(record)
    others = [
        event
        for index, event in enumerate(record.events)
        if not isinstance(event, e.MessageSent) and not (isinstance(event, e.RuleFired) and index > folded)
    ]
    notices = [*_notices(record, others, locale)]
    yield from (*cards, *notices) if any(map(_is_said, record.events)) else (*notices, *cards)
    yield from _lines(record, [one for one in others if one.kind not in NOTICES], "line", locale)


def _card_block(card: Card, locale: Locale) -> Block:
    message = card.event.message
    line = message_title(message) if is_routine(card) else ""
    kind: Kind = "update" if line else "message"
    return Block(kind, card.seq, card.at, render_card(card, locale), message.id, message.from_, line)


def is_routine(card: Card) -> bool:
    """Return whether a message is an update of continuing work: it asks nothing, and nothing followed."""
    message = card.event.message
    is_update = isinstance(message, StatusUpdateMessage) and message.payload.new_status == "working"
    asks = message.expected_response_type or message.in_reply_to or message.priority in ("blocking", "high")
    return is_update and not (asks or card.followed or payload_field(message, "blockers"))


def _notices(record: Record, events: Iterable[e.AnyEvent], locale: Locale) -> Iterator[Block]:
    wanted = [one for one in events if one.kind in NOTICES]
    for event in wanted:
        if isinstance(event, RereadNoticed):
            markup = _rendered("cards/reread_noticed.html", locale, event, record)
            yield Block("notice", record.seq, record.at, markup)
    yield from _lines(record, [one for one in wanted if not isinstance(one, RereadNoticed)], "notice", locale)


def _lines(record: Record, events: Iterable[e.AnyEvent], kind: Kind, locale: Locale) -> Iterator[Block]:
    lines = [said for event in events if (said := kept_sentence(event, locale))]
    if lines:
        yield Block(kind, record.seq, record.at, _rendered("lines.html", locale, lines, record, kind=kind))


def _rendered(template: str, locale: Locale, shown: Any, record: Record, **more: Any) -> str:
    return render(template, t=words_in(locale), locale=locale, slot=slot, shown=shown, record=record, **more)


def render_card(card: Card, locale: Locale) -> str:
    """Return the markup of a card, with slots."""
    followed = card.followed
    said = [(event, None if isinstance(event, e.MessageSent) else kept_sentence(event, locale)) for event in followed]
    names = tuple(dict.fromkeys(one.event for one in card.followed if isinstance(one, e.RuleFired)))
    return render(
        "record.html", t=words_in(locale), locale=locale, slot=slot, card=card, followed=said, rules=", ".join(names)
    )


def cards_of(record: Record) -> Iterator[Card]:
    """Yield the messages of a record: messages of participants, each followed by the project's messages it caused.

    If no participant sent a message in the record, the project's own messages are cards.
    """
    for start, end in pairwise((*_starts(record), len(record.events))):
        event, rest = record.events[start], record.events[start + 1 : end]
        assert isinstance(event, e.MessageSent)
        followed = tuple(one for one in rest if isinstance(one, e.MessageSent | e.RuleFired))
        yield Card(record.seq, event.said_at(record.at), record.via, event, *_work(event, rest), followed)


def _starts(record: Record) -> list[int]:
    said = [index for index, event in enumerate(record.events) if _is_said(event)]
    return said or [index for index, event in enumerate(record.events) if isinstance(event, e.MessageSent)]


def _first_card(record: Record) -> int:
    """Return where the first card begins: the effects of a rule after it are folded under a card."""
    return next(iter(_starts(record)), len(record.events))


def _is_said(event: e.AnyEvent) -> bool:
    return isinstance(event, e.MessageSent) and event.message.from_ != SYSTEM


def _work(event: e.MessageSent, rest: Iterable[e.AnyEvent]) -> tuple[str, EvidenceRecorded | None]:
    """Return the contract that a message is about, and the evidence that came with it."""
    contract, evidence = event.message.task_ref or "", None
    for one in rest:
        if isinstance(one, ContractOpened) and one.message_id == event.message.id:
            contract = one.contract.id
        if isinstance(one, ContractAssigned | ContractTransitioned | EvidenceRecorded):
            contract = contract or one.contract_id
        if isinstance(one, EvidenceRecorded) and event.message.type == "TASK_RESULT":
            evidence = one
    is_work = event.message.type.startswith("TASK_") or contract
    return contract or (event.about if is_work else ""), evidence


def changed_slots(records: Iterable[Record]) -> Mapping[tuple[str, str], None]:
    """Return the kind and id of each slot that records may have changed, once each."""
    return dict.fromkeys(one for record in records for event in record.events for one in _changed(event))


def _changed(event: Any) -> Iterator[tuple[str, str]]:
    if contract := getattr(event, "contract_id", None):
        yield "contract", contract
    if event.kind.startswith("obligation_"):
        yield "owed", event.message_id
    if event.kind == "field_written" and event.path.startswith("/pending_decisions/"):
        yield "decision", event.path.split("/")[2]
