"""Find the salient tokens of a text, which a shortened form must keep: ids, numbers, paths, URLs, identifiers, names.

Tokens are recognized by their form alone, without dictionaries: any word with a digit, a mark or an inner capital;
capitalized words that are not common English words; in Japanese and Chinese text runs of katakana, Han compounds of
three or more characters, and titles in brackets. A capitalized verb at the start of a sentence is therefore kept as if
it were a name, because losing a name costs more than keeping a word too many.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from renkei.budget.text.keywords import COMMON

_LETTER = "A-Za-z0-9_À-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
_SHORTEST_NAME = 3
_MARKS = 16  # marks in a row that a token may have; without a bound a long row is tried from each of its marks
_CACHED = 32768
_STRONG = re.compile(r"[_/\\@#=]|\w-\w|[^.]\.[^.]|[\d][\d.,:/%-]+|\A(?=.*\d)(?=.*[^\W\d])|\B[A-ZÀ-ÖØ-Þ]")
"""Matches a word that is salient anywhere in a sentence: an inner mark or capital, two digits, digits with letters."""


@cache
def _token() -> re.Pattern[str]:
    """Return the pattern of a token, compiled on first use: compiling takes longer than importing this module."""
    return re.compile(
        rf"""(?P<plain>(?<![^\s])[a-z]++(?=[\s,;!?]|\Z))
        |(?P<url>[a-z][a-z0-9+.-]{{0,30}}://[^\s<>"'`）」』】]+)
        |(?P<word>[@\#~$./\\]{{0,{_MARKS}}}[{_LETTER}]++(?:(?:[-./:@\#\\&=+%]{{1,{_MARKS}}}|,(?=\d))[{_LETTER}]+|/[ァ-ヺー一-鿿々]+)*%?)
        |(?P<title>(?<=[「『《【])[^「」『』《》【】\n]{{2,40}}(?=[」』》】]))
        |(?P<katakana>[ァ-ヴー]{{3,}})
        |(?P<han>(?:(?![的了是在和与及把被将对从为以由就都也或请按已])[一-鿿々]){{3,8}})""",
        re.VERBOSE,
    )


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Return the salient tokens of a text in order, each with its start and end (exclusive) in characters."""
    for match in _token().finditer(text):
        if match.lastgroup == "plain":
            continue
        token = match[0].strip(",:;-=&").rstrip("./!?)]}")
        if token and (match.lastgroup != "word" or is_salient(token)):
            yield token, match.start(), match.end()


@lru_cache(maxsize=_CACHED)
def salience(token: str) -> int:
    """Return the weight of a salient token: 3 for an id, number, path or URL, 1 for a name."""
    return 3 if _STRONG.search(token) else 1


@lru_cache(maxsize=_CACHED)
def is_salient(word: str) -> bool:
    """Check whether a word is an id, a number, a path, an identifier or possibly a name."""
    if _STRONG.search(word):
        return True
    return word[0].isupper() and len(word) >= _SHORTEST_NAME and word.lower() not in COMMON
