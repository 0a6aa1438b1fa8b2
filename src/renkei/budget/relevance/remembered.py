"""The memory of a tracker: messages and the participants who spoke or were named."""

from collections import deque
from dataclasses import dataclass, field

from renkei.immutable.frozen import frozen

RECENT = 60
""""Recently" means within this many messages of the channel."""

EXCHANGES = 8
"""How many of a speaker's latest exchanges by name are remembered."""

OWN = 4
"""How many of a speaker's latest messages are remembered."""

CONVERSATIONS = 3
"""How many of a speaker's latest conversations are remembered."""

NEVER = -(10**9)
"""A position before all others."""

Conversation = str | int
"""A known thread, or the position of the message that opened the conversation."""


@frozen
class TrackedMessage:
    """A remembered message.

    `position` counts messages from 0. `named` are the others it addresses by name. `caller` had recently named its
    sender; "" for none. `weight` is the sum of its keywords' weights when it was sent; `asks`: whether it contains a
    question mark.
    """

    position: int
    sender: str
    named: tuple[str, ...]
    keywords: frozenset[str]
    conversation: Conversation
    caller: str
    weight: float
    asks: bool


@dataclass(slots=True)
class Speaker:
    """A remembered participant who spoke or was named; positions count messages, NEVER is before all of them.

    `active`: when it last spoke or was named. `spoke`: when it last spoke. `said`: its latest messages. `called`: the
    time, author and conversation of its last mention. `exchanges`: its partners in messages by name and the times,
    newest last.
    """

    active: int = 0
    spoke: int = NEVER
    called: tuple[int, str, Conversation] = (NEVER, "", NEVER)
    said: deque[int] = field(default_factory=lambda: deque(maxlen=OWN))
    exchanges: deque[tuple[str, int]] = field(default_factory=lambda: deque(maxlen=EXCHANGES))
    conversations: deque[Conversation] = field(default_factory=lambda: deque(maxlen=CONVERSATIONS))
