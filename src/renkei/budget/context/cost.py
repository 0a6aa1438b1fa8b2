"""Compare the cost of an agent's turns with two simple alternatives: the full transcript, resent or cached.

Costs are in tokens of uncached input. A growing conversation is read from the provider's cache and written to it
(prices relative to uncached input: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#pricing).
"""

from dataclasses import dataclass

from renkei.budget.context.build import Rendering

READ, WRITE = 0.1, 1.25
"""The price of a token read from the cache, and of one written to it, relative to an uncached token."""


@dataclass
class CostTracker:
    """The cost of one agent's turns so far.

    `read`: of the contexts that it read. `naive`: of the full transcript resent at each turn. `cached`: of the full
    transcript appended to a cached conversation.
    """

    turns: int = 0
    read: float = 0.0
    naive: float = 0.0
    cached: float = 0.0
    _prompt: int = 0
    _transcript: int = 0

    def turn(self, transcript: int, context: int, rendering: Rendering = "delta") -> None:
        """Add a turn: the tokens of the whole transcript so far, and those of the context that the agent read.

        A delta is appended to the agent's conversation; a snapshot starts a new one.
        """
        self.turns += 1
        self.naive += transcript
        self.cached += READ * self._transcript + WRITE * (transcript - self._transcript)
        self._transcript = transcript
        before = self._prompt if rendering == "delta" else 0
        self.read += READ * before + (WRITE if rendering == "delta" else 1) * context
        self._prompt = before + context

    def news(self, context: int) -> None:
        """Add the tokens of news within a turn, which is appended to the agent's conversation."""
        self.read += READ * self._prompt + WRITE * context
        self._prompt += context

    def answer(self, tokens: int) -> None:
        """Add the agent's answer: it becomes part of its conversation and is written to the cache."""
        self.read += (WRITE - READ) * tokens
        self._prompt += tokens

    def reset(self) -> None:
        """Start a new conversation: its system prompt has changed, so nothing of it is cached."""
        self._prompt = 0
