"""Models on any server with the OpenAI chat API, such as OpenAI, vLLM, Ollama or a gateway."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request as HTTPRequest
from urllib.request import urlopen

from renkei.edges.retry_after import seconds_to_wait
from renkei.edges.team.errors import ConversationTooLongError, ModelRefusedError, ModelUnavailableError
from renkei.edges.team.models.model import (
    ChatMessage,
    Model,
    ModelAnswer,
    ModelRequest,
    ModelUsage,
    ignore_text,
    read_arguments,
)
from renkei.project.running.secrets import find_secret

STOPS = {"tool_calls": "tool_use", "length": "max_tokens", "content_filter": "refusal"}


class OpenAIChatModel(Model):
    """A model at `$OPENAI_BASE_URL`, with the key in `$OPENAI_API_KEY`."""

    def __init__(self, name: str, timeout: float = 600.0) -> None:
        self.name, self._timeout = name, timeout
        self._url = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1") + "/chat/completions"

    def answer(self, request: ModelRequest, on_text: Callable[[str], None] = ignore_text) -> ModelAnswer:
        """Return the streamed answer to a request."""
        messages = [{"role": "system", "content": request.system}]
        messages += [one for message in request.messages for one in _converted(message)]
        tools = [{"name": one.name, "description": one.description, "parameters": one.schema} for one in request.tools]
        given = {"model": self.name, "messages": messages, "stream": True, "stream_options": {"include_usage": True}}
        given |= {"tools": [{"type": "function", "function": one} for one in tools]} if tools else {}
        try:
            with urlopen(self._request(given), timeout=self._timeout) as response:  # noqa: S310 – the person's own server
                text, calls, finish, used = _read(response, on_text)
        except HTTPError as error:
            raise self._meaning(error) from error
        except (HTTPException, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise ModelUnavailableError(self.name, f"{type(error).__name__}: {error}") from error
        content: list[Any] = [{"type": "text", "text": text}] if text else []
        stop = STOPS.get(finish, "end_turn")
        problems: dict[str, str] = {}
        for number, call in enumerate(calls, 1):
            arguments, problem = read_arguments(call["arguments"], stop == "max_tokens" and number == len(calls))
            content.append({"type": "tool_use", "id": call["id"], "name": call["name"], "input": arguments})
            problems |= {call["id"]: problem} if problem else {}
        usage = ModelUsage(used.get("prompt_tokens", 0), used.get("completion_tokens", 0))
        return ModelAnswer(tuple(content), stop, usage, problems)

    def _request(self, given: dict[str, Any]) -> HTTPRequest:
        key = find_secret("OPENAI_API_KEY")
        headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}
        return HTTPRequest(self._url, json.dumps(given).encode(), headers)  # noqa: S310

    def _meaning(self, error: HTTPError) -> Exception:
        reason = f"HTTP {error.code}: {error.read(500).decode(errors='replace')}"
        if error.code in (408, 409, 429) or error.code >= 500:
            return ModelUnavailableError(self.name, reason, seconds_to_wait(error.headers.get("retry-after", "")))
        is_long = error.code == 413 or "context_length" in reason
        return (ConversationTooLongError if is_long else ModelRefusedError)(model=self.name, reason=reason)


def _read(
    lines: Iterable[bytes], on_text: Callable[[str], None]
) -> tuple[str, list[dict[str, str]], str, dict[str, Any]]:
    """Return text, calls, stop reason and usage of a streamed answer; raises ValueError if it is incomplete."""
    text, finish, calls, used = "", "", dict[str | int, dict[str, str]](), dict[str, Any]()
    for line in lines:
        if not line.startswith(b"data:") or line[5:].strip() == b"[DONE]":
            continue
        found = json.loads(line[5:])
        if found.get("error"):
            raise ValueError(found["error"])
        used = found.get("usage") or used
        for choice in found.get("choices") or ():
            finish, delta = choice.get("finish_reason") or finish, choice.get("delta") or {}
            if piece := delta.get("content"):
                text += piece
                on_text(piece)
            for one in delta.get("tool_calls") or ():
                _add_piece(calls, one)
    if not finish:
        raise ValueError("the answer ended in the middle")
    return text, list(calls.values()), finish, used


def _add_piece(calls: dict[str | int, dict[str, str]], piece: dict[str, Any]) -> None:
    """Add a piece to the call with its index. Some servers send no index; there, a new id begins another call."""
    key = piece.get("index")
    if key is None:
        key = piece.get("id") or next(reversed(calls), 0)
    call = calls.setdefault(key, {"id": "", "name": "", "arguments": ""})
    call["id"] = piece.get("id") or call["id"]
    for name in ("name", "arguments"):
        call[name] += (piece.get("function") or {}).get(name) or ""


def _converted(message: ChatMessage) -> Iterator[dict[str, Any]]:
    """Yield a message in the OpenAI format, with each tool result as a separate message."""
    blocks = message["content"]
    for one in blocks:
        if one["type"] == "tool_result":
            yield {"role": "tool", "tool_call_id": one["tool_use_id"], "content": one["content"]}
    text = "\n".join(one["text"] for one in blocks if one["type"] == "text")
    calls = [
        {"id": one["id"], "type": "function", "function": {"name": one["name"], "arguments": json.dumps(one["input"])}}
        for one in blocks
        if one["type"] == "tool_use"
    ]
    if text or calls:
        yield {"role": message["role"], "content": text} | ({"tool_calls": calls} if calls else {})
