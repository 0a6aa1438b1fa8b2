"""Pack past messages into a token budget: the newest in full, of the others the fragments likely to be needed again.

Up to half of the budget goes to the newest messages in full; a newest message too long for that keeps its beginning and
end. The rest goes to fragments of the other messages, the most valuable for their length first, where a salient token
that is already shown adds no value. The value of a token is its recurrence, the probability that it is taken up again:
the sum of 1/age over the messages that use it, where age is counted in messages (the need for an item falls with the
time since each use: Anderson & Schooler, "Reflections of the environment in memory", 1991). The first message, which
states the task, does not age. Tokens that the reader introduced count less, because the reader knows them.

The one invariant: the text never has more tokens than the budget.
"""

import heapq
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from renkei.budget.past_message import PastMessage
from renkei.budget.text.abridge import GAP, Fragment, fragments, join
from renkei.budget.text.quoting import continued
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

WINDOW = 128
"""The number of newest messages considered besides the first; older ones have aged too much to matter."""

IN_FULL = 0.5
"""The share of the budget available to the newest messages in full."""

OWN = 0.25
"""The value of a token that the reader introduced, relative to one introduced by someone else."""

TranscriptForm = Literal["full", "excerpt", "omitted"]

_SEPARATOR = len(f" {GAP} ")
# Costs of fragments are estimates, so a little more is selected than fits; the excess is dropped at the end by the true
# count.
_SPARE = 1.1
_WHOLE = -1


@frozen
class Transcript:
    """A packed transcript: its text, the tokens of the text, and the form of each message by id in the given order."""

    text: str
    tokens: int
    forms: tuple[tuple[str, TranscriptForm], ...]


class Pick(NamedTuple):
    """A message by its index in the window, and one of its fragments by index or, for all of it, -1."""

    message: int
    fragment: int


def pack_transcript(
    messages: Sequence[PastMessage], agent: str, budget: int, count: Counter = estimate, locale: Locale = "en"
) -> Transcript:
    """Return a transcript of past messages, given oldest first, with at most `budget` tokens by `count`.

    `agent` is the reader. The same messages and budget give the same text.
    """
    skipped = max(len(messages) - WINDOW - 1, 0)
    window = [*messages[:1], *messages[1 + skipped :]]
    note = say(locale, "omitted.transcript")
    picks = _picks(window, agent, budget, count, note, complete=not skipped)

    def text(size: int) -> str:
        return _render(window, picks[:size], note)

    # The longest run of picks that fits. Without picks the text is empty, so one fits unless the budget is below 0.
    size = max(bisect_right(range(len(picks) + 1), budget, key=lambda size: count(text(size))) - 1, 0)
    packed = text(size)
    forms = _forms(picks[:size])
    shown: list[TranscriptForm] = [forms.get(index, "omitted") for index in range(len(window))]
    omitted: list[TranscriptForm] = ["omitted"] * skipped
    every = (*shown[:1], *omitted, *shown[1:])
    return Transcript(
        packed, count(packed), tuple((message.id, form) for message, form in zip(messages, every, strict=True))
    )


def _picks(window: list[PastMessage], agent: str, budget: int, count: Counter, note: str, complete: bool) -> list[Pick]:
    """Return the picks, most important first; they may be slightly too many."""
    costs = [count(_head(message) + continued(message.text) + "\n") for message in window]
    if complete and sum(costs) <= budget:
        return [Pick(index, _WHOLE) for index in range(len(window))]
    newest = list(_newest(costs, int(budget * IN_FULL)))
    room = budget * _SPARE - count(note) - sum(costs[pick.message] for pick in newest)
    return [*newest, *_Selection(window, agent, costs, {pick.message for pick in newest}, room).picks()]


def _head(message: PastMessage) -> str:
    return f"[{message.id}] {message.sender}: "


def _newest(costs: list[int], room: int) -> Iterator[Pick]:
    """Return the newest messages that fit in full, without a gap."""
    for index in reversed(range(len(costs))):
        room -= costs[index]
        if room < 0:
            return
        yield Pick(index, _WHOLE)


def _recurrence(window: list[PastMessage], agent: str) -> dict[str, float]:
    """Return the value of every salient token of the window."""
    values: dict[str, float] = {}
    introduced_by: dict[str, str] = {}
    for index, message in enumerate(window):
        age = len(window) - index if index else 1
        for token in dict.fromkeys(token for _, tokens in fragments(message.text) for token in tokens):
            values[token] = values.get(token, 0.0) + 1 / age
            introduced_by.setdefault(token, message.sender)
    return {token: value * OWN if introduced_by[token] == agent else value for token, value in values.items()}


class _Selection:
    """A selection of fragments in progress: tokens shown, messages with a fragment shown, room left."""

    def __init__(self, window: list[PastMessage], agent: str, costs: list[int], full: set[int], room: float) -> None:
        self.fragments = [fragments(message.text) for message in window]
        self.heads = [len(_head(message)) for message in window]
        # Tokens per character of each message, to avoid counting its fragments one by one.
        self.rates = [costs[i] / (self.heads[i] + len(message.text) + 1) for i, message in enumerate(window)]
        self.recurrence = _recurrence(window, agent)
        self.shown = {token for i in full for _, tokens in self.fragments[i] for token in tokens}
        self.begun: set[int] = set()
        self.room = room
        newest_first = (i for i in reversed(range(len(window))) if i not in full)
        self.candidates = [Pick(i, j) for i in newest_first for j in range(len(self.fragments[i]))]

    def picks(self) -> Iterator[Pick]:
        """Return the most valuable fragments, then the newest of the rest while there is room, each text once."""
        texts: set[str] = set()
        for pick in (*self._ends_of_newest(), *self._by_value()):
            texts.add(self._fragment(pick)[0])
            yield pick
        for pick in self.candidates:
            text = self._fragment(pick)[0]
            if text not in texts and self._take(pick):
                texts.add(text)
                yield pick

    def _ends_of_newest(self) -> Iterator[Pick]:
        """Return the first and the last fragment of the newest message when it is not shown in full."""
        last = len(self.fragments) - 1
        newest = [pick for pick in self.candidates if pick.message == last]
        for pick in dict.fromkeys((*newest[:1], *newest[-1:])):
            if self._take(pick):
                self.shown.update(self._fragment(pick)[1])
                yield pick

    def _by_value(self) -> Iterator[Pick]:
        """Return fragments by falling value for their length.

        The value of a fragment only falls as its tokens are shown, so the heap holds upper bounds: a fragment with an
        outdated bound is pushed back with its present value.
        """
        values = ((self._value(pick), index) for index, pick in enumerate(self.candidates))
        heap = [(-value, index) for value, index in values if value]
        heapq.heapify(heap)
        while heap:
            bound, index = heapq.heappop(heap)
            pick = self.candidates[index]
            value = self._value(pick)
            if not value:
                continue
            if value < -bound:
                heapq.heappush(heap, (-value, index))
            elif self._take(pick):
                self.shown.update(self._fragment(pick)[1])
                yield pick

    def _fragment(self, pick: Pick) -> Fragment:
        return self.fragments[pick.message][pick.fragment]

    def _value(self, pick: Pick) -> float:
        tokens = self._fragment(pick)[1]
        return sum(self.recurrence[token] for token in tokens if token not in self.shown) / self._cost(pick)

    def _cost(self, pick: Pick) -> float:
        """Return the estimated tokens of a fragment; the first of a message also pays for its head."""
        head = 0 if pick.message in self.begun else self.heads[pick.message]
        return (len(self._fragment(pick)[0]) + _SEPARATOR + head) * self.rates[pick.message]

    def _take(self, pick: Pick) -> bool:
        cost = self._cost(pick)
        if cost > self.room:
            return False
        self.room -= cost
        self.begun.add(pick.message)
        return True


def _forms(picks: list[Pick]) -> dict[int, TranscriptForm]:
    return {pick.message: "full" if pick.fragment == _WHOLE else "excerpt" for pick in picks}


def _render(window: list[PastMessage], picks: list[Pick], note: str) -> str:
    """Return the picks in the order of the messages, after a note when anything is missing."""
    if not picks:
        return ""
    forms = _forms(picks)
    lines = [] if len(forms) == len(window) and "excerpt" not in forms.values() else [note]
    for index, form in sorted(forms.items()):
        body = window[index].text
        if form == "excerpt":
            chosen = {pick.fragment for pick in picks if pick.message == index}
            body = join([piece for piece, _ in fragments(body)], chosen)
        lines.append(_head(window[index]) + continued(body))
    return "\n".join(lines)
