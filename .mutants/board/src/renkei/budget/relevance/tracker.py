"""Who has lately been talking with whom, and in which conversations: what a group's chat shows without thread ids.

A bounded memory of messages in their order; the same messages in the same order give the same memory. It knows neither
tasks nor tiers: `perspective` reads it from one agent's point of view. A conversation is found by three plain rules: who
is named is answered; who was just named answers; who spoke a moment ago goes on. A known thread or task stands above
them.
"""

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from renkei.budget.text.keywords import terms
from renkei.budget.text.vocabulary import Vocabulary

KEPT = 2000
"""So many messages are remembered; what is older has no signs."""

LATELY = 60
"""So many messages, of whomever, is what "lately" and "a moment ago" mean."""

EXCHANGES = 8
"""So many of a speaker's latest exchanges by name tell with whom it is talking."""

NEVER = -(10**9)
"""A position before all others."""

Conversation = str | int


@dataclass(frozen=True, slots=True)
class Heard:
    """A remembered message: `named` are those it is to by name, `caller` who had lately named its sender, if anyone."""

    position: int
    sender: str
    named: tuple[str, ...]
    terms: frozenset[str]
    conversation: Conversation
    caller: str


@dataclass(slots=True)
class Speaker:
    """What is remembered of one who spoke or was named. Positions count the messages; NEVER is before all."""

    touched: int = 0
    spoke: int = NEVER
    called: tuple[int, str, Conversation] = (NEVER, "", NEVER)
    exchanges: deque[tuple[str, int]] = field(default_factory=lambda: deque(maxlen=EXCHANGES))
    conversations: deque[Conversation] = field(default_factory=lambda: deque(maxlen=3))


class ConversationTracker:
    """Observes messages one by one; see the module for what it makes of them."""

    def __init__(self, kept: int = KEPT) -> None:
        """Remember the last `kept` messages."""
        self.vocabulary = Vocabulary()
        self.position = 0
        self._kept = kept
        self._heard: dict[Hashable, Heard] = {}
        self._speakers: dict[str, Speaker] = {}
        self._quotes: dict[str, Hashable] = {}
        self._texts: deque[tuple[Hashable, str]] = deque()
        self._recent: deque[str] = deque(maxlen=LATELY)

    def observe(self, key: Hashable, sender: str, named: Sequence[str], text: str, thread: str = "") -> None:
        """Take in the next message, its key a new one. `thread` names its thread, task or the like, where known."""
        others = tuple(name for name in named if name != sender)
        found = terms(text)
        self.vocabulary.add(found)
        speaker = self.speaker(sender)
        conversation = thread or self._conversation(speaker, others)
        lately = speaker.called[0] > self.position - LATELY
        caller = speaker.called[1] if lately else ""
        self._heard[key] = Heard(self.position, sender, others, found, conversation, caller)
        self._note(speaker, sender, others, conversation)
        self._quotes[text] = key
        self._texts.append((key, text))
        self._recent.append(sender)
        self.position += 1
        if len(self._texts) > self._kept:
            self._forget()

    def heard(self, key: Hashable) -> Heard | None:
        """Give a remembered message; None when it is forgotten or was never observed."""
        return self._heard.get(key)

    def quoted(self, text: str) -> Heard | None:
        """Give the latest remembered message with just this text."""
        return self._heard.get(self._quotes.get(text))

    def speaker(self, name: str) -> Speaker:
        """Give what is remembered of somebody, which may be nothing."""
        return self._speakers.get(name) or Speaker()

    def crowd(self) -> int:
        """Count those who have spoken lately."""
        return len(set(self._recent))

    def _conversation(self, speaker: Speaker, named: Sequence[str]) -> Conversation:
        for name in named[:1]:
            other = self.speaker(name)
            if other.spoke > self.position - 3 * LATELY:
                return other.conversations[-1]
            return self.position
        if speaker.called[0] > max(speaker.spoke, self.position - LATELY):
            return speaker.called[2]
        if speaker.spoke > self.position - LATELY:
            return speaker.conversations[-1]
        return self.position

    def _note(self, speaker: Speaker, sender: str, named: Sequence[str], conversation: Conversation) -> None:
        speaker.touched = speaker.spoke = self.position
        speaker.conversations.append(conversation)
        self._speakers[sender] = speaker
        for name in named:
            other = self._speakers.setdefault(name, Speaker())
            other.touched = self.position
            other.called = (self.position, sender, conversation)
            other.exchanges.append((sender, self.position))
            speaker.exchanges.append((name, self.position))

    def _forget(self) -> None:
        key, text = self._texts.popleft()
        gone = self._heard.pop(key, None)
        if self._quotes.get(text) == key:
            del self._quotes[text]
        if gone is None:
            return
        for name in (gone.sender, *gone.named):
            if self.speaker(name).touched == gone.position:
                self._speakers.pop(name, None)
