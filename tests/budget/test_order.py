"""In which order messages get room."""

from random import Random

import pytest

from renkei.budget.context.order import RANKS, fairly
from renkei.budget.context.view import Sender, UnreadMessage
from renkei.budget.relevance.tiers import Signals
from renkei.protocol.messages import make_message
from team import START

SENDERS: dict[str, Sender] = {"mia": "person", "lead": "lead", "ann": "agent", "bob": "agent", "eve": "agent"}


def unread(number: int, sender: str) -> UnreadMessage:
    payload = {"intent_hint": "TALK", "body": "x", "requires_response": False, "urgency": "low"}
    header = {"id": f"m{number}", "type": "FREEFORM", "from": sender, "to": "zoe", "timestamp": START}
    message = make_message(header | {"priority": "normal", "context_summary": "", "payload": payload})
    return UnreadMessage(message, Signals("name"), sender=SENDERS[sender])


@pytest.mark.parametrize("seed", range(20))
def test_people_come_first_then_leads_and_each_sender_gets_its_share(seed: int) -> None:
    random = Random(seed)
    weights = [random.random() ** 3 for _ in SENDERS]
    names = random.choices(list(SENDERS), weights, k=random.randrange(200))
    messages = [unread(number, name) for number, name in enumerate(names)]
    places = random.sample(range(len(names)), len(names))

    def rank(place: int) -> tuple[int, int]:
        earlier = places[: places.index(place)]
        return RANKS[messages[place].sender], sum(names[one] == names[place] for one in earlier) // 8

    assert fairly(messages, places) == sorted(places, key=rank)
