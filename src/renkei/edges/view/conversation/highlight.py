"""Marks the words of a search in the markup of its results."""

import re
from collections.abc import Iterable

from markupsafe import escape

from renkei.edges.view.conversation.slots import BEGIN, END
from renkei.store.search_index import is_cjk, words_of

SKIPPED = rf"<[^>]*>|&#?\w+;|{BEGIN}[^{END}]*{END}"
"""Tags, references to characters, and slots."""


def marked(markup: str, words: str) -> str:
    """Return markup in which the words of a search are a `mark`; tags, slots and references to characters stay.

    As in the search, a word is the beginning of one in any case, and CJK characters are found anywhere.
    """
    parts = sorted(set(words_of(words)), key=len, reverse=True)
    if not parts:
        return markup
    found = re.compile(rf"{SKIPPED}|(?P<found>{'|'.join(_patterns(parts))})", re.IGNORECASE)
    return found.sub(lambda one: f"<mark>{one[0]}</mark>" if one["found"] else one[0], markup)


def _patterns(parts: Iterable[str]) -> Iterable[str]:
    """Yield a pattern for each part, which matches it in escaped text."""
    for part in parts:
        text = re.escape(str(escape(part)))
        yield text if is_cjk(part) else rf"(?<![^\W_]){text}"
