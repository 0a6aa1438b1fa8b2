"""The tokens of a turn, as coding agents report them with their answer."""

from renkei.acp.received import Data, object_of

NAMES = (
    ("inputTokens", "input_tokens"),
    ("outputTokens", "output_tokens"),
    ("cachedReadTokens", "cached_read_tokens"),
    ("cachedWriteTokens", "cached_write_tokens"),
)
"""Tokens read, written, read from the cache and written to it: in ACP's `usage`, and as Gemini CLI names them."""


def usage_of(answer: Data) -> tuple[int, int, int, int] | None:
    """Return the tokens of a turn: read, written, read from the cache, and written to it; None if they are not told."""
    quota = object_of(object_of(answer.get("_meta")).get("quota"))
    usage = object_of(answer.get("usage")) or object_of(quota.get("token_count"))
    found = [next((usage[name] for name in names if isinstance(usage.get(name), int)), None) for names in NAMES]
    if all(one is None for one in found):
        return None
    read, written, cached, cached_written = (one or 0 for one in found)
    return read, written, cached, cached_written
