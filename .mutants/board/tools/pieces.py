"""Writes the pieces that the token estimate knows: the commonest tokens that two public tokenizers have in common.

    python tools/pieces.py

The tokenizers are cl100k_base and o200k_base as bpe-openai (MIT) gives them. The file is part of the project; this
needs to run again only when more or other pieces are wanted.
"""

import json
import re
import warnings
from pathlib import Path
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import bpe_openai

    ENCODINGS = [bpe_openai.get_encoding(name) for name in ("cl100k_base", "o200k_base")]

TARGET = Path(__file__).parents[1] / "src" / "renkei" / "budget" / "pieces.json"
PIECES = 40_000
LONGEST = 16
IN_A_PATH = re.compile(r"[/_.-][A-Za-z]+$")
BLOCK = 64
PLANES = range(0x800, 0x20000, BLOCK)


def tokens(encoding: Any) -> dict[str, int]:
    """Give the tokens that are whole texts, with their rank (low is common)."""
    found: dict[str, int] = {}
    for rank in range(100_256 if encoding is ENCODINGS[0] else 199_998):
        try:
            text = encoding.decode([rank])
        except (UnicodeDecodeError, ValueError):
            continue
        if text and "\ufffd" not in text:
            found[text] = rank
    return found


def pieces() -> list[str]:
    """Give the commonest tokens of both; all that are not ASCII, for they are few, and all that paths are made of."""
    first, second = (tokens(encoding) for encoding in ENCODINGS)
    ranks = {text: max(rank, second[text]) for text, rank in first.items() if text in second and len(text) <= LONGEST}
    common = sorted(ranks, key=ranks.__getitem__)
    return sorted({*common[:PIECES], *(text for text in common if not text.isascii() or IN_A_PATH.match(text))})


def blocks() -> dict[str, str]:
    """Give the blocks of 64 characters of which none takes more than one, two or three tokens, by their first."""
    found: dict[str, str] = {"1": "", "2": "", "3": ""}
    for start in PLANES:
        if not 0xD800 <= start < 0xE000:
            texts = [chr(start + i) for i in range(BLOCK)]
            most = max(len(encoding.encode(text)) for encoding in ENCODINGS for text in texts)
            if most < len(chr(start).encode()):
                found[str(most)] += chr(start)
    return found


if __name__ == "__main__":
    table = {"pieces": pieces(), "blocks": blocks()}
    TARGET.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
