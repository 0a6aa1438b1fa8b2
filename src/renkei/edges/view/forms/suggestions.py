"""Suggestions for the fields of a form: the ids in a project, with their titles."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import islice

from renkei.dispatch.graph.links import node
from renkei.engine.state import State
from renkei.engine.views.titles import message_title, title_of

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


Suggestion = tuple[str, str]
"""An id and its title; "" without one."""


def suggestions(state: State, options: Sequence[str]) -> dict[str, list[Suggestion]]:
    """Return what can be suggested, by its kind. `options`: the labels that a reply can choose from."""
    contracts = _titled(state, "contract", sorted(state.contracts.entries))
    participants = [(one.id, one.role) for one in state.everybody()]
    artifacts = _titled(state, "artifact", sorted(state.board.artifacts))
    decisions = _titled(state, "decision", state.board.ids("pending_decisions"))
    blockers = [(one, "") for one in islice(state.board.ids("blockers"), MOST_SUGGESTIONS)]
    newest = nlargest(MOST_SUGGESTIONS, state.messages.values(), key=lambda one: one.seq)
    found = {
        "contracts": contracts,
        "participants": participants,
        "artifacts": artifacts,
        "decisions": decisions,
        "things": [*contracts, *decisions, *blockers, *artifacts, *participants],
        "messages": [(one.message.id, message_title(one.message)) for one in newest],
        "roles": [(one, "") for one in sorted({one.role for one in state.actors.values() if one.role})],
        "options": [(one, "") for one in options],
    }
    return {name: values[:MOST_SUGGESTIONS] for name, values in found.items()}


def _titled(state: State, kind: str, names: Iterable[str]) -> list[Suggestion]:
    return [(name, title_of(state, node(kind, name))) for name in islice(names, MOST_SUGGESTIONS)]
