"""The tool server on standard input and output: one process, one agent."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext

import anyio
from mcp.server.stdio import stdio_server

from renkei import __version__
from renkei.edges.tool_server.hook_tool import Answering, answer_hook
from renkei.edges.tool_server.instructions import instructions
from renkei.edges.tool_server.server import Context, create_server
from renkei.errors import SessionTakenError
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.texts.say import say


def no_seat() -> None:
    """Let any number of sessions act as the agent, by turns."""


def _alone(session: Session) -> AbstractContextManager[None]:
    return nullcontext()


def serve_stdio(
    project: Project,
    agent: str,
    hook: Answering = answer_hook,
    beside: Callable[[Session], AbstractContextManager[None]] = _alone,
    *,
    hooks: bool = False,
    take_seat: Callable[[], None] = no_seat,
) -> None:
    """Serve an agent until standard input ends; raises UnknownActorError. `beside` is entered while it is served.

    `hooks`: those of the program give the agent its news. `take_seat` raises SessionTakenError while another session
    acts as the agent: this one says so, and its tools refuse, until it takes the seat with a later call.
    """
    session = Session(project, agent)
    told = instructions(project.state.locale, agent, hooks=hooks)
    entered = ExitStack()
    is_seated = False

    def acting(context: Context = None) -> Session:
        nonlocal is_seated
        take_seat()
        if not is_seated:
            is_seated = True
            entered.enter_context(beside(session))
        return session

    try:
        acting()
    except SessionTakenError as error:
        told = say(project.state.locale, "session.taken", **error.details)

    server = create_server(acting, told, __version__, hook=hook, hooks=hooks)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    try:
        with entered:
            anyio.run(run)
    finally:
        session.close()
