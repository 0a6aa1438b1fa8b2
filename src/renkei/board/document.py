"""The board as a document in exactly the specification's form (section 1)."""

from functools import lru_cache
from typing import Any

from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.board.state import Board, Cell, Change
from renkei.documents.json_pointer import join
from renkei.protocol.primitives import Frozen

LISTS: dict[str, type[Frozen]] = {
    "agents": AgentEntry,
    "pending_decisions": PendingDecision,
    "blockers": Blocker,
}
"""The lists of the board in the specification's order, each with the model of its elements."""


def board_document(board: Board) -> dict[str, Any]:
    """Return the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, entry) for entry in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def top_document(board: Board) -> dict[str, Any]:
    """Return the fields of the board that are not lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def change_document(change: Change) -> dict[str, str]:
    """Return one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def entry_document(board: Board, name: str, one: str) -> dict[str, Any]:
    """Return one element of a list."""
    entry = entry_fields(board, name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [artifact_document(board, one, ref) for ref in refs]
    return entry


def entry_fields(board: Board, name: str, one: str) -> dict[str, Any]:
    """Return one element of a list; an agent without its artifacts."""
    return _entry(board, LISTS[name], "id", name, one)


def artifact_document(board: Board, agent: str, ref: str) -> dict[str, Any]:
    """Return one artifact of an agent."""
    return _entry(board, Artifact, "ref", "agents", agent, "artifacts", ref)


def agent_cells(board: Board, agent: str) -> tuple[Cell | None, ...]:
    """Return every cell of an agent's entry, without its artifacts."""
    return _cells(board, AgentEntry, "id", "agents", agent)


def artifact_cells(board: Board, agent: str, ref: str) -> tuple[Cell | None, ...]:
    """Return every cell of an agent's artifact."""
    return _cells(board, Artifact, "ref", "agents", agent, "artifacts", ref)


def _entry(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    entry: dict[str, Any] = {naming: parts[-1]}
    for name, path in _paths(model, naming, parts):
        entry[name] = board.get(path)
    return entry


def _cells(board: Board, model: type[Frozen], naming: str, *parts: str) -> tuple[Cell | None, ...]:
    return tuple([board.cells.get(path) for _, path in _paths(model, naming, parts)])


@lru_cache(maxsize=4096)
def _paths(model: type[Frozen], naming: str, parts: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the name and the pointer of each field of an entry."""
    base = join(*parts)
    return tuple((name, f"{base}/{name}") for name in model.model_fields if name not in (naming, "artifacts"))
