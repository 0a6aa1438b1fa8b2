"""Weigh keywords by how rare they are among a project's own messages.

The vocabulary is incremental and bounded: when it knows too many keywords, it halves all counts and drops those below
one, so that it follows the team's current topics. It needs no stop words and no dictionary.
"""

from collections.abc import Iterable
from math import log

MAX_KEYWORDS = 20_000


class Vocabulary:
    """The number of texts that contain each keyword."""

    def __init__(self, limit: int = MAX_KEYWORDS) -> None:
        """Remember at most `limit` keywords."""
        self._limit = limit
        self._texts = 0
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        """Return the number of known keywords."""
        return len(self._counts)

    def add(self, keywords: Iterable[str]) -> None:
        """Add the keywords of one text, each given once."""
        self._texts += 1
        for keyword in keywords:
            self._counts[keyword] = self._counts.get(keyword, 0) + 1
        if len(self._counts) > self._limit:
            self._halve()

    def weight(self, keyword: str) -> float:
        """Return a keyword's inverse document frequency in nats: never negative, highest for an unknown keyword."""
        count = self._counts.get(keyword, 0)
        return log(1 + (self._texts - count + 0.5) / (count + 0.5))

    def sum(self, keywords: Iterable[str]) -> float:
        """Return the sum of the weights of keywords."""
        return sum(map(self.weight, keywords))

    def _halve(self) -> None:
        """Halve the counts until half of the limit is free, so that this happens rarely."""
        while len(self._counts) > self._limit // 2:
            self._texts //= 2
            self._counts = {keyword: count // 2 for keyword, count in self._counts.items() if count > 1}
