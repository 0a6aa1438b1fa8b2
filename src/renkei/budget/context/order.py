"""The order in which messages get room: by urgency, people's first, and no sender crowds out the others."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from renkei.budget.context.shown import Classified
from renkei.budget.context.view import Sender, UnreadMessage

RANKS: dict[Sender, int] = {"person": 0, "lead": 1, "agent": 2}
"""Rank of each kind of sender within a tier; 0 gets room first."""

SHARE = 8
"""How many messages of each sender get room before anyone's further ones."""


def by_urgency(rows: Sequence[Classified], places: Iterable[int]) -> list[int]:
    """Sort places in a list of messages by urgency, keeping the order of equals."""
    return sorted(places, key=lambda place: rows[place].urgency)


def fairly(unread: Sequence[UnreadMessage], places: Iterable[int]) -> list[int]:
    """Return places in a list of messages in the order in which these get room.

    Messages of people come first, then of leads, then of others. The order is otherwise kept, but a sender gets its
    next `SHARE` messages only after everyone's first ones, so that a flood hides no one.
    """
    ordered_places = list(places)
    senders = [unread[place].message.from_ for place in ordered_places]
    queues: dict[str, list[int]] = {sender: [] for sender in senders}
    if len(queues) < 2:
        return ordered_places
    for number, sender in enumerate(senders):
        queues[sender].append(number)
    ordered: list[int] = []
    for rank in range(len(RANKS)):
        waiting = [queue for queue in queues.values() if RANKS[unread[ordered_places[queue[0]]].sender] == rank]
        for start in count(0, SHARE):
            waiting = [queue for queue in waiting if len(queue) > start]
            if len(waiting) < 2:
                ordered += chain.from_iterable(queue[start:] for queue in waiting)
                break
            ordered += sorted(chain.from_iterable(queue[start : start + SHARE] for queue in waiting))
    return [ordered_places[number] for number in ordered]
