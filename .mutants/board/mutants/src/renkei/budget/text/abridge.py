"""Shortens a text by leaving parts out: what is left stands as it was written, its telling tokens whole.

A digest is made of fragments (sentences, or clauses of long ones). The first fragment says what a text is about; of the
others those come in that hold the most telling tokens for their length and not yet shown. "…" stands where something
was left out.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from renkei.budget.text.salience import spans, worth

GAP = "…"
LONGEST = 80
"""Characters of a fragment beyond which it is divided at a clause."""

_SENTENCE = re.compile(r"\s*\n\s*|(?<=[.!?])\s+|(?<=[.!?][\"')\]])\s+|(?<=[。！？])")
_CLAUSES = (", ", "; ", ": ", "、", "，", "；", "：")
_SEPARATOR = 3
_LAST_SPACED = "\u2e7f"  # Chinese and Japanese put no space between sentences
_CACHED = 4096

Fragment = tuple[str, tuple[str, ...]]
"""A piece of a text as it was written but for its white space, and its telling tokens in order, each once."""


def telling(text: str) -> tuple[str, ...]:
    """Give the telling tokens of a text (ids, numbers, paths, URLs, identifiers, names) in order, each once."""
    return tuple(dict.fromkeys(token for token, _, _ in spans(text)))


@lru_cache(maxsize=_CACHED)
def fragments(text: str, longest: int = LONGEST) -> tuple[Fragment, ...]:
    """Divide a text into sentences or clauses of at most `longest` characters; a telling token is never divided."""
    pieces = (piece for sentence in _SENTENCE.split(text) for piece in _clauses(" ".join(sentence.split()), longest))
    return tuple((piece, telling(piece)) for piece in pieces)


@lru_cache(maxsize=_CACHED)
def abridge(text: str, limit: int) -> str:
    """Shorten a text to `limit` characters on one line; ids, numbers, paths, URLs and names stay as far as they fit."""
    whole = " ".join(text.split())
    if len(whole) <= limit:
        return whole
    pieces = fragments(text, max(20, min(LONGEST, limit // 3)))
    chosen: set[int] = set()
    seen: set[str] = set()
    room = limit - _SEPARATOR
    while (best := _best(pieces, chosen, seen, room)) is not None:
        chosen.add(best)
        seen.update(pieces[best][1])
        room -= len(pieces[best][0]) + _SEPARATOR
    return join([piece for piece, _ in pieces], chosen) or cut_middle(whole, limit, GAP)


def join(pieces: list[str], chosen: set[int]) -> str:
    """Write the chosen pieces of a text in their order, with a gap wherever something was left out after the first."""
    found = ""
    last = -1
    for at in sorted(chosen):
        gap = _between(found) if at == last + 1 else f" {GAP} "
        found += (gap if found else "") + pieces[at]
        last = at
    return found + (f" {GAP}" if chosen and last + 1 < len(pieces) else "")


def _between(text: str) -> str:
    return "" if not text or text[-1] > _LAST_SPACED else " "


def cut_middle(text: str, limit: int, note: str = GAP) -> str:
    """Shorten a text to `limit` characters: its beginning and its end stay, the note stands between them.

    Words stay whole where there are any. A note that is longer than the limit is itself cut.
    """
    if len(text) <= limit:
        return text
    room = limit - len(note)
    if room <= 0:
        return note[: max(limit, 0)]
    head, tail = text[: (room + 1) // 2], text[len(text) - room // 2 :]
    return (_up_to_space(head) or head) + note + (_from_space(tail) or tail)


def _best(pieces: tuple[Fragment, ...], chosen: set[int], seen: set[str], room: int) -> int | None:
    """Find the piece that tells most for its length among those that still fit; the first piece goes first."""
    best: tuple[float, int] | None = None
    for at, (piece, tokens) in enumerate(pieces):
        if at not in chosen and len(piece) <= room:
            if at == 0:
                return at
            told = sum(worth(token) for token in tokens if token not in seen) / (len(piece) + _SEPARATOR)
            best = max(best or (told, -at), (told, -at))
    return None if best is None else -best[1]


def _clauses(sentence: str, longest: int) -> Iterator[str]:
    while len(sentence) > longest:
        at = _break(sentence, longest)
        yield sentence[:at].rstrip()
        sentence = sentence[at:].lstrip()
    if sentence:
        yield sentence


def _break(text: str, longest: int) -> int:
    half = longest // 2
    at = max(text.rfind(mark, half, longest) + len(mark) for mark in _CLAUSES)
    if at <= half:
        at = text.rfind(" ", half, longest + 1)
    if at > 0:
        return at
    for _, start, end in spans(text):
        if start < longest < end:
            return start or end
    return longest


def _up_to_space(text: str) -> str:
    at = text.rfind(" ", len(text) // 2)
    return text[:at] if at > 0 else ""


def _from_space(text: str) -> str:
    at = text.find(" ", 0, len(text) // 2)
    return text[at + 1 :] if at >= 0 else ""
