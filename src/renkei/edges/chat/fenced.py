"""A message as a block in a text, for chats that carry only text."""

import json
import re
from collections.abc import Mapping
from typing import Any

FENCE = "```renkei"
FENCE_END = "```"

LONGEST_TOKEN = len("false")
"""Most characters of a JSON token outside of strings, which a line break can cut."""

CUT_STRING = ("Unterminated string", "Invalid \\uXXXX escape")
"""The start of JSON's error for a text that ends within a string."""

_BLOCK = re.compile(r"^```renkei[ \t]*\n(.*?)\n?^```[ \t]*$", re.DOTALL | re.MULTILINE)


def fenced(data: Mapping[str, Any]) -> str:
    """Return a message as a fenced block of JSON."""
    return f"{FENCE}\n{json.dumps(data, ensure_ascii=False)}\n```"


def split_block(block: str, limit: int) -> list[str]:
    """Return a fenced block as parts of at most `limit` bytes, whose concatenation is the block.

    No part ends with a blank, as some chats drop those.
    """
    parts: list[str] = []
    while block:
        part = block.encode()[:limit].decode(errors="ignore")
        parts.append(part.rstrip(" ") or part)
        block = block[len(parts[-1]) :]
    return parts


def may_continue(begun: str, text: str) -> bool:
    """Return whether a text can continue a block's JSON object that begins with `begun`."""
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
    """Return the JSON of a text's only fenced block; None unless there is exactly one."""
    found = _BLOCK.findall(text)
    return found[0] if len(found) == 1 else None
