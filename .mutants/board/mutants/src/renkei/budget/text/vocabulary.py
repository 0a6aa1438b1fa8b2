"""How telling a term is among a project's own messages: rare terms say much, those in every message say nothing.

Incremental and bounded: when too many terms are known, all counts are halved and what is then below one is forgotten,
so that the vocabulary follows what the team talks about now. It has no list of stop words and needs no dictionary.
"""

from collections.abc import Iterable
from math import log

MOST_TERMS = 20_000


class Vocabulary:
    """Counts in how many texts each term stands."""

    def __init__(self, most: int = MOST_TERMS) -> None:
        """Remember about `most` terms."""
        self._most = most
        self._texts = 0
        self._found: dict[str, int] = {}

    def __len__(self) -> int:
        """Count the terms that are known."""
        return len(self._found)

    def add(self, terms: Iterable[str]) -> None:
        """Count one text's terms, each of them once."""
        self._texts += 1
        for term in terms:
            self._found[term] = self._found.get(term, 0) + 1
        if len(self._found) > self._most:
            self._fade()

    def weight(self, term: str) -> float:
        """Tell how rare a term is: its inverse document frequency in nats, never negative; an unknown one is rarest."""
        found = self._found.get(term, 0)
        return log(1 + (self._texts - found + 0.5) / (found + 0.5))

    def sum(self, terms: Iterable[str]) -> float:
        """Add up the weights of terms."""
        return sum(map(self.weight, terms))

    def _fade(self) -> None:
        while len(self._found) > self._most // 2:
            self._texts //= 2
            self._found = {term: count // 2 for term, count in self._found.items() if count > 1}
