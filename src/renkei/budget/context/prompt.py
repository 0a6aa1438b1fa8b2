"""A growing conversation with a language model: its system prompt and the messages appended turn by turn.

A `Prompt` is a value: appending returns a new one whose earlier part is identical to the byte, so that the provider's
prompt cache applies. Cache marks follow the system prompt and the newest message. `blocks` has the form of the Messages
API (https://platform.claude.com/docs/en/build-with-claude/prompt-caching); nothing here sends a request.
"""

from typing import Any, Literal

from renkei.budget.context.build import Context
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.budget.tokens.model_info import model_info
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

MARK = {"type": "ephemeral"}
"""The API's mark for "cache up to here"."""


@frozen
class ChatMessage:
    """A message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@frozen
class Prompt:
    """The system prompt, the messages, and whether the last context changed the system prompt (`renewed`)."""

    system: str = ""
    entries: tuple[ChatMessage, ...] = ()
    renewed: bool = False

    def add(self, context: Context) -> "Prompt":
        """Return the prompt with the context of the agent's next turn appended and its system prompt updated."""
        renewed = bool(self.system) and context.system != self.system
        return replace(
            self, system=context.system, entries=(*self.entries, ChatMessage("user", context.text)), renewed=renewed
        )

    def answer(self, text: str) -> "Prompt":
        """Return the prompt with the model's answer appended."""
        return replace(self, entries=(*self.entries, ChatMessage("assistant", text)))

    def tokens(self, count: Counter = estimate) -> int:
        """Return the number of tokens of the whole conversation."""
        return count(self.system) + sum(count(entry.text) for entry in self.entries)

    def blocks(self, model: str = "", count: Counter = estimate) -> dict[str, Any]:
        """Return `system` and `messages` for the Messages API, with cache marks.

        When `model` is known, a prefix too short for its cache gets no mark: it would have no effect.
        """
        known = model_info(model) if model else None
        least = known.smallest_cacheable.tokens if known and known.smallest_cacheable else 0
        messages = [{"role": entry.role, "content": [_text(entry.text)]} for entry in self.entries]
        if messages and self.tokens(count) >= least:
            messages[-1] = {"role": self.entries[-1].role, "content": [_text(self.entries[-1].text, marked=True)]}
        return {"system": [_text(self.system, marked=count(self.system) >= least)], "messages": messages}


def _text(text: str, marked: bool = False) -> dict[str, Any]:
    return {"type": "text", "text": text} | ({"cache_control": MARK} if marked else {})
