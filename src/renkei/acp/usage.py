"""The tokens of a turn, as coding agents report them with their answer."""

from renkei.acp.received import Data, object_of


def usage_of(answer: Data) -> tuple[int, int, int, int] | None:
    """Return the tokens of a turn: read, written, read from the cache, and written to it; None if they are not told."""
    usage = object_of(answer.get("usage")) or _quota(answer)
    names = ("inputTokens", "outputTokens", "cachedReadTokens", "cachedWriteTokens")
    found = [usage.get(one) for one in names]
    if not any(isinstance(one, int) for one in found):
        return None
    read, written, cached, cached_written = (one if isinstance(one, int) else 0 for one in found)
    return read, written, cached, cached_written


def _quota(answer: Data) -> Data:
    """Return what Gemini CLI tells in a member of its own, under the protocol's names."""
    count = object_of(object_of(object_of(answer.get("_meta")).get("quota")).get("token_count"))
    return {"inputTokens": count.get("input_tokens"), "outputTokens": count.get("output_tokens")}
