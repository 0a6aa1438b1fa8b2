"""Terms of a text for matching in English, Japanese and Chinese, without dictionaries or downloads.

After NFKC: words, identifiers and paths with their parts (snake_case, camelCase), numbers; for CJK text character
bigrams and single Han characters, which equal or beat dictionary tokenizers here.
"""

import re
import unicodedata
from functools import lru_cache

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
"""English words that are in every text and tell nothing, lower case."""


@lru_cache(maxsize=8192)
def terms(text: str) -> frozenset[str]:
    """Give the set of terms of a text, lower case."""
    normal = unicodedata.normalize("NFKC", text)
    found: set[str] = {one.lower() for one in _IDENTIFIER.findall(normal)}
    for word in _WORD.findall(normal):
        parts = _CAMEL.findall(word) if not word.islower() else [word]
        found.update(part.lower() for part in (word, *parts) if len(part) >= _SHORTEST_WORD)
    for run in _CJK.findall(normal):
        found.update(run[i : i + 2] for i in range(len(run) - 1))
        found.update(_HAN.findall(run))
    return frozenset(found - COMMON)


def shared(task: frozenset[str], text: str) -> tuple[str, ...]:
    """Give the telling terms that a text has in common with a task, in order.

    Single characters and pairs of hiragana (する, して) are in every text: they help to rank, but tell nothing alone.
    """
    return tuple(sorted(term for term in task & terms(text) if len(term) > 1 and not _HIRAGANA.fullmatch(term)))
