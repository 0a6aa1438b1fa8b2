"""Ranks texts by relevance to a question (BM25), in every language that `keywords` can split.

`Corpus` is an inverted index in memory, incremental and bounded: a new text replaces the oldest when the corpus is
full. A text is only stored when it is added and indexed when the next question comes, because most texts are never
asked about.

The score is BM25 with the inverse document frequency squared, once for the question and once for the text as in cosine
similarity, because character bigrams are less distinctive than words, and with low saturation, because repetition adds
little. On Japanese and Chinese questions about paragraphs the results do not change near these parameters.
"""

from collections import defaultdict
from math import log
from typing import Any

from renkei.budget.text.keywords import keyword_counts

CAPACITY = 10_000

SATURATION = 0.6
"""BM25's k1: how much repetition of a keyword in a text adds; at 0 only its presence counts."""

LENGTH = 0.5
"""BM25's b: how much texts longer than average are penalized, from 0 to 1."""

LEAST_COMMON = 100
"""A keyword in more texts than this and in more than a quarter of all is ignored in questions."""


class Corpus:
    """The newest texts, each at an index; `scores` compares all of them with a question."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        """Hold at most `capacity` texts."""
        self._capacity = capacity
        self._added = 0
        self._pending: list[str] = []
        self._texts: list[str] = []
        self._length = 0
        self._once: list[float] = []
        self._indices: defaultdict[str, list[int]] = defaultdict(list)
        self._repeated: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)

    def __len__(self) -> int:
        """Return the number of texts that are held."""
        return min(self._added, self._capacity)

    def add(self, text: str) -> int:
        """Add a text and return its index, counted from 0; a full corpus reuses the index of its oldest text."""
        self._pending.append(text)
        self._added += 1
        if len(self._pending) > self._capacity:
            self._index_pending()
        return (self._added - 1) % self._capacity

    def weight(self, keyword: str) -> float:
        """Return a keyword's inverse document frequency in nats; 0 when no text contains it."""
        self._index_pending()
        count = len(self._indices.get(keyword, ()))
        return log(1 + (len(self._texts) - count + 0.5) / (count + 0.5)) if count else 0.0

    def scores(self, question: str) -> list[float]:
        """Return one score per index; 0 for a text that shares no keyword with the question."""
        self._index_pending()
        scores, once = [0.0] * len(self._texts), self._once
        most = max(len(scores) // 4, LEAST_COMMON)
        for keyword in sorted(keyword_counts(question).keys() & self._indices.keys()):
            indices = self._indices[keyword]
            if len(indices) > most:
                continue
            weight = self.weight(keyword) ** 2
            for index in indices:
                scores[index] += weight * once[index]
            for index, more in self._repeated.get(keyword, ()):
                scores[index] += weight * more
        return scores

    def _index_pending(self) -> None:
        pending, self._pending = self._pending, []
        first = self._added - len(pending)
        for number, text in enumerate(pending, first):
            self._enter(number % self._capacity, text)

    def _enter(self, index: int, text: str) -> None:
        if index < len(self._texts):
            self._remove(index)
            self._texts[index] = text
        else:
            self._texts.append(text)
            self._once.append(0.0)
        counts = keyword_counts(text)
        length = counts.total()
        self._length += length
        drag = SATURATION * (1 - LENGTH + LENGTH * length * len(self._texts) / (self._length or 1))
        self._once[index] = once = (1 + SATURATION) / (1 + drag)
        for keyword, count in counts.items():
            self._indices[keyword].append(index)
            if count > 1:
                self._repeated[keyword].append((index, count * (1 + SATURATION) / (count + drag) - once))

    def _remove(self, index: int) -> None:
        gone = keyword_counts(self._texts[index])
        self._length -= gone.total()
        for keyword, count in gone.items():
            _drop_oldest(self._indices, keyword)
            if count > 1:
                _drop_oldest(self._repeated, keyword)


def _drop_oldest(index: dict[str, list[Any]], keyword: str) -> None:
    """Drop the first entry of a keyword: texts are replaced in insertion order."""
    del index[keyword][0]
    if not index[keyword]:
        del index[keyword]
