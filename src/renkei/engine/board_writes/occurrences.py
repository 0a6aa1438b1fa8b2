"""What a change of the board means for rules: the key that they are found by, and the variables that they can use."""

from collections.abc import Iterator
from typing import Any

from renkei.board.events import EntryAdded, FieldWritten
from renkei.board.state import brief
from renkei.dispatch.match import Occurrence
from renkei.documents.json_pointer import join, pattern, split
from renkei.engine.state import State


def field_written(state: State, event: FieldWritten) -> Iterator[Occurrence]:
    """Yield the change of a field; a write of the same value is none."""
    if event.old == event.value:
        return
    parts = split(event.path)
    variables: dict[str, Any] = {
        "path": event.path,
        "old": event.old,
        "new": event.value,
        "author": event.author,
        "because": f"{event.path}: {brief(event.old)} → {brief(event.value)}",
    }
    variables |= _of_entry(state, parts)
    if parts[0] == "agents" and len(parts) == 5:
        variables |= _of_artifact(state, parts, event)
    yield Occurrence(("field", join(*pattern(parts))), variables, event.value)


def entry_added(state: State, event: EntryAdded) -> Iterator[Occurrence]:
    """Yield the addition of an entry, with the fields of the entry as variables."""
    parts = split(event.path)
    variables = {"path": event.path, "author": event.author, "because": f"{event.path}: added", **event.entry}
    yield Occurrence(("added", join(*pattern(parts))), variables | _of_entry(state, parts))


def agent_variables(state: State, agent: str) -> dict[str, Any]:
    """Return what rules can say about an agent: its task, what it waits for, its artifacts."""
    refs = state.board.ids("agents", agent, "artifacts")
    versions = [state.board.get(join("agents", agent, "artifacts", ref, "version")) for ref in refs]
    return {
        "agent": agent,
        "blocked_agent": agent,
        "completed_task": state.board.agent(agent, "current_task"),
        "dependency": state.board.agent(agent, "blocked_by"),
        "artifact_refs": [f"{ref} v{version}" for ref, version in zip(refs, versions, strict=True)],
    }


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
    }


def _of_decision(state: State, decision: str) -> dict[str, Any]:
    path = join("pending_decisions", decision)
    names = ("question", "owner", "resolution", "deadline")
    return {"decision_id": decision, **{name: state.board.get(f"{path}/{name}") for name in names}}
