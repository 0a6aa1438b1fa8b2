"""The Responses API of the scripted model, as Codex calls it."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from agents.scripted_model import Handler, ModelServer, Request, Step, texts

_ids = count(1)

TEXTS = ("content", "text", "output")
"""The members of a request that hold texts."""

GIVEN = ("message", "function_call_output", "custom_tool_call_output", "tool_search_output")
"""The kinds of items that a model is shown; the others are its own."""


class ResponsesHandler(Handler):
    """Answers `/v1/responses` as events."""

    def answer(self, path: str, request: Request) -> None:
        """Answer one request with the script's next step."""
        if not path.endswith("/responses"):
            self.do_GET()
            return
        text = new_text(request)
        events = list(_events(self.script.reply(request, text, bool(request.get("tools"))), text))
        if request.get("stream"):
            self.write_events(events)
        else:
            self.write_json(events[-1][1]["response"] | {"model": request["model"], "created_at": 0, "tools": []})


class ResponsesServer(ModelServer):
    """A server of the Responses API."""

    handler = ResponsesHandler


def new_text(request: Request) -> str:
    """Return the text of the items after the model's last reply, as it is, without the escapes of JSON."""
    items = request["input"]
    last = max((index for index, one in enumerate(items) if not _is_given(one)), default=-1)
    return "\n".join(texts(items[last + 1 :], TEXTS))


def shown(request: Request) -> str:
    """Return the text of all items of a request."""
    return "\n".join(texts(request["input"], TEXTS))


def _is_given(item: dict[str, Any]) -> bool:
    return item.get("type", "message") in GIVEN and item.get("role") != "assistant"


def _events(step: Step, text: str) -> Iterator[tuple[str, Any]]:
    number = next(_ids)
    response = {"id": f"resp_{number}", "object": "response", "status": "in_progress", "output": []}
    yield "response.created", {"type": "response.created", "response": response}
    items = list(_items(step, text, number))
    for index, item in enumerate(items):
        done = {"type": "response.output_item.done", "output_index": index, "item": item}
        yield "response.output_item.done", done
    usage = {"input_tokens": 10, "input_tokens_details": None, "output_tokens": 5, "total_tokens": 15}
    end = response | {"status": "completed", "output": items, "usage": usage}
    yield "response.completed", {"type": "response.completed", "response": end}


def _items(step: Step, text: str, number: int) -> Iterator[dict[str, Any]]:
    if step.say:
        content = [{"type": "output_text", "text": step.say, "annotations": []}]
        yield {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": content}
    if step.call and step.json:  # a tool whose input is no JSON, such as a patch
        call = {"type": "custom_tool_call", "id": f"ct_{number}", "call_id": f"call_{number}", "name": step.call}
        yield {**call, "status": "completed", "input": step.json}
    elif step.call:
        namespace, _, name = step.call.rpartition(".")
        arguments = step.arguments_for(text)
        call = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name}
        yield {**call, **({"namespace": namespace} if namespace else {}), "arguments": json.dumps(arguments)}
