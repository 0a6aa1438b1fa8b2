"""The Messages API of Anthropic."""

from collections.abc import Iterator
from typing import Any

from renkei.edges.team.models.message_stream import message_stream
from renkei.testing.models.api import Api, Event, numbers
from renkei.testing.models.script import Body, Reply, Request

ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
"""The API's name for a status of HTTP."""


def _answer(reply: Reply, request: Request) -> Body:
    number = next(numbers)
    content: list[dict[str, Any]] = [{"type": "text", "text": reply.say}] if reply.say else []
    if reply.call:
        arguments = reply.arguments_for(request.new)
        content.append({"type": "tool_use", "id": f"toolu_{number}", "name": reply.call, "input": arguments})
    cached = {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": request.model,
        "content": content,
        "stop_reason": reply.stop or ("tool_use" if reply.call else "end_turn"),
        "stop_sequence": None,
        "usage": {"input_tokens": reply.input_tokens, "output_tokens": reply.output_tokens, **cached},
    }


def _events(answer: Body, reply: Reply) -> Iterator[Event]:
    return message_stream(answer, reply.json)


def _error(reply: Reply) -> Body:
    return {"type": "error", "error": {"type": ERRORS.get(reply.status, "api_error"), "message": reply.say}}


MESSAGES = Api(
    name="messages",
    path=r"/messages",
    conversation="messages",
    texts=("content", "text"),
    is_reply=lambda one: one.get("role") == "assistant",
    answer=_answer,
    events=_events,
    error=_error,
    count_path=r"/messages/count_tokens",
    count_member="input_tokens",
)
