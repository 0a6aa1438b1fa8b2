"""The port of a language model: one method, in the form of the Messages API.

A conversation is a list of messages in that API's format. So the largest provider needs no conversion, and a stored
conversation can be read without this program. A class for another provider converts at its edge.

A model's name may begin with its provider: `openai:NAME` is a model on a server with the OpenAI chat API; a name
without a provider is a Claude model.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, field
from functools import reduce
from operator import add
from typing import Any

from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.wording.values import quote

Block = Mapping[str, Any]
"""A block of a message: `text`, `tool_use` or `tool_result`."""

ChatMessage = Mapping[str, Any]
"""A message of a conversation: its `role`, and its `content` as blocks."""

CUT_OFF = "the answer reached its limit of tokens inside this call"
"""Why a call is not run if its arguments may be incomplete."""

SPARE = 100
"""Levels of nesting reserved for the documents that contain arguments."""


@frozen
class ModelUsage:
    """Tokens of one request, as the provider reports them."""

    input: int = 0
    """Tokens read and charged in full."""
    output: int = 0
    cache_read: int = 0
    cache_written: int = 0

    def __add__(self, other: "ModelUsage") -> "ModelUsage":
        return ModelUsage(*map(add, astuple(self), astuple(other)))

    @property
    def total(self) -> int:
        """All tokens of the request."""
        return self.input + self.output + self.cache_read + self.cache_written


@frozen
class ToolCall:
    """A model's request to call a tool. `problem`: why its arguments could not be read, or ""."""

    id: str
    name: str
    arguments: Mapping[str, Any]
    problem: str = ""


@frozen
class ModelAnswer:
    """A model's answer. `stop` is why it stopped, such as `end_turn`, `tool_use`, `max_tokens` or `refusal`.

    `problems`: for calls whose arguments could not be read, the reason by id.
    """

    content: tuple[Block, ...]
    stop: str
    usage: ModelUsage
    problems: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text of the answer."""
        return "\n".join(one["text"] for one in self.content if one["type"] == "text")

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The requested tool calls."""
        return tuple(
            ToolCall(one["id"], one["name"], one["input"], self.problems.get(one["id"], ""))
            for one in self.content
            if one["type"] == "tool_use"
        )


def read_arguments(text: str, cut: bool = False) -> tuple[Mapping[str, Any], str]:
    """Return a call's arguments, and why they could not be read. `cut`: the answer ended inside the call.

    Arguments that cannot be stored, such as NaN or half of a character, are rejected: a conversation must be storable.
    """
    if cut:
        return {}, CUT_OFF
    try:
        found = json.loads(text or "{}")
        json.dumps(reduce(lambda inner, _: [inner], range(SPARE), found), ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        return {}, "the arguments hold half of a character"
    except ValueError as error:
        return {}, f"the arguments are not JSON: {error}"
    except RecursionError:
        return {}, "the arguments are nested too deeply"
    return (found, "") if isinstance(found, dict) else ({}, "the arguments are not an object")


@frozen
class ToolSpec:
    """A tool as the model sees it. `schema` is the JSON Schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


@frozen
class ModelRequest:
    """A request to a model. `tools` and `system` stay the same between requests, so that they are cached."""

    system: str
    messages: Sequence[ChatMessage]
    tools: Sequence[ToolSpec]


def ignore_text(text: str) -> None:
    """Ignore streamed text."""


class Model(ABC):
    """A language model of a provider. Threads may share it."""

    name: str

    @abstractmethod
    def answer(self, request: ModelRequest, on_text: Callable[[str], None] = ignore_text) -> ModelAnswer:
        """Return the answer to a request; `on_text` is called with its text as it is streamed.

        Raises ModelUnavailableError if the request may succeed later, ModelRefusedError if it never will, and
        ConversationTooLongError if a shorter conversation would.
        """


def _claude(name: str) -> Model:
    from renkei.edges.team.models.claude import ClaudeModel  # the SDK takes a second to import

    return ClaudeModel(name)


def _openai(name: str) -> Model:
    from renkei.edges.team.models.openai_chat import OpenAIChatModel

    return OpenAIChatModel(name)


PROVIDERS: dict[str, Callable[[str], Model]] = {"claude": _claude, "openai": _openai}
"""The function that creates the models of each provider."""


def find_model(name: str) -> Model:
    """Return the model of a name, such as `claude-sonnet-5-5` or `openai:qwen3`.

    Raises BadValueError if letters before a colon are not a provider. `qwen3:8b` is a name without a provider.
    """
    provider, colon, rest = name.partition(":")
    if provider in PROVIDERS and colon:
        return PROVIDERS[provider](rest)
    if colon and provider.isalpha():
        hint = f"Providers: {', '.join(PROVIDERS)}. For a model of Claude's API with this name, write claude:{name}."
        raise BadValueError(path="/model", got=name, problem=f"there is no provider {quote(provider)}", hint=hint)
    return PROVIDERS["claude"](name)
