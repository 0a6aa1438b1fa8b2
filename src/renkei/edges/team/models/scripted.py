"""Models that play a script, to try, show and test a team without a key or a network.

The script is a file. A server on loopback plays it in the format of the Messages API, so the team runs through its
provider's SDK as with real models. The conversation in a request determines the next answer, so a team whose process
was killed continues where it was.
"""

import json
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, get_args

import anthropic

from renkei.edges.team.models.claude import ClaudeModel
from renkei.edges.team.models.message_stream import message_stream
from renkei.edges.team.models.model import Model
from renkei.edges.team.models.script_file import Reply, Script
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

CHARACTERS_PER_TOKEN = 4
"""Characters per token in the reported usage."""

ENDING = "I have nothing to do now."
"""A model's answer when no scene matches its input."""

IN_DOUBT = {
    say(locale, f"teammate.{key}") for locale in get_args(Locale) for key in ("interrupted", "turn_lost", "storage")
}
"""Results that say a call may have happened or not."""

UNREAD = "Read it with `read_file`"
"""Part of the error for changing a file that was not read since the process began."""

LOOKING = Reply(call="TaskList")
LOOK_SUFFIX = "_look"
"""Suffix of the id of a call that looks for a task, or reads a file, before another call is repeated."""

_CALL = re.compile(r"toolu_(\d+)_(\d+)_(\d+)(_look)?")


class ScriptedModels:
    """The models of a script during a block; a team uses its `find_model`."""

    def __init__(self, script: Script) -> None:
        handler = type("Handler", (_Handler,), {"script": script})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._ended = False
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        """The server's address, for `$ANTHROPIC_BASE_URL`."""
        self._answers = anthropic.Anthropic(base_url=self.url, api_key="scripted")

    def find_model(self, name: str) -> Model:
        """Return a model; the server chooses its script by the member that asks."""
        return ClaudeModel(name, client=self._answers)

    def __enter__(self) -> "ScriptedModels":
        Thread(target=self._serve, name="renkei-scripted", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended = True
        self._answers.close()
        waiting = ("127.0.0.1", self._server.server_port)
        socket.create_connection(waiting).close()  # the server waits for the next connection

    def _serve(self) -> None:
        """Accept requests until the block ends."""
        with self._server:
            while not self._ended:
                self._server.handle_request()


class _Handler(BaseHTTPRequestHandler):
    """Answers `POST /v1/messages`."""

    script: Script
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: Any) -> None:
        """Write nothing to the terminal."""

    def do_POST(self) -> None:
        """Answer one request with the events of a streamed message."""
        request = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
        reply, name = next_reply(self.script, request)
        events = _events(reply, name, request)
        body = "".join(f"event: {kind}\ndata: {json.dumps(one)}\n\n" for kind, one in events).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def next_reply(script: Script, request: Mapping[str, Any]) -> tuple[Reply, str]:
    """Return the answer to a request, and the id of its call.

    A call that may or may not have happened is repeated, after looking for its task on the task board, or after reading
    its file if a new process must read it before a change.
    """
    scenes, messages = script.get(_speaker(script, request), ()), request["messages"]
    said = [block for one in messages if one["role"] == "assistant" for block in one["content"]]
    calls = [found for one in said if (found := _CALL.fullmatch(one.get("id", "")))]
    new = messages[-1]["content"]
    results = [one["content"] for one in new if one["type"] == "tool_result"]
    if calls and results:
        scene, number = int(calls[-1][1]), int(calls[-1][2])
        if (after := _after(scenes[scene].then, number, calls[-1][4] == LOOK_SUFFIX, results[-1])) is not None:
            reply, number = after
            looks = reply is not scenes[scene].then[number]
            return reply, f"toolu_{scene}_{number}_{len(calls)}{LOOK_SUFFIX if looks else ''}"
    played = {int(one[1]) for one in calls}
    texts = {one["text"] for one in said if one["type"] == "text"}
    text = _texts(new)
    for index, one in enumerate(scenes):
        is_played = index in played or one.then[0].say in texts
        if one.when in text and (one.again or not is_played):
            return one.then[0], f"toolu_{index}_0_{len(calls)}"
    return Reply(say=ENDING), ""


def _after(replies: Sequence[Reply], number: int, looked: bool, result: str) -> tuple[Reply, int] | None:
    """Return the answer to a result and its number; None at the end of a scene."""
    made = replies[number]
    if looked:
        number += made.call == "TaskCreate" and made.arguments["subject"] in result
    elif UNREAD in result and "path" in made.arguments:
        return Reply(call="read_file", arguments={"path": made.arguments["path"]}), number
    elif result in IN_DOUBT:
        return (LOOKING if made.call == "TaskCreate" else made), number
    else:
        number += 1
    return (replies[number], number) if number < len(replies) else None


def _speaker(script: Mapping[str, Any], request: Mapping[str, Any]) -> str:
    """Return the member that asks: the first one named in its system prompt."""
    system = "\n".join(one["text"] for one in request["system"])
    places = {
        one: found.start() for one in script if (found := re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", system))
    }
    return min(places, key=lambda one: places[one], default="")


def _texts(content: Any) -> str:
    """Return the texts of a message's blocks, including results."""
    if isinstance(content, str):
        return content
    return "\n".join(_texts(one.get("content", one.get("text", ""))) for one in content)


def _events(reply: Reply, name: str, request: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the events of a streamed answer, each with its name."""
    content: list[dict[str, Any]] = [{"type": "text", "text": reply.say}] if reply.say else []
    written = len(reply.say)
    if reply.call:
        content.append({"type": "tool_use", "id": name, "name": reply.call, "input": reply.arguments})
        written += len(json.dumps(reply.arguments, ensure_ascii=False))
    message = {"id": "msg_scripted", "type": "message", "role": "assistant", "model": request["model"]}
    stop = {"stop_reason": "tool_use" if reply.call else "end_turn", "stop_sequence": None}
    read = len(json.dumps(request, ensure_ascii=False)) // CHARACTERS_PER_TOKEN
    usage = {"input_tokens": read, "output_tokens": written // CHARACTERS_PER_TOKEN}
    return message_stream({**message, "content": content, **stop, "usage": usage})
