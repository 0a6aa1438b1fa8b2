"""Suggestions for the fields of a form: the ids in a project."""

from collections.abc import Mapping, Sequence
from heapq import nlargest

from renkei.engine.state import State

MOST_SUGGESTIONS = 300
"""Suggestions of one kind."""

LISTS: Mapping[str, str] = {
    "task_ref": "contracts",
    "original_task_ref": "contracts",
    "depends_on": "contracts",
    "parent": "contracts",
    "thread": "contracts",
    "assignee": "participants",
    "delegator": "participants",
    "artifact_ref": "artifacts",
    "artifacts": "artifacts",
    "input_artifacts": "artifacts",
    "output_artifacts": "artifacts",
    "conflicting_artifacts": "artifacts",
    "conflicting_decisions": "decisions",
    "decision_id": "decisions",
    "blocked_by": "things",
    "blockers": "things",
    "id": "things",
    "in_reply_to": "messages",
    "roles": "roles",
    "chosen_option": "options",
}
"""Name of a field → the kind of thing it names."""


def suggestions(state: State, options: Sequence[str]) -> dict[str, list[str]]:
    """Return what can be suggested, by its kind. `options`: the labels that a reply can choose from."""
    contracts = sorted(state.contracts.entries)
    participants = [one.id for one in state.everybody()]
    artifacts = sorted(state.board.artifacts)
    decisions = list(state.board.ids("pending_decisions"))
    blockers = list(state.board.ids("blockers"))
    newest = nlargest(MOST_SUGGESTIONS, state.messages.values(), key=lambda one: one.seq)
    found = {
        "contracts": contracts,
        "participants": participants,
        "artifacts": artifacts,
        "decisions": decisions,
        "things": [*contracts, *decisions, *blockers, *artifacts, *participants],
        "messages": [one.message.id for one in newest],
        "roles": sorted({one.role for one in state.actors.values() if one.role}),
        "options": list(options),
    }
    return {name: values[:MOST_SUGGESTIONS] for name, values in found.items()}
