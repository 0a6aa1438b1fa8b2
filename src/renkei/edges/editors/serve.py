"""Serves an editor on standard input and output until it ends, and nothing else is written there."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from acp.core import DEFAULT_STDIO_BUFFER_LIMIT_BYTES, AgentSideConnection

from acp import Agent
from renkei.edges.editors.agent import EditorAgent


def serve(make_agent: Callable[[], EditorAgent]) -> None:
    """Serve the editor that has started this process, until it closes standard input or sends SIGTERM or SIGINT.

    From now on, what this process prints goes to standard error, and standard input is empty for it and for what it
    starts. Both streams are pipes.
    """
    into, out = _taken()
    asyncio.run(_serve(make_agent, into, out))


def _taken() -> tuple[int, int]:
    """Return new handles of standard input and output, which nothing else can use then."""
    sys.stdout.flush()
    into, out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    handler = logging.StreamHandler()
    handler.setFormatter(_Line("renkei acp: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    return into, out


class _Line(logging.Formatter):
    """Writes an error as one line, without a traceback."""

    def formatException(self, ei: object) -> str:  # noqa: N802 – the name of the library
        error = ei[1] if isinstance(ei, tuple) else ei
        return f"{type(error).__name__}: {error}"


async def _serve(make_agent: Callable[[], EditorAgent], into: int, out: int) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=DEFAULT_STDIO_BUFFER_LIMIT_BYTES)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(into, "rb", 0))
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(out, "wb", 0)
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    agent = make_agent()
    connection = AgentSideConnection(cast(Agent, agent), writer, reader, listening=False, use_unstable_protocol=True)
    listening = asyncio.ensure_future(connection.listen())
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, listening.cancel)
    with suppress(asyncio.CancelledError):
        await listening
    await agent.close()
    await connection.close()
