"""The Messages API of the scripted model, as Claude Code, the Claude Agent SDK and OpenCode call it."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from agents.scripted_model import Handler, ModelServer, Request, Step, texts

_ids = count(1)

TEXTS = ("content", "text")
"""The members of a request that hold texts."""


class MessagesHandler(Handler):
    """Answers `/v1/messages`, as one JSON document or as events, and `/v1/messages/count_tokens`."""

    def answer(self, path: str, request: Request) -> None:
        """Answer one request with the script's next step."""
        if path.endswith("/count_tokens"):
            self.write_json({"input_tokens": len(json.dumps(request)) // 4})
        elif path.endswith("/messages"):
            text = new_text(request)
            step = self.script.reply(request, text, bool(request.get("tools")))
            if step.raw:
                self.write_raw(step)
                return
            if step.status != 200:
                self.write_json(_error(step), step.status, step.headers)
                return
            message = _message(step, text, request["model"])
            if request.get("stream"):
                self.write_events(list(_events(message, step)), cut=step.cut)
            else:
                self.write_json(message)
        else:
            self.do_GET()


class MessagesServer(ModelServer):
    """A server of the Messages API."""

    handler = MessagesHandler


def new_text(request: Request) -> str:
    """Return the text of the messages after the model's last reply, as it is, without the escapes of JSON."""
    messages = request["messages"]
    last = max((index for index, one in enumerate(messages) if one["role"] == "assistant"), default=-1)
    return "\n".join(texts(messages[last + 1 :], TEXTS))


def _message(step: Step, shown: str, model: str) -> dict[str, Any]:
    number = next(_ids)
    content: list[dict[str, Any]] = [{"type": "text", "text": step.say}] if step.say else []
    if step.call:
        arguments = step.arguments_for(shown)
        content.append({"type": "tool_use", "id": f"toolu_{number}", "name": step.call, "input": arguments})
    usage = {"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": step.stop or ("tool_use" if step.call else "end_turn"),
        "stop_sequence": None,
        "usage": usage,
    }


def _error(step: Step) -> dict[str, Any]:
    return {"type": "error", "error": {"type": ERRORS.get(step.status, "api_error"), "message": step.say}}


ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def _events(message: dict[str, Any], step: Step) -> Iterator[tuple[str, Any]]:
    def event(kind: str, **data: Any) -> tuple[str, Any]:
        return kind, {"type": kind, **data}

    yield event("message_start", message=message | {"content": [], "stop_reason": None})
    yield event("ping")
    for index, block in enumerate(message["content"]):
        is_text = block["type"] == "text"
        empty = block | ({"text": ""} if is_text else {"input": {}})
        yield event("content_block_start", index=index, content_block=empty)
        delta = (
            {"type": "text_delta", "text": block["text"]}
            if is_text
            else {"type": "input_json_delta", "partial_json": step.json or json.dumps(block["input"])}
        )
        yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=stop, usage=message["usage"])
    yield event("message_stop")


def shown(request: Request) -> str:
    """Return the text of all messages of a request."""
    return "\n".join(texts(request["messages"], TEXTS))
