"""The activity of a participant in one word, and the wait of a blocked one."""

from typing import Literal

from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.engine.views.titles import title_of
from renkei.immutable.frozen import frozen

Doing = Literal["paused", "working", "interrupted", "blocked", "idle"]
"""`paused`: it may do nothing. `working`: its turn is open. `interrupted`: its last turn was ended from outside.
`blocked`: it says that it cannot continue. `idle`: none of these."""


@frozen
class Wait:
    """The wait of a blocked participant."""

    on: str
    """The subject of the wait, as a node of the dependency graph; "" if the project does not know it."""
    title: str
    """Its title; "" if the participant did not say."""
    since: str
    """Time of the participant's word (ISO 8601, UTC)."""


def doing(state: State, name: str) -> Doing:
    """Return what a participant does."""
    if name in state.suspended:
        return "paused"
    if name in state.turns:
        return "working"
    if name in state.interrupted:
        return "interrupted"
    return "blocked" if wait_of(state, name) is not None else "idle"


def wait_of(state: State, name: str) -> Wait | None:
    """Return the wait of a participant; None for one that is not blocked."""
    cause = state.board.agent(name, "blocked_by")
    if not cause and state.board.agent(name, "status") != "blocked":
        return None
    said = state.board.cells[join("agents", name, "blocked_by" if cause else "status")]
    on = next(iter(state.links.neighbours(node("agent", name), "out", ("waits_for",))), "") if cause else ""
    return Wait(on, (title_of(state, on) if on else "") or str(cause or ""), said.at)
