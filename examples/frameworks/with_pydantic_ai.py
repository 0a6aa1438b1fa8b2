"""Agents of pydantic-ai, unchanged: each waits for work in its own loop, and gets renkei's tools for a turn."""

import asyncio

from pydantic_ai import Agent, FunctionToolset

import renkei
from team import ROLES, tools, write_prices

TEAM = {
    "planner": Agent("anthropic:claude-sonnet-4-6", instructions=ROLES["planner"]),
    "coder": Agent("anthropic:claude-sonnet-4-6", instructions=ROLES["coder"], tools=[write_prices]),
}


async def work(turn: renkei.AsyncTurn) -> None:
    """Let an agent read what concerns it, think, and act; its tokens count for the project's quota."""
    done = await TEAM[turn.agent].run(turn.context.text, toolsets=[FunctionToolset(tools(turn.sync))])
    turn.tokens = done.usage.total_tokens


async def main() -> None:
    """Run the agents until Ctrl-C, each in its own loop."""
    async with renkei.open_async(".renkei") as project, asyncio.TaskGroup() as group:
        for agent in TEAM:
            group.create_task(project.run(agent, work, pause=0, take_over=True))


if __name__ == "__main__":
    asyncio.run(main())
