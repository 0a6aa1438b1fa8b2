"""Agents as nodes of LangGraph: renkei carries their messages and chooses the node that runs next."""

from functools import partial
from typing import Any

from langchain.agents import create_agent
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

import renkei
from team import ROLES, tools, write_prices

OWN = {"planner": [], "coder": [write_prices]}


class State(TypedDict, total=False):
    """The words of the last node. All that has to survive is in the project."""

    said: str


def node(project: renkei.Project, agent: str, state: State) -> State:
    """Let an agent read what concerns it, think, and act."""
    with project.turn(agent) as turn:
        model: Any = create_agent("openai:gpt-5.4", [*OWN[agent], *tools(turn)], system_prompt=ROLES[agent])
        done = model.invoke({"messages": [("user", turn.context.text)]})
    return {"said": done["messages"][-1].text}


def next_node(project: renkei.Project, state: State) -> str:
    """Return the agent that has a reason to take a turn; the end if all work is done or waits for a person."""
    return next((one for one in ROLES if project.wake_reason(one, pause=0)), END)


def main() -> None:
    """Run the graph until no agent has work."""
    with renkei.open(".renkei") as project:
        graph = StateGraph(State)
        for agent in ROLES:
            if agent in project.state.turns:  # this program was killed in it
                project.interrupt_turn(agent, actor=agent)
            graph.add_node(agent, partial(node, project, agent))
            graph.add_conditional_edges(agent, partial(next_node, project), [*ROLES, END])
        graph.add_conditional_edges(START, partial(next_node, project), [*ROLES, END])
        graph.compile().invoke({})


if __name__ == "__main__":
    main()
