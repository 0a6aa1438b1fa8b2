"""Mentions in a text: `@` and the id of a participant or a group, also in full-width characters."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import takewhile

from renkei.engine.state import EVERYBODY, State
from renkei.errors import UnknownRecipientError
from renkei.protocol.names import skeletons

_MENTION = re.compile(r"(?<![\w.@＠/-])[@＠](?=\S)")

_GOES_ON = re.compile(r"[A-Za-z0-9_-]|\.[A-Za-z0-9]")
"""Characters after a name that make it the beginning of another one. Japanese may follow a name without a space."""

_WORD = re.compile(r"[\w-]+(?:\.[\w-]+)*")

_CODE = r"(```.*?(?:```|\Z)|`[^`\n]*`)"
"""Code in a text (compiled when first used)."""

ALIKE = 0.8
"""Similarity from which a word is a misspelled name."""


def mentioned(state: State, text: str) -> tuple[str, ...]:
    """Return the participants and groups mentioned in a text, each once, in text order.

    An `@` mentions the longest known name after it; before any other word it mentions no one.
    """
    names = _names(state)
    found = (_name_at(text, at.end(), names) for at in _MENTION.finditer(text))
    return tuple(dict.fromkeys(name for name in found if name is not None))


def mentions_in(state: State, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each mention in a text begins and ends, and the participant or group that it names."""
    names = _names(state)
    for at in _MENTION.finditer(text):
        name = _name_at(text, at.end(), names)
        if name is not None:
            yield at.start(), _end_of(text, at.end(), name), name


def unknown_mentions(state: State, text: str) -> tuple[str, ...]:
    """Return the words after an `@`, outside of code, that are not the name of a participant or group."""
    text, names = "\0".join(re.split(_CODE, text, flags=re.DOTALL)[::2]), _names(state)
    words = (_WORD.match(text, at.end()) for at in _MENTION.finditer(text) if _name_at(text, at.end(), names) is None)
    return tuple(dict.fromkeys(word.group() for word in words if word is not None))


def check_mentions(state: State, text: str) -> None:
    """Raise UnknownRecipientError for an unknown mention at the beginning of a text or similar to a name."""
    first = tuple(takewhile(lambda word: word[0] in "@＠", text.split()))
    for word in unknown_mentions(state, text):
        near = _near(state, word)
        if near or any(one[1:].startswith(word) for one in first):
            meant = f"did you mean @{near[0]}? Or " if near else ""
            known = f"{', '.join(sorted(_names(state)))}; {meant}write `@{word}`, as code, if it addresses nobody"
            raise UnknownRecipientError(
                recipient=f"@{word}", problem="is neither a participant nor a group", known=known
            )


def _near(state: State, word: str) -> list[str]:
    """Return a name that a word looks like, also in letters of another script, or is a misspelling of."""
    names, plain = _names(state), unicodedata.normalize("NFKC", word).lower()
    looks = [name for name in names if not skeletons(name).isdisjoint(skeletons(word))]
    return looks[:1] or get_close_matches(plain, names, n=1, cutoff=ALIKE)


def with_code(text: str, words: tuple[str, ...]) -> str:
    """Return a text with some of its unknown mentions as code, so that they are not mentions."""
    mention = f"{_MENTION.pattern}(?:{'|'.join(map(re.escape, words))})(?!{_GOES_ON.pattern})"
    parts = re.split(_CODE, text, flags=re.DOTALL)
    parts[::2] = [re.sub(mention, r"`\g<0>`", part) for part in parts[::2]]
    return "".join(parts) if words else text


def _name_at(text: str, at: int, names: list[str]) -> str | None:
    begun = unicodedata.normalize("NFKC", text[at : at + len(names[0]) + 2])
    return next((one for one in names if begun.startswith(one) and not _GOES_ON.match(begun, len(one))), None)


def _end_of(text: str, at: int, name: str) -> int:
    ends = range(at + 1, at + len(name) + 1)
    return next((end for end in ends if unicodedata.normalize("NFKC", text[at:end]) == name), at + len(name))


def _names(state: State) -> list[str]:
    """Return the names that a text may mention, the longest first."""
    return sorted((EVERYBODY, *state.groups, *state.actors), key=len, reverse=True)
