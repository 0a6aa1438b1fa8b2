"""A message as a block in a text, for chats that carry nothing but text."""

import json
import re
from collections.abc import Mapping
from typing import Any

FENCE = "```renkei"
FENCE_END = "```"

LONGEST_TOKEN = len("false")
"""Characters of a token of JSON outside of strings, which a line can cut."""

CUT_STRING = ("Unterminated string", "Invalid \\uXXXX escape")
"""What begins the fault of JSON that ends within a string."""

_BLOCK = re.compile(r"^```renkei[ \t]*\n(.*?)\n?^```[ \t]*$", re.DOTALL | re.MULTILINE)


def fenced(data: Mapping[str, Any]) -> str:
    """Return a message as a fenced block of JSON."""
    return f"{FENCE}\n{json.dumps(data, ensure_ascii=False)}\n```"


def split_block(block: str, limit: int) -> list[str]:
    """Return a fenced block as parts of at most `limit` bytes, which joined are the block.

    No part ends with a blank, as some chats drop those.
    """
    parts: list[str] = []
    while block:
        part = block.encode()[:limit].decode(errors="ignore")
        parts.append(part.rstrip(" ") or part)
        block = block[len(parts[-1]) :]
    return parts


def may_continue(begun: str, text: str) -> bool:
    """Return whether a text can continue the JSON object of a block, of which the beginning is given."""
    joined = (begun + text).strip()
    if not joined.startswith("{"):
        return not joined
    try:
        json.loads(joined)
    except json.JSONDecodeError as error:
        is_cut = len(joined) - error.pos < LONGEST_TOKEN and error.msg != "Extra data"
        return is_cut or error.msg.startswith(CUT_STRING)
    except RecursionError:
        return False
    return True


def find_block(text: str) -> str | None:
    """Return the JSON of the only fenced block of a text; None when there is none, or several."""
    found = _BLOCK.findall(text)
    return found[0] if len(found) == 1 else None
