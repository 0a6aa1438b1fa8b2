"""Models of Anthropic, through its SDK: streaming, cache marks, and the meaning of its errors."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import anthropic
import httpx2
from anthropic.types import RawMessageStreamEvent

from renkei.edges.retry_after import seconds_to_wait
from renkei.edges.team.errors import ConversationTooLongError, KeyMissingError, ModelRefusedError, ModelUnavailableError
from renkei.edges.team.models.model import (
    Block,
    ChatMessage,
    Model,
    ModelAnswer,
    ModelRequest,
    ModelUsage,
    ignore_text,
    read_arguments,
)
from renkei.project.running.secrets import claude_secret

MARK = {"type": "ephemeral"}
LATER = (
    anthropic.RateLimitError,
    anthropic.InternalServerError,
    anthropic.APIConnectionError,
    anthropic.RequestTimeoutError,
    httpx2.TransportError,  # the SDK does not translate a connection that breaks inside an answer
)
"""Errors after which the same request may succeed later."""

OF_THE_STREAM = ("overloaded_error", "rate_limit_error", "api_error", "timeout_error")
"""Kinds of errors inside a stream, without a status code, after which the same request may succeed later."""


class ClaudeModel(Model):
    """A Claude model. Its key is that of `$ANTHROPIC_API_KEY`. The client reads its address from `$ANTHROPIC_BASE_URL`.

    The SDK retries twice; further failures are errors. Raises KeyMissingError.
    """

    def __init__(self, name: str, *, max_tokens: int = 16_000, client: anthropic.Anthropic | None = None) -> None:
        self.name = name
        self._max_tokens = max_tokens
        self._sdk = client or _sdk_for(name)

    def answer(self, request: ModelRequest, on_text: Callable[[str], None] = ignore_text) -> ModelAnswer:
        """Return the streamed answer to a request."""
        given: Any = {
            "model": self.name,
            "max_tokens": self._max_tokens,
            "system": [{"type": "text", "text": request.system, "cache_control": MARK}],
            "messages": _marked(request.messages),
            "tools": [
                {"name": one.name, "description": one.description, "input_schema": one.schema} for one in request.tools
            ],
        }
        try:
            with self._sdk.messages.create(**given, stream=True) as stream:
                answer = _read(stream, on_text)
        except (anthropic.AnthropicError, httpx2.TransportError) as error:
            raise self._meaning(error) from error
        except (ValueError, LookupError, TypeError, AttributeError) as error:  # such as the page of a proxy
            reason = f"its answer is not one of the Messages API: {type(error).__name__}: {error}"
            raise ModelUnavailableError(self.name, reason) from error
        if answer is None:
            raise ModelUnavailableError(self.name, "its answer ended in the middle")
        return answer

    def _meaning(self, error: Exception) -> Exception:
        """Return the project's error for an error of the SDK."""
        reason = next(iter(str(error).splitlines()), "") or type(error).__name__
        if isinstance(error, anthropic.APIStatusError) and not isinstance(error.body, dict):
            reason = f"HTTP {error.status_code}: {reason}"  # not an error of the API
        if isinstance(error, LATER) or getattr(error, "type", None) in OF_THE_STREAM:
            return ModelUnavailableError(self.name, reason, _retry_after(error))
        is_long = isinstance(error, anthropic.ContentTooLargeError) or "prompt is too long" in reason
        return (ConversationTooLongError if is_long else ModelRefusedError)(model=self.name, reason=reason)


def _sdk_for(model: str) -> anthropic.Anthropic:
    client = anthropic.Anthropic(**claude_secret())
    if client.api_key is None and client.auth_token is None and client.credentials is None:
        raise KeyMissingError(model=model, variable="ANTHROPIC_API_KEY")
    return client


def _read(events: Iterable[RawMessageStreamEvent], on_text: Callable[[str], None]) -> ModelAnswer | None:
    """Return the answer in a stream; None if the stream ends before the answer does.

    The SDK's own reader drops the whole answer if its arguments are not JSON, and completes arguments that were cut
    off.
    """
    blocks: dict[int, dict[str, Any]] = {}
    parts: dict[int, list[str]] = {}
    stop, used = "", {}
    for event in events:
        if event.type == "message_start":
            used = event.message.usage.model_dump(exclude_none=True)
        elif event.type == "content_block_start" and event.content_block.type in ("text", "tool_use"):
            blocks[event.index], parts[event.index] = event.content_block.model_dump(), []
        elif event.type == "content_block_delta" and event.delta.type == "text_delta":
            parts[event.index].append(event.delta.text)
            on_text(event.delta.text)
        elif event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            parts.get(event.index, []).append(event.delta.partial_json)
        elif event.type == "message_delta":
            stop = event.delta.stop_reason or ""
            used |= event.usage.model_dump(exclude_none=True)
        elif event.type == "message_stop":
            content, problems = _content(blocks, parts, cut=stop == "max_tokens")
            return ModelAnswer(content, stop, _usage(used), problems)
    return None


def _content(
    blocks: dict[int, dict[str, Any]], parts: dict[int, list[str]], *, cut: bool
) -> tuple[tuple[Block, ...], dict[str, str]]:
    """Return the blocks of an answer to keep in the conversation, and the problems of its calls."""
    found: list[Block] = []
    problems = {}
    for index, block in sorted(blocks.items()):
        text = "".join(parts[index])
        if block["type"] == "text" and text.strip():  # the API takes no blank text in a conversation
            found.append({"type": "text", "text": text})
        elif block["type"] == "tool_use":
            arguments, problem = read_arguments(text, cut and index == max(blocks))
            found.append({"type": "tool_use", "id": block["id"], "name": block["name"], "input": arguments})
            if problem:
                problems[block["id"]] = problem
    return tuple(found), problems


def _usage(used: dict[str, Any]) -> ModelUsage:
    return ModelUsage(
        used.get("input_tokens", 0),
        used.get("output_tokens", 0),
        used.get("cache_read_input_tokens", 0),
        used.get("cache_creation_input_tokens", 0),
    )


def _marked(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return the messages with a cache mark on the last block, so that the next request reads them from the cache."""
    *earlier, last = messages
    *blocks, end = last["content"]
    return [*earlier, {**last, "content": [*blocks, {**end, "cache_control": MARK}]}]


def _retry_after(error: Exception) -> float:
    """Return the seconds that a provider asks to wait, or 0."""
    response = getattr(error, "response", None)
    return seconds_to_wait(response.headers.get("retry-after", "")) if response is not None else 0.0
