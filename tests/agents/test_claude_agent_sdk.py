"""An agent on the real Claude Agent SDK, with a scripted model: tools and hooks in the test's own process."""

import asyncio
from pathlib import Path
from threading import Thread

import pytest

import renkei
from agents.team_story import ANSWER, FORGED, TASK, THANKS, contract, lead, new_team, script
from renkei import Project
from renkei.testing import ScriptedModel

sdk = pytest.importorskip(
    "claude_agent_sdk", reason="the Claude Agent SDK is not installed (`make test-agents` does it)"
)

KEY = "sk-ant-a-key-of-a-scripted-model-0123456789"

pytestmark = pytest.mark.agents


async def work(project: Project, here: Path, url: str) -> None:
    """Let the agent work until nothing came for a while."""
    agent = renkei.ClaudeAgent(project, "backend")
    env = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, "HOME": str(here)}
    async with sdk.ClaudeSDKClient(agent.options(cwd=here, env=env, setting_sources=[])) as client:
        while prompt := await agent.next_prompt(timeout=8):
            await client.query(prompt)
            async for _ in client.receive_response():
                pass


def test_an_agent_works_in_a_team(tmp_path: Path) -> None:
    with new_team(tmp_path) as project:
        story = script(project, "mcp__renkei__{}".format)
        leading = Thread(target=lead, args=(project,))
        leading.start()
        with ScriptedModel(story) as server:
            asyncio.run(work(project, tmp_path, server.url))
        leading.join()
        assert story.open == ()
        text = story.requests[-1].text
        assert all(one in text for one in (TASK, ANSWER, THANKS))
        assert FORGED not in text
        assert project.find_contract(contract(project)).status == "completed"
