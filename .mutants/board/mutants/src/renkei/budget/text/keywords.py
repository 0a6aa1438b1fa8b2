"""Terms of a text for matching in English, Japanese and Chinese, without dictionaries or downloads.

After NFKC: words, identifiers and paths with their parts (snake_case, camelCase), numbers; for CJK text character
bigrams and single Han characters, which equal or beat dictionary tokenizers here.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from operator import add

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)*")
_IDENTIFIER = re.compile(r"[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)+")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯々ー]+")
_HAN = re.compile(r"[㐀-䶿一-鿿]")
_HIRAGANA = re.compile(r"[ぁ-ゟー]+")
_SHORTEST_WORD = 3
COMMON = frozenset(
    """
    the and for with that this from are was were has have had not but you your our their its can will would should
    could all any one two into out about been being then than when what which who how why there here also just only
    please need needs make made use used using get got let see now new
    """.split()  # noqa: SIM905 – prose reads better than a list of quotes
)


@lru_cache(maxsize=8192)
def terms(text: str) -> frozenset[str]:
    """Give the set of terms of a text, lower case."""
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    found = {word for word in _words(normal) if len(word) >= _SHORTEST_WORD}
    found.update(map(str.lower, _IDENTIFIER.findall(normal)))
    if not normal.isascii():
        found.update(_characters(normal))
    return frozenset(found - COMMON)


def counts(text: str) -> Counter[str]:
    """Count the terms of a text for ranking; unlike in `terms`, words of one or two letters count too."""
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
    found = _HAN.findall(normal)
    for run in _CJK.findall(normal):
        found += map(add, run, run[1:])
    return found


@lru_cache(maxsize=1024)
def telling(found: frozenset[str]) -> frozenset[str]:
    """Leave out single characters and pairs of hiragana (する, して): they are in every text and tell nothing."""
    return frozenset(term for term in found if len(term) > 1 and not _HIRAGANA.fullmatch(term))


def shared(task: frozenset[str], text: str) -> tuple[str, ...]:
    """Give the telling terms that a text has in common with a task, in order."""
    return tuple(sorted(telling(task) & terms(text)))
