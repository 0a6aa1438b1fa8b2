"""Extract the keywords of a text in English, Japanese or Chinese, without dictionaries or downloads.

Keywords are, after NFKC normalization: words, numbers, identifiers and paths with their parts (snake_case, camelCase);
for Chinese, Japanese and Korean text also character bigrams and single Han characters. On questions about paragraphs
bigrams find at least as much as dictionary tokenizers.

`Vocabulary` weighs keywords by how rare they are among a project's own messages. It is incremental and bounded: when
it knows too many keywords, it halves all counts and drops those below one, so that it follows the team's current
topics. It needs no stop words and no dictionary.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from math import log
from operator import add

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)*")
# Only at the start of a run of letters: otherwise a long run without a mark would be tried from each letter.
_IDENTIFIER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]++(?:[-_./][A-Za-z0-9]+)+")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_HIRAGANA = re.compile(r"[ぁ-ゟー]+")
_SHORTEST_WORD = 3
COMMON = frozenset(
    """
    the and for with that this from are was were has have had not but you your our their its can will would should
    could all any one two into out about been being then than when what which who how why there here also just only
    please need needs make made use used using get got let see now new
    """.split()  # noqa: SIM905 – prose reads better than a list of quotes
)

MAX_KEYWORDS = 20_000


@cache
def _cjk() -> re.Pattern[str]:
    """Return the pattern of a run of CJK text, compiled on first use: that takes longer than this import."""
    return re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯々ー]+")


@cache
def _han() -> re.Pattern[str]:
    return re.compile(r"[㐀-䶿一-鿿]")


@lru_cache(maxsize=8192)
def keywords(text: str) -> frozenset[str]:
    """Return the keywords of a text in lower case, without common English words and words of one or two letters."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    result = {word for word in _words(normal) if len(word) >= _SHORTEST_WORD}
    result.update(map(str.lower, _IDENTIFIER.findall(normal)))
    if not normal.isascii():
        result.update(_characters(normal))
    return frozenset(result - COMMON)


def keyword_counts(text: str) -> Counter[str]:
    """Return how often each keyword occurs; unlike in `keywords`, words of one or two letters count too."""
    normal = unicodedata.normalize("NFKC", text)
    terms = _characters(normal)
    terms += _words(normal)
    terms += map(str.lower, _IDENTIFIER.findall(normal))
    counted = Counter(terms)
    for word in COMMON & counted.keys():
        del counted[word]
    return counted


def _words(normal: str) -> list[str]:
    words = _WORD.findall(normal)
    terms = [word.lower() for word in words]
    for word in words:
        if not (word.islower() or (word.isalpha() and word[1:].islower())):
            terms += {part.lower() for part in _CAMEL.findall(word)} - {word.lower()}
    return terms


def _characters(normal: str) -> list[str]:
    characters = _han().findall(normal)
    for run in _cjk().findall(normal):
        characters += map(add, run, run[1:])
    return characters


@lru_cache(maxsize=1024)
def distinctive(words: frozenset[str]) -> frozenset[str]:
    """Return keywords without single characters and hiragana (する, して), which occur in almost every text."""
    return frozenset(word for word in words if len(word) > 1 and not _HIRAGANA.fullmatch(word))


def shared(task: frozenset[str], text: str) -> tuple[str, ...]:
    """Return the distinctive keywords that a text shares with those of a task, sorted."""
    return tuple(sorted(distinctive(task) & keywords(text))) if task else ()


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
        return log((self._texts + 1) / (self._counts.get(keyword, 0) + 0.5))

    def weights(self, keywords: Iterable[str]) -> dict[str, float]:
        """Return the weight of each of several keywords."""
        known, most = self._counts.get, self._texts + 1
        return {keyword: log(most / (known(keyword, 0) + 0.5)) for keyword in keywords}

    def sum(self, keywords: Iterable[str]) -> float:
        """Return the sum of the weights of keywords."""
        return sum(self.weights(keywords).values())

    def _halve(self) -> None:
        """Halve the counts until half of the limit is free, so that this happens rarely."""
        while len(self._counts) > self._limit // 2:
            self._texts //= 2
            self._counts = {keyword: count // 2 for keyword, count in self._counts.items() if count > 1}
