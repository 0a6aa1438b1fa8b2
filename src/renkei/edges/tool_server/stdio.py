"""The tool server on standard input and output: one process, one agent."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import anyio
from mcp.server.stdio import stdio_server

from renkei import __version__
from renkei.edges.tool_server.hook_tool import Answering, answer_hook
from renkei.edges.tool_server.instructions import instructions
from renkei.edges.tool_server.server import create_server
from renkei.project.project import Project
from renkei.project.turns.session import Session


def serve_stdio(
    project: Project,
    agent: str,
    hook: Answering = answer_hook,
    beside: Callable[[Session], AbstractContextManager[None]] = lambda session: nullcontext(),
    *,
    hooks: bool = False,
) -> None:
    """Serve an agent until standard input ends; raises UnknownActorError. `beside` is entered while it is served.

    `hooks`: those of the program give the agent its news.
    """
    session = Session(project, agent)
    told = instructions(project.state.locale, agent, hooks=hooks)
    server = create_server(lambda _: session, told, __version__, hook=hook, hooks=hooks)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    try:
        with beside(session):
            anyio.run(run)
    finally:
        session.close()
