"""The Gemini API: `generateContent` and `streamGenerateContent`."""

from collections.abc import Iterator
from typing import Any

from renkei.testing.models.api import Api, Event, numbers
from renkei.testing.models.script import Body, Reply, Request

STATUSES = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 429: "RESOURCE_EXHAUSTED"}
"""The API's name for a status of HTTP."""


def _answer(reply: Reply, request: Request) -> Body:
    parts: list[dict[str, Any]] = [{"text": reply.say}] if reply.say else []
    if reply.call:
        parts.append({"functionCall": {"name": reply.call, "args": reply.arguments_for(request.new)}})
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": reply.stop or "STOP", "index": 0}
    usage = {
        "promptTokenCount": reply.input_tokens,
        "candidatesTokenCount": reply.output_tokens,
        "totalTokenCount": reply.input_tokens + reply.output_tokens,
    }
    made = {"modelVersion": request.model, "responseId": f"response-{next(numbers)}"}
    return {"candidates": [candidate], "usageMetadata": usage, **made}


def _events(answer: Body, reply: Reply) -> Iterator[Event]:
    """Yield a reply as a chunk for each of its parts; only the last says why the model stops."""
    (candidate,) = answer["candidates"]
    parts = candidate["content"]["parts"]
    for part in parts[:-1]:
        yield "", answer | {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}]}
    yield "", answer | {"candidates": [candidate | {"content": {"role": "model", "parts": parts[-1:]}}]}


def _error(reply: Reply) -> Body:
    status = STATUSES.get(reply.status, "INTERNAL")
    return {"error": {"code": reply.status, "message": reply.say, "status": status}}


GEMINI = Api(
    name="gemini",
    path=r"/models/(?P<model>[^/:]+):(?:generateContent|(?P<stream>streamGenerateContent))",
    conversation="contents",
    texts=("parts", "text", "functionResponse", "response", "output", "result", "error"),
    is_reply=lambda one: one.get("role") == "model",
    answer=_answer,
    events=_events,
    error=_error,
    count_path=r":countTokens",
    count_member="totalTokens",
)
