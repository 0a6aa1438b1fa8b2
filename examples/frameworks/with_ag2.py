"""A group chat of AG2's agents, unchanged: an agent speaks when a mention, a contract or a decision wakes it."""

import asyncio

from ag2 import Agent, tool
from ag2.config import OpenAIConfig

import renkei
from team import ROLES, tools, write_prices

CONFIG = OpenAIConfig("gpt-5.4")
TEAM = {
    "planner": Agent("planner", ROLES["planner"], config=CONFIG),
    "coder": Agent("coder", ROLES["coder"], config=CONFIG, tools=[tool(write_prices)]),
}


async def speak(project: renkei.AsyncProject, agent: str) -> None:
    """Let an agent read what concerns it, think, act, and say something to the group; `@coder` in it wakes coder."""
    async with project.turn(agent) as turn:
        reply = await TEAM[agent].ask(turn.context.text, tools=[tool(one) for one in tools(turn.sync)])
        if reply.body:
            turn.send(reply.body, to="all")


async def main() -> None:
    """Let one agent after another speak, until none has a reason to."""
    async with renkei.open_async(".renkei") as project:
        for agent in TEAM:
            if agent in (await project.state()).turns:  # this program was killed in it
                await project.interrupt_turn(agent, actor=agent)
        while woken := [one for one in TEAM if await project.wake_reason(one, pause=0)]:
            await speak(project, woken[0])


if __name__ == "__main__":
    asyncio.run(main())
