"""Estimate token counts; the estimate should never be below the exact count for the texts that teams write.

Characters divided by four is 64 % too low for Japanese. This estimate splits a text as byte-pair tokenizers do (a word
with the mark or space before it, digits in groups of three, runs of marks, white space) and looks up the cost of each
piece in a small vocabulary. It is tested against cl100k_base and o200k_base; for a model whose tokenizer needs more,
`renkei.budget.tokens.calibration` learns the factor.

The vocabulary (`pieces.json`, written by `tools/pieces.py`) is shared by two public tokenizers. It contains whole
tokens only, so a known piece costs 1. Any other piece is divided greedily into the longest known pieces. A character
that starts no known piece costs as much as the most expensive character of its block of 64 code points, or else its
bytes in UTF-8.
"""

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import resources
from typing import Any

_BLOCK = 64
# Byte-pair merging sometimes needs one token more than greedy division, and more than that for random letters.
_MARGIN = 0.5
_UNLIKE = 0.15
_HUMPS = re.compile(r"[^A-Za-z]*[A-Z]?[a-z]+|[^A-Za-z]*[A-Z]+(?![a-z])|[^A-Za-z]+|[A-Z]")

Counter = Callable[[str], int]
"""Returns the number of tokens of a text, never negative."""

_CJK = "ぁ-ヿ一-鿿"

# A line with the following lines that begin with white space. No piece continues past a line feed followed by anything
# else, so the pieces of a text are those of its paragraphs.
_PARAGRAPH = re.compile(r"[^\n]*(?:\n(?=\s)[^\n]*)*\n?")

_LONGEST_KEPT = 500


@cache
def _known() -> frozenset[str]:
    return frozenset(_table()["pieces"])


@cache
def _worst() -> dict[int, int]:
    """Return for each block of characters the highest number of tokens of a single character."""
    return {ord(first) // _BLOCK: int(most) for most, firsts in _table()["blocks"].items() for first in firsts}


@cache
def _table() -> dict[str, Any]:
    text = resources.files("renkei.budget").joinpath("pieces.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


@lru_cache(maxsize=8192)
def _reach(first: str) -> int:
    """Return the length of the longest known piece that begins with a character; 0 for none. The pieces are sorted."""
    pieces = _table()["pieces"]
    begin, end = bisect_left(pieces, first), bisect_left(pieces, first + chr(sys.maxunicode))
    return max(map(len, pieces[begin:end]), default=0)


@lru_cache(maxsize=65536)
def cost(piece: str) -> float:
    """Return the tokens of a piece: 1 for a known one, for others an estimate on the high side."""
    if piece in _known():
        return 1.0
    parts = max(_divided(piece), sum(map(_divided, _HUMPS.findall(piece))))
    return parts if piece[1:] in _known() else parts + _MARGIN + (parts * _UNLIKE if piece.isascii() else 0)


def _divided(piece: str) -> int:
    """Return the tokens of a piece divided greedily into the longest known pieces."""
    known = _known()
    start = total = 0
    while start < len(piece):
        farthest = min(len(piece), start + _reach(piece[start]))
        end = next((end for end in range(farthest, start, -1) if piece[start:end] in known), None)
        total += _character(piece[start]) if end is None else 1
        start = start + 1 if end is None else end
    return total


def _character(character: str) -> int:
    return _worst().get(ord(character) // _BLOCK, len(character.encode(errors="replace")))


@cache
def _piece() -> re.Pattern[str]:
    """Return the pattern of a piece, compiled on first use: compiling takes longer than importing this module."""
    return re.compile(
        r" ?[A-Za-z]++(?=[\x00-\x7f]|\Z)"  # as the words below, but faster for ASCII
        rf"|[{_CJK}]"
        r"|'(?:[sdmtSDMT]|ll|LL|ve|VE|re|RE)"
        rf"|(?:[^\r\n\w]|_)?[^\W\d_{_CJK}]+"
        r"|\d{1,3}"
        r"| ?(?:[^\s\w]|[_\x1c-\x1f])+[\r\n]*"  # Python counts U+001C to U+001F as white space, tokenizers do not
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    )


def estimate(text: str) -> int:
    """Return the estimated number of tokens of a text, rounded up."""
    if len(text) <= _LONGEST_KEPT and text.find("\n", 0, -1) < 0:
        return int(_kept(text) + 0.999)
    return int(
        sum(_kept(line) if len(line) <= _LONGEST_KEPT else _cost(line) for line in _PARAGRAPH.findall(text)) + 0.999
    )


def _cost(text: str) -> float:
    return sum(map(cost, _piece().findall(text)))


_kept = lru_cache(maxsize=4096)(_cost)
"""The costs of the newest short texts: most lines of a context are in the next one as well."""
