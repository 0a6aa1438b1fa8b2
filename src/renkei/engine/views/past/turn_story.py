"""The story of one turn: the steps of its agent and their consequences."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from renkei.engine.events import AnyEvent, MessageSent, RuleFired, TurnBegan, TurnEnded, TurnRenewed
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.immutable.frozen import frozen

Effect = Literal["rule", "notice", "read", "reply"]


@frozen
class Step:
    """An event of a turn's agent, in its record."""

    seq: int
    at: str
    event: AnyEvent


@frozen
class Consequence:
    """A consequence of a turn: a rule fired, renkei sent a notice, another turn read a message, or there was a reply.

    `agent` is the participant concerned; `event` is that of the rule, the message, or the beginning of the turn.
    """

    seq: int
    at: str
    kind: Effect
    agent: str
    event: RuleFired | MessageSent | TurnBegan


@frozen
class TurnStory:
    """A turn with its steps and consequences. `end` is its last record; None while it is open."""

    did: tuple[Step, ...]
    followed: tuple[Consequence, ...]
    end: int | None
    sent: frozenset[str]
    """The ids of its messages."""


def turn_story(agent: str, turn: str, records: Iterable[Record]) -> TurnStory:
    """Return the story of a turn from the records after its beginning."""
    left, own = iter(records), list[Record]()
    for record in left:
        own.append(record)
        if _ends(record, turn):
            break
    events = [(one, event) for one in own if one.actor == agent for event in one.events]
    caused = [found for one, event in events if (found := _caused(one, event)) is not None]
    did = tuple(
        Step(one.seq, one.at, event)
        for one, event in events
        if _caused(one, event) is None and not isinstance(event, TurnBegan | TurnEnded | TurnRenewed)
    )
    sent = frozenset(one.event.message.id for one in did if isinstance(one.event, MessageSent))
    end = own[-1].seq if own and _ends(own[-1], turn) else None
    later = _first_reads(found for one in (*own, *left) for found in _later(one, sent))
    return TurnStory(did, (*caused, *later), end, sent)


def _ends(record: Record, turn: str) -> bool:
    return any(isinstance(one, TurnEnded) and one.turn == turn for one in record.events)


def _first_reads(found: Iterable[Consequence]) -> Iterator[Consequence]:
    """Yield consequences; of the turns of each agent that read a message, only the first."""
    woken = set[str]()
    for one in found:
        if one.kind != "read" or one.agent not in woken:
            yield one
        if one.kind == "read":
            woken.add(one.agent)


def _caused(record: Record, event: AnyEvent) -> Consequence | None:
    """Return an event of the agent's own record as a consequence, if it is one."""
    if isinstance(event, RuleFired):
        return Consequence(record.seq, record.at, "rule", record.actor, event)
    if isinstance(event, MessageSent) and event.message.from_ == SYSTEM:
        return Consequence(record.seq, record.at, "notice", ", ".join(event.message.receivers), event)
    return None


def _later(record: Record, sent: Collection[str]) -> Iterator[Consequence]:
    for event in record.events:
        if isinstance(event, TurnBegan) and any(one.id in sent and one.form != "omitted" for one in event.given):
            yield Consequence(record.seq, record.at, "read", event.agent, event)
        elif isinstance(event, MessageSent) and event.message.in_reply_to in sent:
            yield Consequence(record.seq, record.at, "reply", event.message.from_, event)
