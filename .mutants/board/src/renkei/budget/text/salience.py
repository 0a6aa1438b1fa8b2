"""The tokens of a text that a shortened form must keep: ids, numbers, paths, URLs, identifiers, names.

They are found by their form alone, without dictionaries: what has a digit, an inner mark or an inner capital; words
with a capital that are not among the common ones; in Japanese and Chinese runs of katakana, longer Han compounds and
what stands in brackets as a title. A verb at the beginning of a sentence is kept as if it were a name: to lose a name
costs more.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from renkei.budget.text.keywords import COMMON

_LETTER = "A-Za-z0-9_À-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
_SHORTEST_NAME = 3
_CACHED = 32768
_TOKEN = re.compile(
    rf"""(?P<plain>(?<![^\s])[a-z]++(?=[\s,;!?]|\Z))
    |(?P<url>[a-z][a-z0-9+.-]*://[^\s<>"'`）」』】]+)
    |(?P<word>[@\#~$./\\]*[{_LETTER}]+(?:(?:[-./:@\#\\&=+%]+|,(?=\d))[{_LETTER}]+|/[ァ-ヺー一-鿿々]+)*%?)
    |(?P<title>(?<=[「『《【])[^「」『』《》【】\n]{{2,40}}(?=[」』》】]))
    |(?P<katakana>[ァ-ヴー]{{3,}})
    |(?P<han>(?:(?![的了是在和与及把被将对从为以由就都也或请按已])[一-鿿々]){{3,8}})""",
    re.VERBOSE,
)
_STRONG = re.compile(r"[_/\\@#=]|\w-\w|[^.]\.[^.]|[\d][\d.,:/%-]+|[^\W\d].*\d|\d.*[^\W\d]|\B[A-ZÀ-ÖØ-Þ]")
"""What makes a word telling wherever it stands: a mark or a capital inside, two digits, digits with letters."""


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Give the telling tokens of a text in order, each with its first position and the position after it."""
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "plain":
            continue
        token = found[0].strip(",:;-=&").rstrip("./!?)]}")
        if token and (found.lastgroup != "word" or is_telling(token)):
            yield token, found.start(), found.end()


@lru_cache(maxsize=_CACHED)
def worth(token: str) -> int:
    """Tell how much a token weighs in a digest: an id, number, path or URL as much as three names."""
    return 3 if _STRONG.search(token) else 1


@lru_cache(maxsize=_CACHED)
def is_telling(word: str) -> bool:
    """Tell whether a word is an id, a number, a path, an identifier or perhaps a name."""
    if _STRONG.search(word):
        return True
    return word[0].isupper() and len(word) >= _SHORTEST_NAME and word.lower() not in COMMON
