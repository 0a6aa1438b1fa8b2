"""Agents of CrewAI, unchanged: the context of a turn is the task of a crew."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool

import renkei
from team import ROLES, tools, write_prices

MODEL = LLM("openai/gpt-5.4")
TEAM = {
    "planner": Agent(role="planner", goal="A price list", backstory=ROLES["planner"], llm=MODEL),
    "coder": Agent(role="coder", goal="A file", backstory=ROLES["coder"], llm=MODEL, tools=[tool(write_prices)]),
}


def work(turn: renkei.Turn) -> None:
    """Let an agent read what concerns it, think, and act."""
    agent = TEAM[turn.agent]
    own = [*(agent.tools or []), *(tool(one) for one in tools(turn))]
    task = Task(description=turn.context.text, expected_output="what you did, in a sentence", agent=agent, tools=own)
    Crew(agents=[agent], tasks=[task]).kickoff()


def main() -> None:
    """Let one agent after another work, until none has a reason to."""
    with renkei.open(".renkei") as project:
        for agent in TEAM:
            if agent in project.state.turns:  # this program was killed in it
                project.interrupt_turn(agent, actor=agent)
        while woken := [one for one in TEAM if project.wake_reason(one, pause=0)]:
            with project.turn(woken[0]) as turn:
                work(turn)


if __name__ == "__main__":
    main()
