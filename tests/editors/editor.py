"""An editor without a screen: the client of the SDK with the real `renkei acp`, and what it was given to show."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from acp.client.connection import ClientSideConnection
from acp.connection import StreamDirection, StreamEvent
from acp.schema import AllowedOutcome, DeniedOutcome, PermissionOption, RequestPermissionResponse, ToolCallUpdate

from acp import PROTOCOL_VERSION, spawn_agent_process, text_block

PATIENCE = 60.0
Choose = Callable[[ToolCallUpdate, list[PermissionOption]], str]


def leave(call: ToolCallUpdate, options: list[PermissionOption]) -> str:
    """Leave a decision open."""
    return ""


class Editor:
    """What an editor shows. `choose` returns the option that its user picks, or "" for none; `holds` delays that."""

    def __init__(self, choose: Choose = leave) -> None:
        self.choose = choose
        self.holds = asyncio.Event()
        self.holds.set()
        self.shown: list[tuple[str, dict[str, Any]]] = []
        """The session and the data of each update."""
        self.asked: list[tuple[ToolCallUpdate, list[PermissionOption]]] = []
        self.lines: list[dict[str, Any]] = []
        """What came from `renkei acp`, in its order."""
        self._changed = asyncio.Condition()
        self.connection: ClientSideConnection
        self.process: asyncio.subprocess.Process

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.shown.append((session_id, json.loads(update.model_dump_json(by_alias=True, exclude_none=True))))
        await self._tell()

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: list[PermissionOption], **_: Any
    ) -> RequestPermissionResponse:
        self.asked.append((tool_call, options))
        await self._tell()
        await self.holds.wait()
        chosen = self.choose(tool_call, options)
        outcome = AllowedOutcome(outcome="selected", option_id=chosen) if chosen else DeniedOutcome(outcome="cancelled")
        return RequestPermissionResponse(outcome=outcome)

    def observe(self, event: StreamEvent) -> None:
        if event.direction is StreamDirection.INCOMING:
            self.lines.append(event.message)

    def on_connect(self, conn: Any) -> None: ...

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds, which is looked at after each update."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: bool(holds())), PATIENCE)

    def of(self, kind: str, session: str = "") -> list[dict[str, Any]]:
        """Return the updates of a kind, of all sessions or one."""
        return [one for name, one in self.shown if one["sessionUpdate"] == kind and session in ("", name)]

    def text(self, session: str = "", kind: str = "agent_message_chunk") -> str:
        """Return everything that was said."""
        return "".join(one["content"]["text"] for one in self.of(kind, session))

    @property
    def plan(self) -> list[tuple[str, str]]:
        """The last plan: what and its status."""
        found = self.of("plan")
        return [(one["content"], one["status"]) for one in found[-1]["entries"]] if found else []

    async def begin(self, folder: Path) -> str:
        """Begin a session, and return its id."""
        return (await self.connection.new_session(cwd=str(folder), mcp_servers=[])).session_id

    async def say(self, session: str, *text: Any) -> str:
        """Give a prompt, and return why its turn ended."""
        blocks = [text_block(one) if isinstance(one, str) else one for one in text]
        return (await asyncio.wait_for(self.connection.prompt(session_id=session, prompt=blocks), PATIENCE)).stop_reason


@asynccontextmanager
async def editor(
    folder: Path, *arguments: str, choose: Choose = leave, script: str = "script.yaml"
) -> AsyncIterator[Editor]:
    """Yield an editor that has started `renkei acp` in a folder and said hello."""
    shows = Editor(choose)
    given: Sequence[str] = (*arguments, *(("--script", str(folder / script)) if script else ()))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1", "TZ": "UTC"}
    command = (sys.executable, "-m", "renkei", "acp", *given)
    more: dict[str, Any] = {"use_unstable_protocol": True, "observers": [shows.observe]}
    async with spawn_agent_process(shows, *command, env=env, cwd=folder, **more) as (link, process):
        shows.connection, shows.process = link, process
        await asyncio.wait_for(link.initialize(protocol_version=PROTOCOL_VERSION), PATIENCE)
        yield shows
