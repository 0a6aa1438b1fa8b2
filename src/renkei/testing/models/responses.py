"""The Responses API of OpenAI."""

import json
import re
from collections.abc import Iterator
from typing import Any

from renkei.testing.models.api import Api, Event, numbers
from renkei.testing.models.chat_completions import openai_error
from renkei.testing.models.script import Body, Reply, Request

GIVEN = ("message", "function_call_output", "custom_tool_call_output", "tool_search_output")
"""The kinds of items that a model is given; the others are its own."""

NO_DETAILS = {
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}


def _answer(reply: Reply, request: Request) -> Body:
    number = next(numbers)
    total = {"total_tokens": reply.input_tokens + reply.output_tokens}
    usage = {"input_tokens": reply.input_tokens, "output_tokens": reply.output_tokens, **total, **NO_DETAILS}
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1_767_600_000,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": request.model,
        "output": list(_items(reply, request, number)),
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": request.body.get("tools") or [],
        "top_p": 1.0,
        "usage": usage,
    }


def _items(reply: Reply, request: Request, number: int) -> Iterator[dict[str, Any]]:
    if reply.say:
        content = [{"type": "output_text", "text": reply.say, "annotations": []}]
        yield {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": content}
    if not reply.call:
        return
    named = {"call_id": f"call_{number}", "name": reply.call, "status": "completed"}
    if reply.input:
        yield {"type": "custom_tool_call", "id": f"ctc_{number}", **named, "input": reply.input}
        return
    namespace, _, named["name"] = reply.call.rpartition(".")
    arguments = reply.json or json.dumps(reply.arguments_for(request.new), ensure_ascii=False)
    more = {"namespace": namespace} if namespace else {}
    yield {"type": "function_call", "id": f"fc_{number}", **named, **more, "arguments": arguments}


def _events(answer: Body, reply: Reply) -> Iterator[Event]:
    """Yield the events of a reply, numbered: each item begins, grows and ends."""
    begun = answer | {"status": "in_progress", "output": [], "usage": None}
    events: list[Event] = [("response.created", {"response": begun}), ("response.in_progress", {"response": begun})]
    for index, item in enumerate(answer["output"]):
        place: Body = {"output_index": index}
        empty, inner = (_message if item["type"] == "message" else _call)(item)
        events.append(("response.output_item.added", {**place, "item": empty}))
        events += [(kind, {**place, "item_id": item["id"], **data}) for kind, data in inner]
        events.append(("response.output_item.done", {**place, "item": item}))
    events.append(("response.completed", {"response": answer}))
    yield from ((kind, {"type": kind, "sequence_number": at, **data}) for at, (kind, data) in enumerate(events))


def _message(item: Body) -> tuple[Body, list[Event]]:
    (part,) = item["content"]
    place: Body = {"content_index": 0}
    events: list[Event] = [("response.content_part.added", {**place, "part": {**part, "text": ""}})]
    for word in re.findall(r"\S+\s*", part["text"]):
        events.append(("response.output_text.delta", {**place, "delta": word, "logprobs": []}))
    events.append(("response.output_text.done", {**place, "text": part["text"], "logprobs": []}))
    events.append(("response.content_part.done", {**place, "part": part}))
    return {**item, "status": "in_progress", "content": []}, events


def _call(item: Body) -> tuple[Body, list[Event]]:
    name, kind = ("input", "custom_tool_call_input") if "input" in item else ("arguments", "function_call_arguments")
    done = {"name": item["name"], name: item[name]} if name == "arguments" else {name: item[name]}
    return {**item, "status": "in_progress", name: ""}, [
        (f"response.{kind}.delta", {"delta": item[name]}),
        (f"response.{kind}.done", done),
    ]


RESPONSES = Api(
    name="responses",
    path=r"/responses",
    conversation="input",
    texts=("content", "text", "output"),
    is_reply=lambda one: one.get("type", "message") not in GIVEN or one.get("role") == "assistant",
    answer=_answer,
    events=_events,
    error=openai_error,
)
