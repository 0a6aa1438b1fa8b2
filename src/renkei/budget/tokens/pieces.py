"""Estimate the tokens of one piece of text, with a small vocabulary shared by two public tokenizers.

The vocabulary (`pieces.json`, written by `tools/pieces.py`) contains whole tokens only, so a known piece costs 1. Any
other piece is divided greedily into the longest known pieces. A character that starts no known piece costs as much as
the most expensive character of its block of 64 code points, or else its bytes in UTF-8.
"""

import json
import re
import sys
from bisect import bisect_left
from functools import cache, lru_cache
from importlib import resources
from typing import Any

_BLOCK = 64
# Byte-pair merging sometimes needs one token more than greedy division, and more than that for random letters.
_MARGIN = 0.5
_UNLIKE = 0.15
_HUMPS = re.compile(r"[^A-Za-z]*[A-Z]?[a-z]+|[^A-Za-z]*[A-Z]+(?![a-z])|[^A-Za-z]+|[A-Z]")


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
