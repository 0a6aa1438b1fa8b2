"""The order in which messages get room: by urgency, those of people first, and no sender hides the others."""

from collections.abc import Iterable, Sequence
from itertools import chain, count

from renkei.budget.context.classified import Classified
from renkei.budget.context.view import Sender, UnreadMessage

RANKS: dict[Sender, int] = {"person": 0, "lead": 1, "agent": 2}
"""Whose messages get room first within a tier."""

SHARE = 8
"""How many messages of each sender get room before anybody's further ones."""


def by_urgency(rows: Sequence[Classified], places: Iterable[int]) -> list[int]:
    """Return places in a list of messages, those of the most urgent ones first, otherwise in the given order."""
    return sorted(places, key=lambda place: rows[place].urgency)


def fairly(unread: Sequence[UnreadMessage], places: Iterable[int]) -> list[int]:
    """Return places in a list of messages in the order in which these get room.

    Those of people come first, then of leads, then of others. Within each of these the order stays, but a sender gets
    its next `SHARE` messages after everybody's first ones, so that a flood hides nobody.
    """
    given = list(places)
    senders = [unread[place].message.from_ for place in given]
    queues: dict[str, list[int]] = {sender: [] for sender in senders}
    if len(queues) < 2:
        return given
    for number, sender in enumerate(senders):
        queues[sender].append(number)
    ordered: list[int] = []
    for rank in range(len(RANKS)):
        waiting = [queue for queue in queues.values() if RANKS[unread[given[queue[0]]].sender] == rank]
        for start in count(0, SHARE):
            waiting = [queue for queue in waiting if len(queue) > start]
            if len(waiting) < 2:
                ordered += chain.from_iterable(queue[start:] for queue in waiting)
                break
            ordered += sorted(chain.from_iterable(queue[start : start + SHARE] for queue in waiting))
    return [given[number] for number in ordered]
