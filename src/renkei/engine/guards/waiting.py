"""End waiting (section 5): agents blocked by something resume when it is completed, answered or resolved.

Waiting is one relation of the dependency graph, `waits_for`, whatever an agent waits for. The event that ends it says
so in its row (`ends`). Rules see the event first, since they may say more; agents still waiting are resumed here.
"""

from collections.abc import Collection, Iterator

from renkei.board.decide import Write
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.guards.conflicts import other_conflict
from renkei.engine.references import waiting_by_name
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import report_end_of_waiting


def end_waiting(state: State, ended: Collection[str]) -> Iterator[Effect]:
    """Yield the effects that resume and notify every agent and contract waiting for one of these graph nodes."""
    resumed: dict[str, str] = {}
    for one in ended:
        for agent in _waiting_for(state, one):
            resumed.setdefault(agent, one)
    for agent, one in resumed.items():
        conflict = other_conflict(state, agent)
        if conflict is not None:
            yield (SYSTEM, Write(join("agents", agent, "blocked_by"), conflict))
            continue
        status = "working" if state.board.agent(agent, "current_task") else "idle"
        yield (SYSTEM, Write(join("agents", agent, "blocked_by"), None))
        if state.board.agent(agent, "status") == "blocked":
            yield (SYSTEM, Write(join("agents", agent, "status"), status))
        yield (SYSTEM, c.Send(report_end_of_waiting(state, agent, one)))
    messages = [one for one in ended if one.startswith("message:")]
    for name, contract in sorted(state.contracts.entries.items()) if messages else ():
        over = contract.conflict is not None and node("message", contract.conflict) in messages
        if over and contract.status == "blocked" and contract.paused is None and contract.assignee not in resumed:
            yield (SYSTEM, c.TransitionContract(name, "start", "the conflict is resolved"))


def _waiting_for(state: State, one: str) -> Iterator[str]:
    """Yield the agents that wait for a node, including those whose text named it before it existed."""
    for waiting in state.links.neighbours(one, "in", ("waits_for",)):
        yield waiting.partition(":")[2]
    yield from waiting_by_name(state, one.partition(":")[2])
