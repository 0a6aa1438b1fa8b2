"""The order in which messages get room: by urgency, those of people first, and no sender hides the others."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from renkei.budget.context.view import Sender, UnreadMessage
from renkei.protocol.messages import urgency
from renkei.protocol.primitives import PRIORITIES

RANKS: dict[Sender, int] = {"person": 0, "lead": 1, "agent": 2}
"""Whose messages get room first within a tier."""

SHARE = 8
"""How many messages of each sender get room before anybody's further ones."""

T = TypeVar("T")


def by_urgency(unread: Sequence[UnreadMessage], places: Iterable[int]) -> list[int]:
    """Return places in a list of messages, those of the most urgent ones first, otherwise in the given order."""
    return sorted(places, key=lambda place: PRIORITIES[urgency(unread[place].message)])


def fairly(rows: Iterable[tuple[UnreadMessage, T]]) -> list[T]:
    """Return what stands beside messages, in the order in which these get room.

    Those of people come first, then of leads, then of others. Within each of these the order stays, but a sender gets
    its next `SHARE` messages after everybody's first ones, so that a flood hides nobody.
    """
    counts: dict[str, int] = {}
    ranked = []
    for one, beside in rows:
        number = counts[one.message.from_] = counts.get(one.message.from_, -1) + 1
        ranked.append((RANKS[one.sender], number // SHARE, beside))
    return [beside for *_, beside in sorted(ranked, key=lambda row: row[:2])]
