"""Shorten a text by omitting fragments; the rest is unchanged, and its salient tokens are never divided.

A fragment is a sentence, or a clause of a long sentence. The first fragment is kept because it introduces the subject;
after it those with the highest salience for their length are kept, where a token that is already shown adds nothing.
"…" marks each gap.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from renkei.budget.text.salience import salience, spans

GAP = "…"
LONGEST = 80
"""Longest undivided sentence, in characters; a longer one is divided at clauses."""

EXAMINED = 8_000
"""Most characters of a text that are examined; of a longer one only the beginning and end, to bound the cost."""

_SHORTEST = 20
# How far a token may reach beyond the point at which a sentence is divided.
_LONGEST_TOKEN = 500
# Compiled on first use.
_SENTENCE = r"(?<!\s)\s*\n\s*|(?<=[.!?])\s+|(?<=[.!?][\"')\]])\s+|(?<=[。！？])"
_CLAUSES = (", ", "; ", ": ", "、", "，", "；", "：")
_SEPARATOR = len(f" {GAP} ")
# Chinese and Japanese characters follow this one; they have no space between sentences.
_LAST_SPACED = "\u2e7f"
_CACHED = 4096

Fragment = tuple[str, tuple[str, ...]]
"""A piece of a text with white space normalized, and its salient tokens in order without repetition."""


def salient_tokens(text: str) -> tuple[str, ...]:
    """Return the salient tokens of a text (ids, numbers, paths, URLs, names) in order without repetition."""
    return tuple(dict.fromkeys(token for token, _, _ in spans(text)))


@lru_cache(maxsize=_CACHED)
def fragments(text: str, longest: int = LONGEST) -> tuple[Fragment, ...]:
    """Split a text into sentences, and those over `longest` characters into clauses; no salient token is divided."""
    pieces = (
        piece for sentence in re.split(_SENTENCE, text) for piece in _clauses(" ".join(sentence.split()), longest)
    )
    return tuple((piece, salient_tokens(piece)) for piece in pieces)


@lru_cache(maxsize=_CACHED)
def abridge(text: str, limit: int) -> str:
    """Return a text on one line, shortened to at most `limit` characters; salient tokens are kept where they fit."""
    text = bounded(text)
    whole = " ".join(text.split())
    if len(whole) <= limit:
        return whole
    pieces = fragments(text, max(_SHORTEST, min(LONGEST, limit // 3)))
    chosen: set[int] = set()
    shown: set[str] = set()
    room = limit - _SEPARATOR
    while (best := _best(pieces, chosen, shown, room)) is not None:
        chosen.add(best)
        shown.update(pieces[best][1])
        room -= len(pieces[best][0]) + _SEPARATOR
    return join([piece for piece, _ in pieces], chosen) or cut_middle(whole, limit, GAP)


def bounded(text: str, limit: int = EXAMINED) -> str:
    """Return a text; if longer than `limit`, its beginning (three quarters of the limit) and its end."""
    if len(text) <= limit:
        return text
    return f"{text[: limit * 3 // 4]}\n{GAP}\n{text[len(text) - limit // 4 :]}"


def join(pieces: list[str], chosen: set[int]) -> str:
    """Return the chosen pieces of a text in order, with "…" for each gap except one at the beginning."""
    text = ""
    last = -1
    for index in sorted(chosen):
        between = _between(text) if index == last + 1 else f" {GAP} "
        text += (between if text else "") + pieces[index]
        last = index
    return text + (f" {GAP}" if chosen and last + 1 < len(pieces) else "")


def _between(text: str) -> str:
    return "" if not text or text[-1] > _LAST_SPACED else " "


def cut_middle(text: str, limit: int, note: str = GAP) -> str:
    """Return a text with `note` in place of its middle, at most `limit` characters long.

    Words are not divided if there is a space to cut at. A note longer than the limit is itself cut.
    """
    if len(text) <= limit:
        return text
    room = limit - len(note)
    if room <= 0:
        return note[: max(limit, 0)]
    head, tail = text[: (room + 1) // 2], text[len(text) - room // 2 :]
    return (_up_to_space(head) or head) + note + (_from_space(tail) or tail)


def _best(pieces: tuple[Fragment, ...], chosen: set[int], shown: set[str], room: int) -> int | None:
    """Return the index of the next fragment to keep: the first one, then the most salient for its length that fits."""
    fitting = [index for index, (piece, _) in enumerate(pieces) if index not in chosen and len(piece) <= room]
    if not fitting or fitting[0] == 0:
        return 0 if fitting else None
    return max(fitting, key=lambda index: _density(pieces[index], shown))  # of equals max returns the first


def _density(fragment: Fragment, shown: set[str]) -> float:
    piece, tokens = fragment
    return sum(salience(token) for token in tokens if token not in shown) / (len(piece) + _SEPARATOR)


def _clauses(sentence: str, longest: int) -> Iterator[str]:
    while len(sentence) > longest:
        end = _clause_end(sentence, longest)
        yield sentence[:end].rstrip()
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence


def _clause_end(text: str, longest: int) -> int:
    """Return where to divide: after the last clause mark in the second half, else at a space, else around a token."""
    half = longest // 2
    end = max(text.rfind(mark, half, longest) + len(mark) for mark in _CLAUSES)
    if end <= half:
        end = text.rfind(" ", half, longest + 1)
    if end > 0:
        return end
    for _, start, stop in spans(text[: longest + _LONGEST_TOKEN]):
        if start >= longest:
            break
        if stop > longest:
            return start or stop
    return longest


def _up_to_space(text: str) -> str:
    end = text.rfind(" ", len(text) // 2)
    return text[:end] if end > 0 else ""


def _from_space(text: str) -> str:
    start = text.find(" ", 0, len(text) // 2)
    return text[start + 1 :] if start >= 0 else ""
