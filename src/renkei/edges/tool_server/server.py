"""The server: answers the requests of the Model Context Protocol from the tables of tools, resources and prompts.

It serves both eras of the protocol. A refusal is the one shape of errors, the same JSON in the text and in the
structured content, because programs show their model only one of them. A text for the model has no structured content.
"""

from collections.abc import Awaitable, Callable, Sequence
from threading import Event
from typing import Any

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from renkei.agent_tools.mcp import mcp_result, mcp_tool
from renkei.agent_tools.refusals import refusal
from renkei.agent_tools.tool import Answer, Tool
from renkei.agent_tools.tools import TOOLS
from renkei.agent_tools.turn_tools import WaitForWork
from renkei.edges.tool_server.hook_tool import Answering, answer_hook, hook_tool
from renkei.edges.tool_server.resources import DOCUMENTS, PROMPTS, find
from renkei.errors import RenkeiError, SessionTakenError
from renkei.project.turns.session import Session

Context = Any
"""The MCP library's data about a request."""

Waiting = Callable[[Session, float], Awaitable[str]]
"""Waits for work, at most so many seconds, and returns the text for the agent."""

Wake = Callable[[str, float], Awaitable[str | None]]
"""Returns why an agent should take a turn; None after so many seconds."""

MOST_THREADS = 1_000
"""How many threads of one server may wait at the same time."""


def create_server(
    session: Callable[[Context], Session],
    instructions: str,
    version: str,
    *,
    waiting: Waiting | None = None,
    hook: Answering = answer_hook,
    hooks: bool = False,
) -> Server[Any]:
    """Return a server; `session` returns that of the agent whose request is answered, from the request's data.

    `hooks`: those of the program give the agent its news, so the tools are described without asking for it.
    """
    answers = _Answers(session, (*TOOLS, hook_tool(hook)), waiting or wait_in_thread(), hooks)
    return Server(
        "renkei",
        version=version,
        instructions=instructions,
        on_list_tools=answers.list_tools,
        on_call_tool=answers.call_tool,
        on_list_resources=answers.list_resources,
        on_list_resource_templates=answers.list_templates,
        on_read_resource=answers.read_resource,
        on_list_prompts=answers.list_prompts,
        on_get_prompt=answers.get_prompt,
    )


class _Answers:
    """The answers to the requests of the protocol."""

    def __init__(
        self, session: Callable[[Context], Session], tools: Sequence[Tool], waiting: Waiting, hooks: bool
    ) -> None:
        self._session = session
        self._tools = {one.name: one for one in tools}
        self._waiting = waiting
        self._hooks = hooks

    async def list_tools(self, context: Context, request: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[mcp_tool(one, hooks=self._hooks) for one in self._tools.values()])

    async def call_tool(self, context: Context, request: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(request.name)
        if tool is None:
            known = ", ".join(one.name for one in self._tools.values() if not one.hidden)
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {request.name!r}. Tools: {known}.")
        try:
            return mcp_result(await self._call(self._session(context), tool, request.arguments or {}))
        except SessionTakenError as error:
            return mcp_result("{}") if tool.hidden else mcp_result(refusal(error), is_error=True)
        except RenkeiError as error:
            return mcp_result(refusal(error), is_error=True)

    async def _call(self, session: Session, tool: Tool, values: dict[str, Any]) -> Answer:
        arguments = tool.parse(values)
        if isinstance(arguments, WaitForWork):
            return await self._waiting(session, arguments.timeout_s)
        return await run_sync(_in_turn, session, tool, arguments)

    async def list_resources(self, context: Context, request: Any) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=one.address, name=one.name, description=one.description, mime_type=one.media_type)
            for one in DOCUMENTS
            if not one.is_family
        ]
        return types.ListResourcesResult(resources=found)

    async def list_templates(self, context: Context, request: Any) -> types.ListResourceTemplatesResult:
        found = [
            types.ResourceTemplate(
                uri_template=one.address, name=one.name, description=one.description, mime_type=one.media_type
            )
            for one in DOCUMENTS
            if one.is_family
        ]
        return types.ListResourceTemplatesResult(resource_templates=found)

    async def read_resource(
        self, context: Context, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        found = find(request.uri)
        if found is None:
            known = ", ".join(one.address for one in DOCUMENTS)
            data = {"uri": request.uri}
            raise MCPError(types.INVALID_PARAMS, f"There is no resource {request.uri!r}. Resources: {known}.", data)
        document, part = found
        text = await self._text(context, document.read, part, uri=request.uri)
        content = types.TextResourceContents(uri=request.uri, mime_type=document.media_type, text=text)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(self, context: Context, request: Any) -> types.ListPromptsResult:
        found = [
            types.Prompt(
                name=one.name,
                description=one.description,
                arguments=[
                    types.PromptArgument(name=name, description=meaning, required=True)
                    for name, meaning in one.arguments.items()
                ],
            )
            for one in PROMPTS
        ]
        return types.ListPromptsResult(prompts=found)

    async def get_prompt(self, context: Context, request: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = next((one for one in PROMPTS if one.name == request.name), None)
        if prompt is None:
            known = ", ".join(one.name for one in PROMPTS)
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt {request.name!r}. Prompts: {known}.")
        text = await self._text(context, prompt.text, request.arguments or {})
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    async def _text(self, context: Context, read: Callable[[Session, Any], str], given: Any, **data: str) -> str:
        """Return a text; a refusal becomes an error of the protocol, since these answers have no place for one."""
        try:
            return await run_sync(read, self._session(context), given)
        except RenkeiError as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {**refusal(error), **data}) from None


def _in_turn(session: Session, tool: Tool, arguments: Any) -> Answer:
    """Call a tool. Before a model's call it is found out whether its turn was taken over, and the lease is renewed."""
    if not tool.hidden:
        session.renew()
    return tool.call(session, arguments)


def wait_in_thread() -> Waiting:
    """Return a function that waits in a separate thread. A cancelled call's thread ends within a few seconds."""
    limiter = anyio.CapacityLimiter(MOST_THREADS)

    async def wait(session: Session, seconds: float) -> str:
        cancelled = Event()
        try:
            return await run_sync(session.wait, seconds, cancelled.is_set, abandon_on_cancel=True, limiter=limiter)
        finally:
            cancelled.set()

    return wait


def wait_with(wake: Wake) -> Waiting:
    """Return a function that waits for `wake`, which watches the log for many agents."""

    async def wait(session: Session, seconds: float) -> str:
        await run_sync(session.rest)
        return session.woken(await wake(session.agent, seconds))

    return wait
