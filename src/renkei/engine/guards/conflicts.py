"""Critical conflicts (section 7): owners of the artifacts and decisions in conflict, and their contracts, are paused.

The conflict is on the board as a blocker with the id of its CONFLICT_REPORT. It ends when the report is answered or the
blocker is resolved. Until then the paused agents may talk, but not continue with their work.
"""

from collections.abc import Iterator

from renkei.board.decide import Write
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.participants.access import is_agent
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.errors import NotReadyError
from renkei.protocol.messages import ConflictReportMessage

IN_WORK = ("in_progress", "blocked")
"""Statuses of a contract that a conflict blocks. Unstarted work cannot be started while its assignee waits."""


def is_open_conflict(state: State, ref: str | None) -> bool:
    """Return whether an id is that of a CONFLICT_REPORT whose blocker is not resolved."""
    reported = state.messages.get(ref) if ref is not None else None
    if reported is None or reported.message.type != "CONFLICT_REPORT":
        return False
    return state.board.get(join("blockers", reported.message.id, "resolved")) is False


def conflict_of(state: State, agent: str) -> str | None:
    """Return the open conflict that pauses an agent, or None."""
    waits = state.board.agent(agent, "blocked_by")
    return waits if is_open_conflict(state, waits) else None


def check_no_conflict(state: State, what: str, *conflicts: str | None) -> None:
    """Raise NotReadyError while one of the conflicts is open."""
    for one in conflicts:
        if is_open_conflict(state, one):
            until = f"Wait until {one} is answered with a DECISION_RESULT, or its blocker is resolved."
            raise NotReadyError(what=what, reason=f"the conflict {one} is not resolved", next=until)


def pause_in_conflict(state: State, message: ConflictReportMessage) -> Iterator[Effect]:
    """Yield the effects of a critical conflict: a blocker on the board, and a pause of its agents and contracts.

    An agent that the report names has to answer it: its contracts wait for the answer, the agent itself does not.
    """
    payload = message.payload
    if payload.severity != "critical":
        return
    touching = list(_contracts_touching(state, message))
    paused = _agents_in(state, message)
    named = [ref.id for ref in message.related_state_refs if ref.type == "agent"]
    entry = {
        "description": payload.conflict_description,
        "affected_agents": list(dict.fromkeys((*paused, *named))),
        "created_at": message.timestamp,
    }
    yield (message.from_, Write(join("blockers", message.id), entry))
    theirs = [one for agent in paused for one in state.contracts.of(agent)]
    for name in dict.fromkeys(one.terms.id for one in (*theirs, *touching) if one.status in IN_WORK):
        block = c.TransitionContract(name, "block", payload.conflict_description, conflict=message.id)
        yield (SYSTEM, block)
    for agent in (one for one in paused if one not in message.receivers):
        yield (SYSTEM, Write(join("agents", agent, "blocked_by"), message.id))
        yield (SYSTEM, Write(join("agents", agent, "status"), "blocked"))


def other_conflict(state: State, agent: str) -> str | None:
    """Return another open critical conflict that involves an agent, or None."""
    for name in state.board.ids("blockers"):
        message = state.messages[name].message if is_open_conflict(state, name) else None
        if (
            isinstance(message, ConflictReportMessage)
            and agent not in message.receivers
            and agent in _agents_in(state, message)
        ):
            return name
    return None


def _agents_in(state: State, message: ConflictReportMessage) -> list[str]:
    """Return the agents in a conflict: owners, and assignees of the contracts that touch it."""
    assignees = (one.assignee for one in _contracts_touching(state, message) if one.assignee is not None)
    return [one for one in dict.fromkeys((*owners_in_conflict(state, message), *assignees)) if is_agent(state, one)]


def owners_in_conflict(state: State, message: ConflictReportMessage) -> Iterator[str]:
    """Yield the owners of the artifacts and decisions in conflict."""
    for ref in message.payload.conflicting_artifacts:
        yield from state.board.artifact_owners(ref)
    for decision in message.payload.conflicting_decisions or ():
        owner = state.board.get(join("pending_decisions", decision, "owner"))
        if owner is not None:
            yield owner


def _contracts_touching(state: State, message: ConflictReportMessage) -> Iterator[Contract]:
    """Yield the open contracts with an assignee that use an artifact or depend on a decision in conflict."""
    ends = [node("artifact", ref) for ref in message.payload.conflicting_artifacts]
    ends += [node("decision", ref) for ref in message.payload.conflicting_decisions or ()]
    for end in ends:
        for user in state.links.neighbours(end, "in", ("reads", "touches")):
            contract = state.contracts.find(user.partition(":")[2])
            if contract is not None and contract.assignee is not None and not contract.closed:
                yield contract
