"""Track recent exchanges and conversations between participants, for group chat without thread ids.

The tracker is a bounded memory of messages; the same messages in the same order give the same memory. It knows neither
tasks nor tiers: `perspective` evaluates it for one agent. Three rules assign a message to a conversation: a message
that names someone answers that person's last message; someone who was just named answers there; someone who spoke
recently continues. A known thread or task takes precedence over all three.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from renkei.budget.past_message import PastMessage
from renkei.budget.text.keywords import Vocabulary, keywords
from renkei.immutable.frozen import frozen

CAPACITY = 2000
"""The number of messages that are remembered."""

RECENT = 60
""""Recently" means within this many messages of the channel."""

EXCHANGES = 8
"""How many of a speaker's latest exchanges by name are remembered."""

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
    sender; "" for none.
    """

    position: int
    sender: str
    named: tuple[str, ...]
    keywords: frozenset[str]
    conversation: Conversation
    caller: str


@dataclass(slots=True)
class Speaker:
    """A remembered participant who spoke or was named; positions count messages, NEVER is before all of them.

    `active`: when it last spoke or was named. `spoke`: when it last spoke. `called`: the time, author and
    conversation of its last mention. `exchanges`: its partners in messages by name and the times, newest last.
    """

    active: int = 0
    spoke: int = NEVER
    called: tuple[int, str, Conversation] = (NEVER, "", NEVER)
    exchanges: deque[tuple[str, int]] = field(default_factory=lambda: deque(maxlen=EXCHANGES))
    conversations: deque[Conversation] = field(default_factory=lambda: deque(maxlen=CONVERSATIONS))


class ConversationTracker:
    """A memory of the latest messages, filled by `observe`."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Remember the last `capacity` messages."""
        self.vocabulary = Vocabulary()
        self.position = 0
        self._capacity = capacity
        self._messages: dict[str, TrackedMessage] = {}
        self._speakers: dict[str, Speaker] = {}
        self._id_by_text: dict[str, str] = {}
        self._texts: deque[tuple[str, str]] = deque()
        self._recent_senders: deque[str] = deque(maxlen=RECENT)

    def observe(self, message: PastMessage) -> None:
        """Add the next message; its id must be new."""
        others = tuple(name for name in message.named if name != message.sender)
        words = keywords(message.text)
        self.vocabulary.add(words)
        speaker = self.speaker(message.sender)
        conversation = message.thread or self._conversation(speaker, others)
        called, by, _ = speaker.called
        caller = by if self._is_recent(called) else ""
        self._messages[message.id] = TrackedMessage(self.position, message.sender, others, words, conversation, caller)
        self._update_speakers(speaker, message.sender, others, conversation)
        self._id_by_text[message.text] = message.id
        self._texts.append((message.id, message.text))
        self._recent_senders.append(message.sender)
        self.position += 1
        if len(self._texts) > self._capacity:
            self._forget_oldest()

    def find(self, message_id: str) -> TrackedMessage | None:
        """Return a remembered message; None if it was forgotten or never observed."""
        return self._messages.get(message_id)

    def quoted(self, text: str) -> TrackedMessage | None:
        """Return the latest remembered message with exactly this text, or None."""
        return self._messages.get(self._id_by_text.get(text, ""))

    def speaker(self, name: str) -> Speaker:
        """Return the memory of a participant; an empty Speaker for an unknown one."""
        return self._speakers.get(name) or Speaker()

    def knows(self, name: str) -> bool:
        """Return whether a participant spoke or was named in a remembered message."""
        return name in self._speakers

    def crowd(self) -> int:
        """Return how many different senders have spoken recently."""
        return len(set(self._recent_senders))

    def _is_recent(self, position: int, windows: int = 1) -> bool:
        return position > self.position - windows * RECENT

    def _conversation(self, speaker: Speaker, named: Sequence[str]) -> Conversation:
        """Return the conversation that a message continues, or its own position if it opens one."""
        if named:
            other = self.speaker(named[0])
            return other.conversations[-1] if self._is_recent(other.spoke, 3) else self.position
        called, _, conversation = speaker.called
        if called > speaker.spoke and self._is_recent(called):
            return conversation
        return speaker.conversations[-1] if self._is_recent(speaker.spoke) else self.position

    def _update_speakers(self, speaker: Speaker, sender: str, named: Sequence[str], conversation: Conversation) -> None:
        speaker.active = speaker.spoke = self.position
        speaker.conversations.append(conversation)
        self._speakers[sender] = speaker
        for name in named:
            other = self._speakers.setdefault(name, Speaker())
            other.active = self.position
            other.called = (self.position, sender, conversation)
            other.exchanges.append((sender, self.position))
            speaker.exchanges.append((name, self.position))

    def _forget_oldest(self) -> None:
        """Forget the oldest message, and its sender and named participants unless they have been active since."""
        message_id, text = self._texts.popleft()
        gone = self._messages.pop(message_id)
        if self._id_by_text.get(text) == message_id:
            del self._id_by_text[text]
        for name in (gone.sender, *gone.named):
            if self.speaker(name).active == gone.position:
                self._speakers.pop(name, None)
