"""Chat Completions: the API of OpenAI that most servers of language models have."""

import json
import re
from collections.abc import Iterator
from typing import Any

from renkei.testing.models.api import Api, Event, numbers
from renkei.testing.models.script import Body, Reply, Request


def _answer(reply: Reply, request: Request) -> Body:
    number = next(numbers)
    message: dict[str, Any] = {"role": "assistant", "content": reply.say or None, "refusal": None}
    if reply.call:
        arguments = reply.json or json.dumps(reply.arguments_for(request.new), ensure_ascii=False)
        function = {"name": reply.call, "arguments": arguments}
        message["tool_calls"] = [{"id": f"call_{number}", "type": "function", "function": function}]
    finish = reply.stop or ("tool_calls" if reply.call else "stop")
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_767_600_000,
        "model": request.model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": {
            "prompt_tokens": reply.input_tokens,
            "completion_tokens": reply.output_tokens,
            "total_tokens": reply.input_tokens + reply.output_tokens,
        },
    }


def _events(answer: Body, reply: Reply) -> Iterator[Event]:
    """Yield the chunks of a reply: words of text, calls in two parts, then the end and the usage."""
    chunk = {name: answer[name] for name in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    choice = answer["choices"][0]

    def piece(delta: Body, finish: str | None = None) -> Event:
        return "", chunk | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": None}

    yield piece({"role": "assistant", "content": ""})
    for word in re.findall(r"\S+\s*", choice["message"]["content"] or ""):
        yield piece({"content": word})
    for index, call in enumerate(choice["message"].get("tool_calls", ())):
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        half = len(arguments) // 2
        begun = {"id": call["id"], "type": "function", "function": {"name": name, "arguments": arguments[:half]}}
        yield piece({"tool_calls": [{"index": index, **begun}]})
        yield piece({"tool_calls": [{"index": index, "function": {"arguments": arguments[half:]}}]})
    yield piece({}, choice["finish_reason"])
    yield "", chunk | {"choices": [], "usage": answer["usage"]}
    yield "", "[DONE]"


def openai_error(reply: Reply) -> Body:
    """Return an error as the APIs of OpenAI write it."""
    return {"error": {"message": reply.say, "type": "invalid_request_error", "param": None, "code": reply.status}}


CHAT_COMPLETIONS = Api(
    name="chat_completions",
    path=r"/chat/completions",
    conversation="messages",
    texts=("content", "text"),
    is_reply=lambda one: one.get("role") == "assistant",
    answer=_answer,
    events=_events,
    error=openai_error,
    instructions=("system", "developer"),
)
