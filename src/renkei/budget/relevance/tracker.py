"""Track recent exchanges and conversations between participants, for group chat without thread ids.

The tracker is a bounded memory of messages; the same messages in the same order give the same memory. It knows neither
tasks nor tiers: `perspective` evaluates it for one agent. Three rules assign a message to a conversation: a message
that names someone answers that person's last message; someone who was just named answers there; someone who spoke
recently continues. A known thread or task takes precedence over all three.
"""

from collections import deque
from collections.abc import Mapping, Sequence

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.remembered import RECENT, Conversation, Speaker, TrackedMessage
from renkei.budget.relevance.replies import FARTHEST, LATEST, NAMED, Replies, Sent, likely_replies
from renkei.budget.text.keywords import Vocabulary, keywords

CAPACITY = 2000
"""The number of messages that are remembered."""


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
        self._by_position: dict[int, TrackedMessage] = {}
        self._replies: dict[int, Replies] = {}
        self._sent: dict[int, Sent] = {}
        self._latest_of_thread: dict[str, int] = {}
        self._recent_senders: deque[str] = deque(maxlen=RECENT)

    def observe(self, message: PastMessage) -> None:
        """Add the next message; its id must be new."""
        others = tuple(name for name in message.named if name != message.sender)
        words = keywords(message.text)
        speaker = self.speaker(message.sender)
        conversation = message.thread or self._conversation(speaker, others)
        called, by, _ = speaker.called
        caller = by if self._is_recent(called) else ""
        weights = self.vocabulary.weights(words)
        new = TrackedMessage(
            self.position,
            message.sender,
            others,
            words,
            conversation,
            caller,
            sum(weights.values()),
            "?" in message.text,
        )
        if message.answers or message.thread:
            self._replies[self.position] = self._answered(message)
        else:
            self._sent[self.position] = self._moment(new, speaker, weights)
        self._messages[message.id] = self._by_position[self.position] = new
        self.vocabulary.add(words)
        if message.thread:
            self._latest_of_thread[message.thread] = self.position
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

    def since(self, position: int) -> list[TrackedMessage]:
        """Return the remembered messages from a position on."""
        known = self._by_position
        return [known[at] for at in range(max(position, self.position - len(known)), self.position)]

    def replies(self, position: int) -> Replies:
        """Return which messages a remembered message answers: as it says, or probably, which is computed once."""
        known = self._replies.get(position)
        if known is None:
            known = self._replies[position] = likely_replies(self._sent.pop(position))
        return known

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

    def _answered(self, message: PastMessage) -> Replies:
        """Return the message that a new one answers as it says, or the latest of its thread."""
        known = self._messages.get(message.answers)
        at = known.position if known else self._latest_of_thread.get(message.thread)
        return () if at is None else ((at, 1.0),)

    def _moment(self, new: TrackedMessage, speaker: Speaker, weights: Mapping[str, float]) -> Sent:
        """Return a new message with the messages that it may answer."""
        latest = self.since(self.position - LATEST)
        first = self.position - len(latest)
        ends = {speaker.spoke, speaker.called[0], *(self.speaker(name).spoke for name in new.named[:NAMED])}
        earliest, older = self.position - FARTHEST, self._by_position
        latest += [older[at] for at in sorted(ends) if earliest <= at < first and at in older]
        return Sent(new, latest, weights, speaker.spoke, speaker.called[0], tuple(speaker.exchanges))

    def _update_speakers(self, speaker: Speaker, sender: str, named: Sequence[str], conversation: Conversation) -> None:
        speaker.active = speaker.spoke = self.position
        speaker.said.append(self.position)
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
        del self._by_position[gone.position]
        self._replies.pop(gone.position, None)
        self._sent.pop(gone.position, None)
        if isinstance(gone.conversation, str) and self._latest_of_thread.get(gone.conversation) == gone.position:
            del self._latest_of_thread[gone.conversation]
        if self._id_by_text.get(text) == message_id:
            del self._id_by_text[text]
        for name in (gone.sender, *gone.named):
            if self.speaker(name).active == gone.position:
                self._speakers.pop(name, None)
