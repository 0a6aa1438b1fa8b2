"""Ranks texts by how much they have in common with a question, in any language that `keywords` can split.

An inverted index in memory, incremental and bounded: the newest text takes the place of the oldest when there is no
more room. A text is only put down when it is added and split when the next question comes, because most are never asked
about; a question pays for what was added since the one before.

The measure is BM25 with the weight of a term squared, once for the question and once for the text as in a cosine,
because pairs of characters are less telling than words; and with a low saturation, because a term that stands twice
says little more. On Japanese and Chinese questions about paragraphs the figures lie on a plateau around these numbers.
"""

from collections import defaultdict
from math import log
from typing import Any

from renkei.budget.text.keywords import counts

KEPT = 10_000

SATURATION = 0.6
"""At 0 a term counts once however often it stands in a text."""

LENGTH = 0.5
"""How much a text's length, measured by the average, is held against it: 0 not at all, 1 in full."""

LEAST_COMMON = 100
"""A term that more texts than this have, and more than a quarter of all, is not looked for: it ranks nothing."""


class Corpus:
    """The last texts that were added, each at its place; asked which of them a question is about."""

    def __init__(self, kept: int = KEPT) -> None:
        """Hold the last `kept` texts."""
        self._kept = kept
        self._added = 0
        self._waiting: list[str] = []
        self._texts: list[str] = []
        self._length = 0
        self._once: list[float] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._often: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)

    def __len__(self) -> int:
        """Count the texts that are held."""
        return min(self._added, self._kept)

    def add(self, text: str) -> int:
        """Add a text and give its place, counted from 0."""
        self._waiting.append(text)
        self._added += 1
        if len(self._waiting) > self._kept:
            self._split()
        return (self._added - 1) % self._kept

    def weight(self, term: str) -> float:
        """Tell how rare a term is among the texts: its inverse document frequency in nats; 0 when none has it."""
        self._split()
        found = len(self._places.get(term, ()))
        return log(1 + (len(self._texts) - found + 0.5) / (found + 0.5)) if found else 0.0

    def scores(self, question: str) -> list[float]:
        """Give the score of the text at each place; 0 for one that has nothing in common with the question."""
        self._split()
        scores, once = [0.0] * len(self._texts), self._once
        most = max(len(scores) // 4, LEAST_COMMON)
        for term in sorted(counts(question).keys() & self._places.keys()):
            places = self._places[term]
            if len(places) > most:
                continue
            weight = self.weight(term) ** 2
            for place in places:
                scores[place] += weight * once[place]
            for place, more in self._often.get(term, ()):
                scores[place] += weight * more
        return scores

    def _split(self) -> None:
        waiting, self._waiting = self._waiting, []
        first = self._added - len(waiting)
        for number, text in enumerate(waiting, first):
            self._enter(number % self._kept, text)

    def _enter(self, place: int, text: str) -> None:
        if place < len(self._texts):
            self._leave(place)
            self._texts[place] = text
        else:
            self._texts.append(text)
            self._once.append(0.0)
        found = counts(text)
        length = found.total()
        self._length += length
        drag = SATURATION * (1 - LENGTH + LENGTH * length * len(self._texts) / (self._length or 1))
        self._once[place] = once = (1 + SATURATION) / (1 + drag)
        for term, count in found.items():
            self._places[term].append(place)
            if count > 1:
                self._often[term].append((place, count * (1 + SATURATION) / (count + drag) - once))

    def _leave(self, place: int) -> None:
        gone = counts(self._texts[place])
        self._length -= gone.total()
        for term, count in gone.items():
            _drop_oldest(self._places, term)
            if count > 1:
                _drop_oldest(self._often, term)


def _drop_oldest(index: dict[str, list[Any]], term: str) -> None:
    del index[term][0]
    if not index[term]:
        del index[term]
