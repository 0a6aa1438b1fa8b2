"""Packs what was said so far into a budget: the newest messages in full, of the others what is likely to be needed.

Half of the budget may go to the newest messages as they are; of one that is too long for that the beginning and the
end are always there. The rest goes to fragments of the others, the most worth for their length first; a token that is
shown already is not paid for again. The worth of a token is how likely it is to be taken up again: the sum of 1/age
over the messages that use it, an age being a number of messages (need falls with the time since each use: Anderson &
Schooler, "Reflections of the environment in memory", 1991). The first message, which says what the work is, does not
age. What the reader itself brought up counts less, for it knows that.

The one rule that must not be broken: the text never has more tokens than the budget.
"""

import heapq
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from renkei.budget.context.texts import say
from renkei.budget.text.abridge import Fragment, fragments, join
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.protocol.primitives import Locale

WINDOW = 128
"""How many of the newest messages are considered, besides the first of all: what is older has aged away."""

IN_FULL = 0.5
"""The share of a budget that newest messages may take as they are."""

OWN = 0.25
"""What a token is worth that the reader itself brought up, beside one from somebody else."""

_SEPARATOR = 3
# Fragments are chosen by an estimate of their tokens; the longest run of choices that fits by the true count is shown.
_SPARE = 1.1

HistoryForm = Literal["full", "digest", "omitted"]
_WHOLE = -1


@dataclass(frozen=True, slots=True)
class Said:
    """A past message: its id, who wrote it, what it says."""

    id: str
    author: str
    text: str


@dataclass(frozen=True, slots=True)
class History:
    """A packed history: its text, the tokens of that, and the form that each message got, in the given order."""

    text: str
    tokens: int
    forms: tuple[tuple[str, HistoryForm], ...]


Pick = tuple[int, int]
"""A message by its place and one of its fragments, or all of it."""


def pack_history(
    messages: Sequence[Said], agent: str, budget: int, count: Counter = estimate, locale: Locale = "en"
) -> History:
    """Choose forms for past messages, oldest first, so that their text has at most `budget` tokens by `count`.

    `agent` is the reader. The same messages and budget give the same text.
    """
    skipped = max(len(messages) - WINDOW, 1)
    note = say(locale, "shortened")
    window = [*messages[:1], *messages[skipped:]]
    costs = [count(_head(one) + one.text + "\n") for one in window]
    if len(window) == len(messages) and sum(costs) <= budget:
        picks: list[Pick] = [(i, _WHOLE) for i in range(len(window))]
    else:
        picks = list(_newest(costs, int(budget * IN_FULL)))
        full = {i for i, _ in picks}
        room = budget * _SPARE - count(note) - sum(costs[i] for i in full)
        picks += _Choosing(window, agent, costs, full, room).picks()

    def text(size: int) -> str:
        return _render(window, picks[:size], note)

    size = bisect_right(range(len(picks) + 1), budget, key=lambda size: count(text(size))) - 1
    packed = text(max(size, 0))
    forms = _forms(picks[: max(size, 0)])
    names: list[HistoryForm] = [forms.get(i, "omitted") for i in range(len(window))]
    names[1:1] = ["omitted"] * (len(messages) - len(window))
    return History(packed, count(packed), tuple((one.id, form) for one, form in zip(messages, names, strict=True)))


def _head(one: Said) -> str:
    return f"[{one.id}] {one.author}: "


def _newest(costs: list[int], room: int) -> Iterator[Pick]:
    """Give the newest messages that fit as they are, without a gap."""
    for i in range(len(costs) - 1, -1, -1):
        room -= costs[i]
        if room < 0:
            return
        yield i, _WHOLE


def _need(window: list[Said], agent: str) -> dict[str, float]:
    """Give every telling token's worth."""
    found: dict[str, float] = {}
    brought: dict[str, str] = {}
    for i, one in enumerate(window):
        age = len(window) - i if i else 1
        for token in dict.fromkeys(token for _, tokens in fragments(one.text) for token in tokens):
            found[token] = found.get(token, 0.0) + 1 / age
            brought.setdefault(token, one.author)
    return {token: worth * OWN if brought[token] == agent else worth for token, worth in found.items()}


class _Choosing:
    """Fragments being chosen: what is shown already, which messages are begun, how many tokens are left."""

    def __init__(self, window: list[Said], agent: str, costs: list[int], full: set[int], room: float) -> None:
        self.pieces = [fragments(one.text) for one in window]
        self.heads = [len(_head(one)) for one in window]
        self.rates = [costs[i] / (self.heads[i] + len(one.text) + 1) for i, one in enumerate(window)]
        self.need = _need(window, agent)
        self.shown = {token for i in full for _, tokens in self.pieces[i] for token in tokens}
        self.begun: set[int] = set()
        self.room = room
        newest_first = (i for i in range(len(window) - 1, -1, -1) if i not in full)
        self.rest: list[Pick] = [(i, j) for i in newest_first for j in range(len(self.pieces[i]))]

    def picks(self) -> Iterator[Pick]:
        """Give what tells most for its length, then the newest of the rest, each text once, while there is room."""
        taken: set[Pick] = set()
        for pick in (*self._ends_of_newest(), *self._by_worth()):
            taken.add(pick)
            yield pick
        texts = {self._fragment(pick)[0] for pick in taken}
        for pick in self.rest:
            text = self._fragment(pick)[0]
            if text not in texts and self._take(pick):
                texts.add(text)
                yield pick

    def _ends_of_newest(self) -> Iterator[Pick]:
        """Give the beginning and the end of the newest message where it is too long to be given as it is."""
        last = len(self.pieces) - 1
        mine = [pick for pick in self.rest if pick[0] == last]
        for pick in dict.fromkeys((*mine[:1], *mine[-1:])):
            if self._take(pick):
                self.shown.update(self._fragment(pick)[1])
                yield pick

    def _by_worth(self) -> Iterator[Pick]:
        heap = [(-worth, at) for at, pick in enumerate(self.rest) if (worth := self._worth(pick))]
        heapq.heapify(heap)
        while heap:
            believed, at = heapq.heappop(heap)
            worth = self._worth(self.rest[at])
            if not worth:
                continue
            if worth < -believed:
                heapq.heappush(heap, (-worth, at))
            elif self._take(self.rest[at]):
                self.shown.update(self._fragment(self.rest[at])[1])
                yield self.rest[at]

    def _fragment(self, pick: Pick) -> Fragment:
        return self.pieces[pick[0]][pick[1]]

    def _worth(self, pick: Pick) -> float:
        tokens = self._fragment(pick)[1]
        return sum(self.need[token] for token in tokens if token not in self.shown) / self._price(pick)

    def _price(self, pick: Pick) -> float:
        head = 0 if pick[0] in self.begun else self.heads[pick[0]]
        return (len(self._fragment(pick)[0]) + _SEPARATOR + head) * self.rates[pick[0]]

    def _take(self, pick: Pick) -> bool:
        price = self._price(pick)
        if price > self.room:
            return False
        self.room -= price
        self.begun.add(pick[0])
        return True


def _forms(picks: list[Pick]) -> dict[int, HistoryForm]:
    return {i: "full" if j == _WHOLE else "digest" for i, j in picks}


def _render(window: list[Said], picks: list[Pick], note: str) -> str:
    """Write the picks in the order of the messages; the note comes first where anything is missing."""
    forms = _forms(picks)
    lines = [] if len(forms) == len(window) and "digest" not in forms.values() else [note]
    for i, form in sorted(forms.items()):
        body = window[i].text
        if form == "digest":
            body = join([piece for piece, _ in fragments(body)], {j for at, j in picks if at == i})
        lines.append(_head(window[i]) + body)
    return "\n".join(lines) if picks else ""
