"""Trailers of commit messages: for `git blame` and `git log`, they name the contract, the agent and who accepted it."""

from collections.abc import Iterable

from renkei.wording.visible import one_line

CONTRACT = "Renkei-Contract"
AGENT = "Renkei-Agent"
DECIDED_BY = "Renkei-Decided-By"


def with_trailers(text: str, contracts: Iterable[str] = (), agent: str = "", decided_by: str = "") -> str:
    """Return a commit message with its trailers; without any, the text alone."""
    named = [*((CONTRACT, one) for one in contracts), (AGENT, agent), (DECIDED_BY, decided_by)]
    lines = [f"{name}: {one_line(value)}" for name, value in named if value]
    return "\n".join([text, "", *lines] if lines else [text])
