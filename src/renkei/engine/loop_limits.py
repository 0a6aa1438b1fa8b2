"""When talk goes in cycles: the numbers, in one place, that the state counts by and the guards act on."""

from typing import Any

from renkei.board.events import EntryAdded, FieldWritten
from renkei.budget.context.message_text import main_text
from renkei.contracts.events import ContractTransitioned
from renkei.protocol.messages import AnyMessage
from renkei.protocol.replies import subject

REPEATS = 3
"""How many times an agent may say nearly the same to the same receivers."""

VOLLEY = 12
"""How many messages two agents may exchange while nothing else comes of it."""

ALIKE = 0.85
"""Share of words that two messages have in common when they are nearly the same."""

INFORMAL = frozenset(("FREEFORM", "KNOWLEDGE_SHARE", "STATUS_UPDATE"))
"""Types that ask for nothing and change no contract: a volley of these alone gets nowhere."""

PROGRESS: tuple[type[Any], ...] = (EntryAdded, FieldWritten, ContractTransitioned)
"""Events that end a volley: something came of the talk."""

LATELY = 200
"""How many of the team's last messages tell who talks with whom."""

SPOKEN = 1000
"""Characters that are kept of each of them."""

LONGEST = 2000
"""Characters of a message that are compared."""


SUSPENSIONS = {
    "repeats": f"sent nearly the same message {REPEATS} times",
    "volley": f"exchanged {VOLLEY} messages with one partner without progress",
}
"""What each guard suspends an actor for."""


def told(message: AnyMessage) -> str:
    """Give what a message says, for comparing: its type, what it is about, and its main text."""
    main = main_text(message)
    return f"{message.type} {subject(message) or message.task_ref or ''} {main}"[:LONGEST]
