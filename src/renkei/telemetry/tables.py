"""A project's messages, turns and costs as tables, row by row from its records.

A table holds one kind of value in each column, so that programs for data can read it without guessing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, get_args

from renkei.budget.context.message_text import main_text
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.past.turns_and_waits import Bar, TurnsAndWaits
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import seconds_between
from renkei.store.written.prices import Prices
from renkei.telemetry.sums import AgentSums

Kind = Literal["text", "number", "real", "time", "flag"]
"""The kind of a column: a number is whole, a time is a text in UTC."""

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]

TableName = Literal["messages", "turns", "costs"]
TABLE_NAMES: tuple[TableName, ...] = get_args(TableName)


@frozen
class Table:
    """The columns of a table with their kinds, and the function that yields its rows."""

    columns: Mapping[str, Kind]
    rows: Callable[[Iterable[Record], Prices | None], Iterator[Row]]


def _messages(records: Iterable[Record], prices: Prices | None) -> Iterator[Row]:
    """Yield a row for each message."""
    for record in records:
        for event in record.events:
            if isinstance(event, MessageSent):
                yield _message(record, event)


def _message(record: Record, event: MessageSent) -> Row:
    one = event.message
    return (
        record.seq,
        event.said_at(record.at),
        one.id,
        one.type,
        one.from_,
        " ".join(event.reached),
        event.thread or None,
        event.about or None,
        one.in_reply_to,
        one.priority,
        main_text(one),
    )


def _turns(records: Iterable[Record], prices: Prices | None) -> Iterator[Row]:
    """Yield a row for each turn when it has ended, and in the end for each that is open."""
    turns = TurnsAndWaits(State())
    for record in records:
        for bar in turns.add(record).bars:
            yield _turn(bar, prices)
    for bar in turns.bars.values():
        yield _turn(bar, prices)


def _turn(one: Bar, prices: Prices | None) -> Row:
    return (
        one.seq,
        one.turn,
        one.agent,
        one.contract or None,
        one.start,
        one.end or None,
        seconds_between(one.start, one.end) if one.end else None,
        one.finished if one.end else None,
        one.read,
        one.further,
        *_money(prices, one.agent, one.read, one.further),
    )


def _costs(records: Iterable[Record], prices: Prices | None) -> Iterator[Row]:
    """Yield a row for each agent. Open turns do not count; waits that last count until the last record."""
    sums = AgentSums(State())
    sums.add(records)
    for name, one in sorted(sums.until("").items()):
        money = _money(prices, name, one.read, one.further)
        yield (name, one.turns, one.worked, one.waited, one.read, one.further, *money)


def _money(prices: Prices | None, agent: str, read: int, further: int) -> tuple[float | None, str | None]:
    """Return what tokens cost at most, and the currency; nothing if the agent's model has no price."""
    cost = None if prices is None else prices.cost(agent, read, further)
    return (None, None) if prices is None or cost is None else (cost, prices.currency)


TABLES: Mapping[TableName, Table] = {
    "messages": Table(
        {
            "seq": "number",
            "at": "time",
            "id": "text",
            "type": "text",
            "sender": "text",
            "recipients": "text",
            "thread": "text",
            "about": "text",
            "in_reply_to": "text",
            "priority": "text",
            "text": "text",
        },
        _messages,
    ),
    "turns": Table(
        {
            "seq": "number",
            "turn": "text",
            "agent": "text",
            "contract": "text",
            "began": "time",
            "ended": "time",
            "seconds": "real",
            "finished": "flag",
            "context_tokens": "number",
            "further_tokens": "number",
            "money": "real",
            "currency": "text",
        },
        _turns,
    ),
    "costs": Table(
        {
            "agent": "text",
            "turns": "number",
            "seconds_worked": "real",
            "seconds_waited": "real",
            "context_tokens": "number",
            "further_tokens": "number",
            "money": "real",
            "currency": "text",
        },
        _costs,
    ),
}
"""The tables by name."""
