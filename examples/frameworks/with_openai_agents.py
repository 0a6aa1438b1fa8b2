"""Agents of the OpenAI Agents SDK, unchanged: a hand-off becomes a TASK_HANDOFF, and each agent takes its own turns."""

import asyncio

import renkei
from agents import Agent, FunctionTool, Handoff, Runner, function_tool
from team import ROLES, tools, write_prices

coder = Agent[None]("coder", instructions=ROLES["coder"], tools=[function_tool(write_prices)])
planner = Agent[None]("planner", instructions=ROLES["planner"], handoffs=[coder])
TEAM = {one.name: one for one in (planner, coder)}


def handoff_tool(turn: renkei.AsyncTurn, to: Agent[None]) -> FunctionTool:
    """Return the hand-off to an agent under the name that the SDK gives it: a contract instead of the conversation."""
    hand_over = tools(turn.sync)[0]

    def transfer(task: str, criterion: str) -> str:
        return hand_over(task, to.name, criterion)

    described = Handoff.default_tool_description(to)
    return function_tool(transfer, name_override=Handoff.default_tool_name(to), description_override=described)


async def work(turn: renkei.AsyncTurn) -> None:
    """Let an agent read what concerns it, think, and act."""
    agent = TEAM[turn.agent]
    transfers = [handoff_tool(turn, one) for one in agent.handoffs if isinstance(one, Agent)]
    others = [function_tool(one) for one in tools(turn.sync)[1:]]
    await Runner.run(agent.clone(handoffs=[], tools=[*agent.tools, *transfers, *others]), turn.context.text)


async def main() -> None:
    """Run the agents until Ctrl-C, each in its own loop."""
    async with renkei.open_async(".renkei") as project, asyncio.TaskGroup() as group:
        for agent in TEAM:
            group.create_task(project.run(agent, work, pause=0, take_over=True))


if __name__ == "__main__":
    asyncio.run(main())
