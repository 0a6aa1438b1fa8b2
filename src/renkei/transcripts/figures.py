"""The figures of an audit as text."""

from collections.abc import Iterator

from renkei.transcripts.audit import Cost


def duration(seconds: float) -> str:
    """Return a duration in its two largest units, such as `4 s`, `3 min 20 s` or `2 h 5 min`."""
    whole = round(seconds)
    if seconds < 1:
        return "< 1 s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86_400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86_400} d {whole % 86_400 // 3600} h"


def cost_lines(cost: Cost) -> Iterator[tuple[str, str]]:
    """Yield what a figure is, and the figure."""
    usage = cost.usage
    if usage.requests:
        share = round(100 * usage.cached / usage.input) if usage.input else 0
        reported = f"{usage.requests:,} requests, {share} % from the provider's cache"
        yield f"read by the models, as reported: {reported}", f"{usage.input:,}"
        yield "written by the models", f"{usage.output:,}"
    yield f"all messages so far, sent again at each of {cost.turns:,} turns", f"{cost.resent:,}"
    yield "the same, appended to a conversation that the provider caches", f"{cost.cached:,}"
    yield "renkei's contexts for the same turns", f"{cost.contexts:,}"
