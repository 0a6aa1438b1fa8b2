"""An agent on the Claude Agent SDK, with the tool server and the hooks in the agent's process."""

import json
from typing import TYPE_CHECKING, Any

from renkei.extras import require
from renkei.project.project import Project
from renkei.project.turns.session import SLICE, Session
from renkei.texts.say import say

if TYPE_CHECKING:
    from claude_agent_sdk import ClaudeAgentOptions

EVENTS = ("UserPromptSubmit", "PostToolUse", "Stop")
"""When an agent receives something. The SDK has no event for the start: the first prompt says it all."""


class ClaudeAgent:
    """An agent of a project that runs on the Claude Agent SDK.

    Its tools and hooks need no other process: `options` holds them, and `next_prompt` is what to ask the model next.
    Raises UnknownActorError for an agent that the project does not have.
    """

    def __init__(self, project: Project, agent: str) -> None:
        self.session = Session(project, agent)
        self._last: str | None = None
        """The reason for the last prompt."""

    def options(self, **options: Any) -> "ClaudeAgentOptions":
        """Return options of the SDK with renkei's tools and hooks added to those given.

        Raises ExtraMissingError when the SDK is not installed.
        """
        require("claude", "ClaudeAgent")
        from claude_agent_sdk import ClaudeAgentOptions, HookMatcher

        from renkei import __version__
        from renkei.edges.tool_server.instructions import instructions
        from renkei.edges.tool_server.server import create_server

        state = self.session.project.state
        told = instructions(state.locale, self.session.agent, hooks=True)
        server = create_server(lambda _: self.session, told, __version__, hooks=True)
        hooks = {event: [*options.get("hooks", {}).get(event, ()), HookMatcher(hooks=[self._hook])] for event in EVENTS}
        own = {
            "mcp_servers": {
                **options.get("mcp_servers", {}),
                "renkei": {"type": "sdk", "name": "renkei", "instance": server},
            },
            "hooks": {**options.get("hooks", {}), **hooks},
            "allowed_tools": [*options.get("allowed_tools", ()), "mcp__renkei__*"],
        }
        return ClaudeAgentOptions(**{**options, **own})

    async def next_prompt(self, timeout: float | None = None) -> str | None:
        """Return the next prompt: first the full context, then the news since the agent became idle.

        Waits for a reason to take a turn, at most `timeout` seconds (by default without limit), and returns None after
        that time. The same reason is not returned twice in a row. Can be cancelled. Raises ProtocolError, or LogError.
        """
        from anyio.to_thread import run_sync

        is_first = self._last is None
        reason = "" if is_first else await self._woken(timeout)
        if reason is None:
            return None
        self._last = reason
        text = await run_sync(self.session.next_turn)
        return f"{say(self.session.project.state.locale, 'session.start' if is_first else 'session.news')}\n{text}"

    async def _woken(self, timeout: float | None) -> str | None:
        from anyio import current_time
        from anyio.to_thread import run_sync

        project, agent = self.session.project, self.session.agent
        end = None if timeout is None else current_time() + timeout
        await run_sync(self.session.rest)
        while True:
            left = SLICE if end is None else min(SLICE, end - current_time())
            reason = await run_sync(project.wait_for_work, agent, max(0.0, left), abandon_on_cancel=True)
            if reason is not None and reason != self._last:
                return reason
            if left <= 0:
                return None
            if reason is not None:
                await run_sync(project.wait, project.state.seq, left, abandon_on_cancel=True)

    async def _hook(self, given: Any, tool_use_id: str | None, context: Any) -> Any:
        from anyio.to_thread import run_sync

        from renkei.edges.tool_server.hook_tool import Hook, answer_hook

        return json.loads(await run_sync(answer_hook, self.session, Hook(event=given["hook_event_name"])))
