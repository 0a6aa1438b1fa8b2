"""A coding agent that plays a script over ACP, with every fault that such a program has.

It is run as a process: `scripted_agent.py --script FILE`, a file of YAML or JSON:

    start: [STEP, …]                  before it answers anything: `die`, `stderr`, `raw`, `silent`, `spawn`
    initialize: {version: 99, load: false, modes: [ask, plan], http: false, auth: [login], session: ID,
                 error: {code: …, message: …}}
    new_session: [STEP, …]            before the answer, such as {error: {code: -32000, message: sign in}}
    load_session: [STEP, …]           before the answer: what it replays, or an error
    replayed_late: [STEP, …]          what it replays after the answer, before it reads on
    set_mode: [STEP, …]
    prompts:                          a prompt takes the first entry not taken yet whose `when` stands in its text
      - {when: TEXT, again: true, steps: [STEP, …], stop: end_turn, usage: {…}, later: [STEP, …]}

`later` is done after the answer to the prompt. A step is an object with one member, named as a method of `Steps`. What
happened is appended to FILE.seen, one JSON object a line, so that a process that starts again takes the prompts that
are left, and a test can read what the agent was asked. `find` keeps a part of the last text, of a prompt or an answer
of a tool, as a variable: `$NAME` in later steps.
"""

import argparse
import asyncio
import json
import os
import re
import signal
import string
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import yaml
from acp.connection import StreamDirection, StreamEvent

from acp import PROTOCOL_VERSION, AgentSideConnection, RequestError, schema, stdio_streams

Step = dict[str, Any]

OPTIONS = ({"kind": "allow_once"}, {"kind": "allow_always"}, {"kind": "reject_once"})
"""What a permission offers if the script names nothing else; an option's id and name are its kind."""


class Agent:
    """The agent's side of the protocol: answers each request as the script says."""

    def __init__(self, script: dict[str, Any], seen: Path) -> None:
        self.script = script
        self.tools: dict[str, Any] = {}
        self.later: list[tuple[str, list[Step]]] = []
        self._left: Sequence[Step] = ()
        self._seen = seen
        lines = seen.read_text().splitlines() if seen.exists() else ()
        self._taken = {one["taken"] for one in map(json.loads, lines) if "taken" in one}
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._after: list[asyncio.Task[Any]] = []

    def on_connect(self, connection: AgentSideConnection) -> None:
        """Keep the connection to the client."""
        self.client = connection

    def note(self, **facts: Any) -> None:
        """Append to the file of what happened."""
        with self._seen.open("a") as file:
            file.write(json.dumps(facts, ensure_ascii=False) + "\n")

    async def initialize(self, protocol_version: int, **more: Any) -> schema.InitializeResponse:
        """Say what it can do."""
        told = self.script.get("initialize", {})
        self.note(initialize=protocol_version, pid=os.getpid(), cwd=str(Path.cwd()))
        if "error" in told:
            raise RequestError(**told["error"])
        return schema.InitializeResponse(
            protocol_version=told.get("version", PROTOCOL_VERSION),
            agent_info=schema.Implementation(name="scripted-agent", version="1.0"),
            agent_capabilities=schema.AgentCapabilities(
                load_session=told.get("load", True),
                mcp_capabilities=schema.McpCapabilities(http=told.get("http", True)),
            ),
            auth_methods=[schema.AuthMethodAgent(id=one, name=one) for one in told.get("auth", ())],
        )

    async def new_session(self, cwd: str, mcp_servers: Any = None, **more: Any) -> schema.NewSessionResponse:
        """Begin a session."""
        session = f"session-{os.getpid()}-{len(self.tools) + 1}"
        self.tools[session] = mcp_servers or []
        self.note(new_session=session, cwd=cwd, servers=_dumped(mcp_servers))
        await Steps(self, session).play(self.script.get("new_session", ()))
        session = self.script.get("initialize", {}).get("session", session)
        return schema.NewSessionResponse.model_construct(session_id=session, modes=self._modes())

    async def load_session(
        self, cwd: str, session_id: str, mcp_servers: Any = None, **more: Any
    ) -> schema.LoadSessionResponse:
        """Go on with a session, after its updates of before."""
        self.tools[session_id] = mcp_servers or []
        self.note(load_session=session_id, cwd=cwd, servers=_dumped(mcp_servers))
        await Steps(self, session_id).play(self.script.get("load_session", ()))
        self._left = self.script.get("replayed_late", ())
        return schema.LoadSessionResponse(modes=self._modes())

    async def set_session_mode(self, mode_id: str, session_id: str, **more: Any) -> None:
        """Change the mode of a session."""
        await self._replay(session_id)
        self.note(mode=mode_id)
        await Steps(self, session_id).play(self.script.get("set_mode", ()))

    async def authenticate(self, method_id: str, **more: Any) -> None:
        """Sign in."""
        self.note(authenticate=method_id)

    async def prompt(self, prompt: Sequence[Any], session_id: str, **more: Any) -> schema.PromptResponse:
        """Play the steps of the first entry that fits."""
        await self._replay(session_id)
        text = "\n".join(getattr(one, "text", "") for one in prompt)
        entry = self._take(text)
        self.note(prompt=text, session=session_id)
        steps = Steps(self, session_id, text)
        running = asyncio.ensure_future(steps.play(entry.get("steps", ())))
        self._running[session_id] = running
        stop = entry.get("stop", "end_turn")
        try:
            await running
        except asyncio.CancelledError:
            stop = "cancelled"
        self.later.append((session_id, entry.get("later", [])))
        usage = schema.Usage.model_validate(entry["usage"]) if "usage" in entry else None
        return schema.PromptResponse(stop_reason=stop, usage=usage)

    async def cancel(self, session_id: str, **more: Any) -> None:
        """End the prompt that a session plays."""
        self.note(cancel=session_id)
        if session_id in self._running:
            self._running[session_id].cancel()

    def sent(self, event: StreamEvent) -> None:
        """Play what comes after an answer to a prompt, once it was sent."""
        result = event.message.get("result")
        if event.direction is StreamDirection.OUTGOING and isinstance(result, dict) and "stopReason" in result:
            for session, steps in self.later:
                self._after.append(asyncio.ensure_future(Steps(self, session).play(steps)))
            self.later.clear()

    async def _replay(self, session: str) -> None:
        steps, self._left = self._left, ()
        await Steps(self, session).play(steps)

    def _take(self, text: str) -> dict[str, Any]:
        for index, entry in enumerate(self.script.get("prompts", ())):
            if index not in self._taken and entry.get("when", "") in text:
                if not entry.get("again"):
                    self._taken.add(index)
                    self.note(taken=index)
                return dict(entry)
        return {"steps": [{"say": "Nothing to do."}]}

    def _modes(self) -> schema.SessionModeState | None:
        modes = self.script.get("initialize", {}).get("modes")
        if not modes:
            return None
        known = [schema.SessionMode(id=one, name=one) for one in modes]
        return schema.SessionModeState(current_mode_id=modes[0], available_modes=known)


class Steps:
    """The steps of a script, each a method that takes the value of its member."""

    def __init__(self, agent: Agent, session: str, text: str = "") -> None:
        self.agent, self.session, self.text = agent, session, text
        self.variables: dict[str, str] = {}

    async def play(self, steps: Sequence[Step]) -> None:
        """Do one step after the other."""
        for step in steps:
            for name, value in step.items():
                await getattr(self, name)(self._filled(value))

    async def say(self, text: str) -> None:
        """Say a text, in one chunk; a list of texts in several."""
        for one in [text] if isinstance(text, str) else text:
            await self._update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": one})

    async def think(self, text: str) -> None:
        """Show a thought."""
        await self._update(sessionUpdate="agent_thought_chunk", content={"type": "text", "text": text})

    async def tool(self, call: Step) -> None:
        """Begin a tool call: id, title, kind, status, paths, diff, output, rawInput, rawOutput."""
        await self._update(sessionUpdate="tool_call", **_tool_call(call))

    async def progress(self, call: Step) -> None:
        """Tell more of a tool call: any of its members, and its id."""
        await self._update(sessionUpdate="tool_call_update", **_tool_call(call))

    async def plan(self, entries: Sequence[Any]) -> None:
        """Show a plan: texts, or entries with content, status and priority."""
        usual = {"priority": "medium", "status": "pending"}
        told = [usual | ({"content": one} if isinstance(one, str) else one) for one in entries]
        await self._update(sessionUpdate="plan", entries=told)

    async def usage(self, used: Step) -> None:
        """Tell what the session has used: used, size, cost."""
        await self._update(sessionUpdate="usage_update", **used)

    async def mode(self, mode: str) -> None:
        """Change its mode by itself."""
        await self._update(sessionUpdate="current_mode_update", currentModeId=mode)

    async def update(self, update: Step) -> None:
        """Send an update as it stands in the script, such as one of an unknown kind."""
        await self._update(**update)

    async def permission(self, asked: Step) -> None:
        """Ask for a tool call (as in `tool`), then play `then` if it was allowed and `otherwise` if not."""
        told = [{"optionId": one["kind"], "name": one["kind"]} | one for one in asked.pop("options", OPTIONS)]
        branches = {True: asked.pop("then", ()), False: asked.pop("otherwise", ())}
        call = {"sessionId": self.session, "toolCall": _tool_call(asked), "options": told}
        outcome = (await self.request({"method": "session/request_permission", "params": call}))["outcome"]
        self.agent.note(permission=asked.get("title", ""), outcome=outcome)
        kinds = {one["optionId"]: one["kind"] for one in told}
        await self.play(branches[kinds.get(outcome.get("optionId"), "").startswith("allow")])

    async def read(self, path: str) -> None:
        """Read a file through the client; its text is the last text."""
        path = str(Path.cwd() / path)
        try:
            found = await self.agent.client.read_text_file(path=path, session_id=self.session)
        except RequestError as error:
            self.agent.note(read=path, error=error.to_error_obj())
        else:
            self.text = found.content
            self.agent.note(read=path, content=found.content)

    async def write(self, file: Step) -> None:
        """Write a file through the client: path, content."""
        path = str(Path.cwd() / file["path"])
        try:
            await self.agent.client.write_text_file(path=path, content=file["content"], session_id=self.session)
        except RequestError as error:
            self.agent.note(write=path, error=error.to_error_obj())
        else:
            self.agent.note(write=path)

    async def edit(self, file: Step) -> None:
        """Write a file itself: path, content."""
        (Path.cwd() / file["path"]).write_text(file["content"])

    async def run(self, command: str) -> None:
        """Run a command itself; its output is the last text."""
        process = await asyncio.create_subprocess_shell(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = (await process.communicate())[0].decode()

    async def call(self, tool: Step) -> None:
        """Call a tool of the first server of tools: tool, arguments; its answer is the last text."""
        async with _tools(self.agent.tools[self.session][0]) as client:
            result = await client.call_tool(tool["tool"], tool.get("arguments", {}))
        self.text = "\n".join(getattr(one, "text", "") for one in result.content)
        self.agent.note(called=tool["tool"], answer=self.text, error=bool(result.is_error))

    async def find(self, patterns: dict[str, str]) -> None:
        """Keep the first group of each pattern in the last text as a variable."""
        for name, pattern in patterns.items():
            found = re.search(pattern, self.text)
            if found is None:
                self.agent.note(not_found=pattern, text=self.text)
                raise RequestError.internal_error({"not_found": pattern})
            self.variables[name] = found[1]

    async def request(self, request: Step) -> Any:
        """Send a request as it stands in the script: method, params."""
        return await self.agent.client._conn.send_request(request["method"], request["params"])

    async def silent(self, _: Any) -> None:
        """Never go on, not even when it is cancelled."""
        while True:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    async def until_cancelled(self, _: Any) -> None:
        """Wait until it is cancelled."""
        await asyncio.Event().wait()

    async def hold(self, path: str) -> None:
        """Wait until somebody writes into a named pipe."""
        await asyncio.to_thread(Path(path).read_bytes)

    async def slow(self, seconds: float) -> None:
        """Take its time."""
        await asyncio.sleep(seconds)

    async def flood(self, count: int) -> None:
        """Send many updates, as fast as they are taken."""
        for number in range(count):
            await self.say(f"{number} ")

    async def big(self, size: int) -> None:
        """Say as many characters in one chunk."""
        await self.say("x" * size)

    async def stderr(self, size: int) -> None:
        """Write as many bytes to the standard error."""
        await asyncio.to_thread(os.write, 2, b"e" * (size - 1) + b"\n")

    async def raw(self, line: str) -> None:
        """Write a line as it is, such as one that is no JSON."""
        self.agent.writer.write(line.encode() + b"\n")
        await self.agent.writer.drain()

    async def stop_reading(self, lines: Sequence[str]) -> None:
        """Write lines in which `SESSION` is the session, and block: nothing is read, not even a cancel."""
        for line in lines:
            await self.raw(line.replace("SESSION", self.session))
        signal.pause()

    async def ask_many(self, count: int) -> None:
        """Ask for as many permissions at once."""
        await asyncio.gather(*(self.permission({"id": f"{one}", "title": f"ask {one}"}) for one in range(count)))

    async def ignore_cancel(self, _: Any) -> None:
        """Wait until it is cancelled, and end the turn as if it were not."""
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    async def error(self, error: Step) -> None:
        """Answer with an error: code, message, data."""
        raise RequestError(**error)

    async def spawn(self, output: str) -> None:
        """Start a process that never ends by itself; with `inherit`, it keeps the agent's output open."""
        kept = None if output == "inherit" else subprocess.DEVNULL
        child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], stdout=kept)
        self.agent.note(child=child.pid)

    async def die(self, status: int) -> None:
        """End at once, as a crash does."""
        os._exit(status)

    async def _update(self, **update: Any) -> None:
        params = {"sessionId": self.session, "update": update}
        await self.agent.client._conn.send_notification("session/update", params)

    def _filled(self, value: Any) -> Any:
        if isinstance(value, str):
            return string.Template(value).safe_substitute(self.variables)
        if isinstance(value, list):
            return [self._filled(one) for one in value]
        if isinstance(value, dict):
            return {name: self._filled(one) for name, one in value.items()}
        return value


def _tool_call(call: Step) -> dict[str, Any]:
    known = {"toolCallId": call["id"]} | {k: v for k, v in call.items() if k not in ("id", "paths", "diff", "output")}
    if "paths" in call:
        known["locations"] = [{"path": str(Path.cwd() / one)} for one in call["paths"]]
    content: list[dict[str, Any]] = []
    if "diff" in call:
        diff = call["diff"]
        path = str(Path.cwd() / diff["path"])
        content.append({"type": "diff", "path": path, "oldText": diff.get("old"), "newText": diff["new"]})
    if "output" in call:
        content.append({"type": "content", "content": {"type": "text", "text": call["output"]}})
    return known | ({"content": content} if content else {})


@asynccontextmanager
async def _tools(server: Any) -> AsyncIterator[Any]:
    # Half of its start would be spent on these imports.
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    if isinstance(server, schema.McpServerStdio):
        env = os.environ | {one.name: one.value for one in server.env}
        async with Client(StdioServerParameters(command=server.command, args=server.args, env=env)) as client:
            yield client
        return
    headers = {one.name: one.value for one in server.headers}
    async with (
        create_mcp_http_client(headers) as http,
        Client(streamable_http_client(server.url, http_client=http)) as client,
    ):
        yield client


def _dumped(servers: Any) -> list[Any]:
    return [one.model_dump(mode="json", by_alias=True) for one in servers or ()]


async def main() -> None:
    """Play the script until the client closes the standard input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--script", type=Path, required=True)
    path = parser.parse_args().script
    agent = Agent(yaml.safe_load(path.read_text()) or {}, Path(f"{path}.seen"))
    reader, agent.writer = await stdio_streams(limit=50 * 1024 * 1024)
    await Steps(agent, "").play(agent.script.get("start", ()))
    connection = AgentSideConnection(agent, agent.writer, reader, listening=False, observers=[agent.sent])
    await connection.listen()


if __name__ == "__main__":
    asyncio.run(main())
