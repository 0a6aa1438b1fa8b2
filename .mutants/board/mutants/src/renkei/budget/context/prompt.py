"""A conversation with a model as it grows: what stands in front of it, and what was appended turn by turn.

A value: appending gives a new one, and what was there before stays as it was to the byte, so that the provider's prompt
cache holds. Marks say up to where it shall be cached: after what stands in front, and after the newest message. It is
data in the form of the Messages API (https://platform.claude.com/docs/en/build-with-claude/prompt-caching); nothing
here talks to a provider.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from renkei.budget.context.build import Context
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.budget.tokens.model_info import model_info

MARK = {"type": "ephemeral"}
"""The mark of the API for "cache up to here"."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands in front (`system`), the messages, and whether the last context changed what stands in front."""

    system: str = ""
    entries: tuple[ChatMessage, ...] = ()
    renewed: bool = False

    def add(self, context: Context) -> "Prompt":
        """Append what an agent reads at its next turn; a changed contract changes what stands in front."""
        renewed = bool(self.system) and context.system != self.system
        return replace(
            self, system=context.system, entries=(*self.entries, ChatMessage("user", context.text)), renewed=renewed
        )

    def answer(self, text: str) -> "Prompt":
        """Append what the model said."""
        return replace(self, entries=(*self.entries, ChatMessage("assistant", text)))

    def tokens(self, count: Counter = estimate) -> int:
        """Count the whole conversation."""
        return count(self.system) + sum(count(entry.text) for entry in self.entries)

    def blocks(self, model: str = "", count: Counter = estimate) -> dict[str, Any]:
        """Give `system` and `messages` for the Messages API, with cache marks.

        A part that is shorter than a known `model` caches gets no mark, which would be in vain.
        """
        known = model_info(model) if model else None
        least = known.smallest_cacheable.tokens if known and known.smallest_cacheable else 0
        messages = [{"role": entry.role, "content": [_text(entry.text)]} for entry in self.entries]
        if messages and self.tokens(count) >= least:
            messages[-1] = {"role": self.entries[-1].role, "content": [_text(self.entries[-1].text, marked=True)]}
        return {"system": [_text(self.system, marked=count(self.system) >= least)], "messages": messages}


def _text(text: str, marked: bool = False) -> dict[str, Any]:
    return {"type": "text", "text": text} | ({"cache_control": MARK} if marked else {})
