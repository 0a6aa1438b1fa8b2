"""The chat completions of the scripted model: the form in which most servers of language models can be asked."""

import json
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from agents.scripted_model import Handler, ModelServer, Request, Step

_ids = count(1)


class ChatHandler(Handler):
    """Answers `/v1/chat/completions`, as a stream of pieces where one is asked for."""

    def answer(self, path: str, request: Request) -> None:
        """Answer one request with the script's next step."""
        if not path.endswith("/chat/completions"):
            self.do_GET()
            return
        text = new_text(request)
        step = self.script.reply(request, text, bool(request.get("tools")))
        if step.raw:
            self.write_raw(step)
            return
        if step.status != 200:
            self.write_json({"error": {"message": step.say, "code": step.status}}, step.status, step.headers)
            return
        done = _completion(step, text, request["model"])
        if request.get("stream"):
            self.write_events([("", one) for one in _pieces(done)], cut=step.cut)
        else:
            self.write_json(done)


class ChatServer(ModelServer):
    """A server of the OpenAI chat form."""

    handler = ChatHandler


def new_text(request: Request) -> str:
    """Return the text of the messages after the model's last reply."""
    messages = request["messages"]
    last = max((index for index, one in enumerate(messages) if one["role"] == "assistant"), default=0)
    return "\n".join(one["content"] for one in messages[last + 1 :])


def _completion(step: Step, text: str, model: str) -> dict[str, Any]:
    number = next(_ids)
    message: dict[str, Any] = {"role": "assistant", "content": step.say or None}
    if step.call:
        arguments = step.arguments(text) if callable(step.arguments) else dict(step.arguments)
        function = {"name": step.call, "arguments": step.json or json.dumps(arguments)}
        message["tool_calls"] = [{"id": f"call_{number}", "type": "function", "function": function}]
    choice = {"index": 0, "message": message, "finish_reason": step.stop or ("tool_calls" if step.call else "stop")}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    return {"id": f"chat_{number}", "object": "chat.completion", "model": model, "choices": [choice], "usage": usage}


def _pieces(done: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an answer as the chunks of a stream: words of text, calls in two parts, then the end and the usage."""
    message, finish = done["choices"][0]["message"], done["choices"][0]["finish_reason"]
    deltas: list[dict[str, Any]] = [{"content": one} for one in re.findall(r"\S+\s*", message["content"] or "")]
    for index, call in enumerate(message.get("tool_calls", ())):
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        half = len(arguments) // 2
        begun = {"index": index, "id": call["id"], "function": {"name": name, "arguments": arguments[:half]}}
        deltas += [
            {"tool_calls": [begun]},
            {"tool_calls": [{"index": index, "function": {"arguments": arguments[half:]}}]},
        ]
    chunk = {"id": done["id"], "object": "chat.completion.chunk", "model": done["model"]}
    for delta in deltas:
        yield chunk | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}], "usage": None}
    yield chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
    yield chunk | {"choices": [], "usage": done["usage"]}
