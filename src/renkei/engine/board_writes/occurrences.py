"""Changes of the board as occurrences for rules: their keys and variables."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from renkei.board.events import EntryAdded, FieldWritten
from renkei.board.state import brief
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.match import Occurrence
from renkei.dispatch.variables import Variables
from renkei.documents.json_pointer import join, pattern, split
from renkei.engine.board_writes.blocked import notified_variables
from renkei.engine.state import State
from renkei.immutable.replacing import replace
from renkei.protocol.messages import DecisionResultMessage


def field_written(state: State, event: FieldWritten) -> Iterator[Occurrence]:
    """Yield the change of a field; writing the same value is no change."""
    if event.old == event.value:
        return
    variables = Variables(lambda: _of_field(state, event))
    yield Occurrence(("field", join(*pattern(split(event.path)))), variables, event.value)


def _of_field(state: State, event: FieldWritten) -> dict[str, Any]:
    parts = split(event.path)
    variables: dict[str, Any] = {
        "path": event.path,
        "old": event.old,
        "new": event.value,
        "author": event.author,
        "because": f"{event.path}: {brief(event.old)} → {brief(event.value)}",
    }
    variables |= _of_entry(state, parts)
    if parts[0] == "agents" and len(parts) == 3:
        variables |= notified_variables(state, parts[1], event.author)
    if parts[0] == "agents" and len(parts) == 5:
        variables |= _of_artifact(state, parts, event)
    return variables


def entry_added(state: State, event: EntryAdded) -> Iterator[Occurrence]:
    """Yield the addition of an entry, with the fields of the entry as variables."""
    parts = split(event.path)
    yield Occurrence(("added", join(*pattern(parts))), Variables(lambda: _of_new_entry(state, event)))
    if len(parts) == 4:  # the first version of an artifact
        version = FieldWritten(
            path=join(*parts, "version"),
            value=event.entry["version"],
            at=event.at,
            author=event.author,
            action=event.action,
        )
        for first in field_written(state, version):
            yield replace(first, variables=Variables(partial(_of_first_version, state, first.variables, parts[3])))


def _of_new_entry(state: State, event: EntryAdded) -> dict[str, Any]:
    variables = {"path": event.path, "author": event.author, "because": f"{event.path}: added", **event.entry}
    return variables | _of_entry(state, split(event.path))


def _of_first_version(state: State, variables: Mapping[str, Any], ref: str) -> dict[str, Any]:
    return {**variables, "recipients": _not_waiting(state, ref)}


def _not_waiting(state: State, ref: str) -> list[str]:
    """Return the agents with work that reads an artifact and does not wait for its first version.

    For work assigned in the same record (its hand-over mentions the artifact) and for unstarted work without an
    assignee, the delegators.
    """
    readers = state.links.neighbours(node("artifact", ref), "in", ("reads",))
    contracts = [state.contracts.entries.get(one.partition(":")[2]) for one in readers]
    found = [one.assignee or one.terms.delegator for one in contracts if one is not None and _is_new(state, one)]
    return list(dict.fromkeys(found))


def _is_new(state: State, contract: Contract) -> bool:
    return contract.assignee is None or contract.seq == state.seq + 1


def agent_variables(state: State, agent: str) -> dict[str, Any]:
    """Return the variables of an agent: its task, the task's outputs, and the agent's `blocked_by`."""
    task = state.board.agent(agent, "current_task")
    contract = state.contracts.find(task)
    outputs = contract.outputs if contract is not None else _made_for_task(state, agent)
    return {
        "agent": agent,
        "blocked_agent": agent,
        "completed_task": task,
        "completed_contract": contract.terms.id if contract is not None else None,
        "dependency": state.board.agent(agent, "blocked_by"),
        **output_variables(state, agent, outputs),
    }


def output_variables(state: State, agent: str, outputs: Iterable[str]) -> dict[str, Any]:
    """Return the artifacts of a task as variables: their ids, and a text with the version of each."""
    refs = list(outputs)
    versions = [state.board.get(join("agents", agent, "artifacts", ref, "version")) for ref in refs]
    named = [ref if version is None else f"{ref} v{version}" for ref, version in zip(refs, versions, strict=True)]
    return {"output_artifacts": refs, "artifact_refs": named}


def _made_for_task(state: State, agent: str) -> Iterator[str]:
    """Yield the artifacts that an agent registered since it took its task; for tasks on the board alone."""
    begun = state.board.cells.get(join("agents", agent, "current_task"))
    for ref in state.board.ids("agents", agent, "artifacts"):
        made = state.board.cells[join("agents", agent, "artifacts", ref, "version")]
        if begun is not None and begun.value is not None and made.seq >= begun.seq:
            yield ref


def _of_entry(state: State, parts: tuple[str, ...]) -> dict[str, Any]:
    if parts[0] == "agents":
        return agent_variables(state, parts[1]) | ({"artifact_ref": parts[3]} if len(parts) > 3 else {})
    return _of_decision(state, parts[1]) if parts[0] == "pending_decisions" else {}


def _of_artifact(state: State, parts: tuple[str, ...], event: FieldWritten) -> dict[str, Any]:
    description = state.board.get(join(*parts[:4], "description"))
    return {
        "artifact_ref": parts[3],
        "old_version": event.old or 0,
        "new_version": event.value,
        "change_summary": event.action or description,
        "recipients": [],
    }


def _of_decision(state: State, decision: str) -> dict[str, Any]:
    path = join("pending_decisions", decision)
    names = ("question", "owner", "resolution", "deadline")
    values = {name: state.board.get(f"{path}/{name}") for name in names}
    resolved = state.board.get(f"{path}/status") == "resolved"
    return {"decision_id": decision, **values, "uninformed": _uninformed(state, decision) if resolved else []}


def _uninformed(state: State, decision: str) -> list[str]:
    """Return the agents that wait for a decision or asked for it, and have no DECISION_RESULT to read."""
    results = {
        name
        for name, kept in state.messages.items()
        if isinstance(kept.message, DecisionResultMessage) and kept.message.payload.decision_id == decision
    }
    here = node("decision", decision)
    waiting = state.links.neighbours(here, "in", ("waits_for",))
    asking = state.links.neighbours(here, "out", ("asked_by",))
    agents = dict.fromkeys(one.partition(":")[2] for one in (*waiting, *asking))
    return [one for one in agents if results.isdisjoint(state.unread.get(one, ()))]
