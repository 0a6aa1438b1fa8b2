"""What a piece of text costs in tokens, by a small vocabulary that two public tokenizers have in common.

The vocabulary (`pieces.json`, written by `tools/pieces.py`) holds whole tokens only, so a piece that is in it
costs one. Any other is divided by the longest known pieces from its beginning; a character that no piece holds costs
what the worst of its neighbours costs, at most its bytes.
"""

import json
import re
from functools import cache, lru_cache
from importlib import resources

_BLOCK = 64
# Byte-pair merging sometimes ends with a token more than the longest pieces do, and more in letters that are no words.
_MARGIN = 0.5
_UNLIKE = 0.15
_HUMPS = re.compile(r"[^A-Za-z]*[A-Z]?[a-z]+|[^A-Za-z]*[A-Z]+(?![a-z])|[^A-Za-z]+|[A-Z]")


@cache
def _known() -> frozenset[str]:
    return frozenset(_table()["pieces"])


@cache
def _worst() -> dict[int, int]:
    """Give for blocks of characters the most tokens that one of them takes."""
    return {ord(first) // _BLOCK: int(most) for most, firsts in _table()["blocks"].items() for first in firsts}


@cache
def _table() -> dict[str, dict[str, str]]:
    text = resources.files("renkei.budget").joinpath("pieces.json").read_text(encoding="utf-8")
    table: dict[str, dict[str, str]] = json.loads(text)
    return table


@cache
def _reach() -> dict[str, int]:
    """Give how long the longest known piece is that begins with a character."""
    found: dict[str, int] = {}
    for piece in _known():
        found[piece[0]] = max(found.get(piece[0], 0), len(piece))
    return found


@lru_cache(maxsize=65536)
def cost(piece: str) -> float:
    """Give what a piece costs in tokens: 1 for a known one, for others a guess on the high side."""
    if piece in _known():
        return 1.0
    parts = max(_divided(piece), sum(map(_divided, _HUMPS.findall(piece))))
    return parts if piece[1:] in _known() else parts + _MARGIN + (parts * _UNLIKE if piece.isascii() else 0)


def _divided(piece: str) -> int:
    known, reach, at, total = _known(), _reach(), 0, 0
    while at < len(piece):
        farthest = min(len(piece), at + reach.get(piece[at], 0))
        end = next((end for end in range(farthest, at, -1) if piece[at:end] in known), at)
        total += 1 if end > at else _character(piece[at])
        at = max(end, at + 1)
    return total


def _character(character: str) -> int:
    return _worst().get(ord(character) // _BLOCK, len(character.encode(errors="replace")))
