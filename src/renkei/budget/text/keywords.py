"""Extracts the keywords of a text in English, Japanese or Chinese, without dictionaries or downloads.

Keywords are, after NFKC normalization: words, numbers, identifiers and paths with their parts (snake_case, camelCase);
for Chinese, Japanese and Korean text also character bigrams and single Han characters. On
questions about paragraphs bigrams find at least as much as dictionary tokenizers.
"""

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from operator import add

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)*")
# Only at the start of a run of letters: a long run without a mark would otherwise be tried from each of its letters.
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


@cache
def _cjk() -> re.Pattern[str]:
    """Return what matches a run of CJK text, compiled when there is one: it takes longer than importing this module."""
    return re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯々ー]+")


@cache
def _han() -> re.Pattern[str]:
    return re.compile(r"[㐀-䶿一-鿿]")


@lru_cache(maxsize=8192)
def keywords(text: str) -> frozenset[str]:
    """Return the keywords of a text in lower case, without common English words and words of one or two letters."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    found = {word for word in _words(normal) if len(word) >= _SHORTEST_WORD}
    found.update(map(str.lower, _IDENTIFIER.findall(normal)))
    if not normal.isascii():
        found.update(_characters(normal))
    return frozenset(found - COMMON)


def keyword_counts(text: str) -> Counter[str]:
    """Return how often each keyword occurs; unlike in `keywords`, words of one or two letters count too."""
    normal = unicodedata.normalize("NFKC", text)
    found = _characters(normal)
    found += _words(normal)
    found += map(str.lower, _IDENTIFIER.findall(normal))
    counted = Counter(found)
    for word in COMMON & counted.keys():
        del counted[word]
    return counted


def _words(normal: str) -> list[str]:
    words = _WORD.findall(normal)
    found = [word.lower() for word in words]
    for word in words:
        if not (word.islower() or (word.isalpha() and word[1:].islower())):
            found += {part.lower() for part in _CAMEL.findall(word)} - {word.lower()}
    return found


def _characters(normal: str) -> list[str]:
    found = _han().findall(normal)
    for run in _cjk().findall(normal):
        found += map(add, run, run[1:])
    return found


@lru_cache(maxsize=1024)
def distinctive(found: frozenset[str]) -> frozenset[str]:
    """Return keywords without single characters and hiragana (する, して), which occur in almost every text."""
    return frozenset(one for one in found if len(one) > 1 and not _HIRAGANA.fullmatch(one))


def shared(task: frozenset[str], text: str) -> tuple[str, ...]:
    """Return the distinctive keywords that a text shares with those of a task, sorted."""
    return tuple(sorted(distinctive(task) & keywords(text))) if task else ()
