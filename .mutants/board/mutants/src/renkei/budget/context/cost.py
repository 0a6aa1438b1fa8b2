"""What an agent's turns cost, three ways: what it read, all that was said sent anew each turn, and that cached.

Costs are in tokens of uncached input. A conversation that only grows is read from the provider's cache and written to
it (prices relative to uncached input: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#pricing).
"""

from dataclasses import dataclass

from renkei.budget.context.build import Rendering

READ, WRITE = 0.1, 1.25
"""What a token costs that the cache holds, and one that is written into it."""


@dataclass
class CostTracker:
    """One agent's turns so far: `read` is what they cost, `naive` and `cached` what the plain ways would have cost."""

    turns: int = 0
    read: float = 0.0
    naive: float = 0.0
    cached: float = 0.0
    _prompt: int = 0
    _history: int = 0

    def turn(self, history: int, given: int, rendering: Rendering = "delta") -> None:
        """Add a turn: the tokens of all that was said so far, and of what the agent got to read instead.

        A delta is appended to what it read before; a snapshot begins anew.
        """
        self.turns += 1
        self.naive += history
        self.cached += READ * self._history + WRITE * (history - self._history)
        self._history = history
        before = self._prompt if rendering == "delta" else 0
        self.read += READ * before + (WRITE if rendering == "delta" else 1) * given
        self._prompt = before + given

    def answer(self, tokens: int) -> None:
        """Add what the agent said to its conversation; the next turn finds it there, to be written to the cache."""
        self.read += (WRITE - READ) * tokens
        self._prompt += tokens

    def anew(self) -> None:
        """Begin the conversation anew: what stands in front of it has changed."""
        self._prompt = 0
