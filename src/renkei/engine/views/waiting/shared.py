"""Items that wait for any person: deadlocks, paused agents, contracts and projects, and used-up quotas."""

from renkei.dispatch.graph.links import node
from renkei.engine.guards.deadlocks import open_deadlocks
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Found, Waiting, contract_entry, linked_entry
from renkei.immutable.replacing import replace


def deadlocks(state: State, person: str) -> Found:
    """Yield the cycles of waiting, each with its agents."""
    for cycle in open_deadlocks(state):
        agents = tuple(name for one in cycle if (name := one.partition(":")[2]) in state.actors)
        others = tuple(one for one in cycle if not one.startswith("agent:"))
        since = max((state.last_active.get(one, "") for one in agents), default="")
        waiting = Waiting("deadlock", cycle[0], since, (), " → ".join((*cycle, cycle[0])), behind=agents)
        yield linked_entry(state, person, waiting, cycle, others)


def agents(state: State, person: str) -> Found:
    """Yield the agents that are suspended."""
    for agent, reason in state.suspended.items():
        waiting = Waiting("agent", agent, state.last_active.get(agent, ""), (), reason, behind=(agent,))
        yield linked_entry(state, person, waiting, [node("agent", agent)])


def contracts(state: State, person: str) -> Found:
    """Yield the contracts that are paused, with the reason."""
    for entry in state.contracts.entries.values():
        if entry.paused is not None and not entry.closed:
            behind = (entry.assignee,) if entry.assignee is not None else ()
            found = contract_entry(state, person, "contract", entry, behind=behind)
            yield replace(found, summary=entry.paused)


def project(state: State, person: str) -> Found:
    """Yield the project while it is paused."""
    if state.paused is not None:
        yield Waiting("project", state.name, "", (), state.paused, behind=_all_agents(state), blocks=True)


def quota(state: State, person: str) -> Found:
    """Yield the quota when it is used up."""
    if state.spent:
        yield Waiting("quota", state.name, "", behind=_all_agents(state), blocks=True)


def _all_agents(state: State) -> tuple[str, ...]:
    return tuple(one.id for one in state.everybody() if not one.human)
