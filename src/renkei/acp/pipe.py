"""JSON-RPC messages over the standard input and output of a coding agent, one per line.

The SDK's own transport logs a traceback for a line that is not JSON, and has no limit for the length of a line.
"""

import json
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader, StreamWriter, sleep
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

LONGEST_LINE = 32 * 1024**2
"""Most bytes of a message. A longer line ends the connection, as it would fill the memory."""

MOST_UNREAD = 64 * 1024**2
"""Bytes that wait for an agent to read them; more end the connection, for the same reason."""

INTERNAL_ERROR = -32603
"""JSON-RPC's code of an error without a better one."""


class Pipe:
    """The transport of one process, in the form that the SDK's `Connection` expects.

    `on_receive` is called with each message. `skipped` counts the lines that were not messages.
    """

    def __init__(
        self, reader: StreamReader, writer: StreamWriter, on_receive: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._on_receive = on_receive
        self.skipped = 0
        self.fault = ""
        """Why the connection ended, if the agent's output was at fault."""

    async def send(self, message: dict[str, Any]) -> None:
        """Write a message. Raises ConnectionError for a request that cannot be written; answers are dropped then."""
        if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.fault = f"it left more than {MOST_UNREAD // 1024**2} MB unread of what it asked for"
            self._reader.set_exception(ConnectionError(self.fault))
            return
        try:
            self._writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await self._writer.drain()
        except (OSError, RuntimeError):
            if "method" in message:
                raise ConnectionError("The agent has closed its input") from None

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message; None at the end of the output."""
        while True:
            try:
                line = await self._reader.readuntil(b"\n")
            except IncompleteReadError:
                return None
            except LimitOverrunError:
                self.fault = f"it wrote a line longer than {LONGEST_LINE // 1024**2} MB"
                return None
            except (OSError, ValueError):
                return None
            message = _message(line)
            if message is not None:
                self._on_receive(message)
                await sleep(0)  # lets the last message be handled first, so that a flood fills no queue
                return message
            self.skipped += bool(line.strip())

    async def close(self) -> None:
        """Close the agent's input, which tells it to end. Unread data is dropped: the program may never read it."""
        self._writer.transport.abort()
        with suppress(OSError):
            await self._writer.wait_closed()


def _message(line: bytes) -> dict[str, Any] | None:
    """Return a line as a message; None if the SDK's connection could not take it, and would end."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    if not isinstance(found.get("id"), int | str | None) or not isinstance(found.get("method"), str | None):
        return None
    if not isinstance(error := found.get("error", {}), dict):
        found["error"] = {"code": INTERNAL_ERROR, "message": str(error)}
    return found
