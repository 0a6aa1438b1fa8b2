"""The board as a document in exactly the specification's form (section 1)."""

from typing import Any

from renkei.board.fields import join
from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.board.state import Board
from renkei.protocol.primitives import Frozen


def board_document(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    return {
        "project_state": {
            "goal": board.get("/goal", ""),
            "current_phase": board.get("/current_phase", ""),
            "updated_at": updated_at(board),
            "agents": [_agent(board, agent) for agent in board.ids("agents")],
            "pending_decisions": [
                _entry(board, PendingDecision, "id", "pending_decisions", one) for one in board.ids("pending_decisions")
            ],
            "blockers": [_entry(board, Blocker, "id", "blockers", one) for one in board.ids("blockers")],
            "changelog": [
                {"timestamp": c.timestamp, "agent": c.agent, "action": c.action, "diff_summary": c.diff_summary}
                for c in board.changelog
            ],
        }
    }


def updated_at(board: Board) -> str:
    """Give the time of the newest change."""
    return max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z")


def _agent(board: Board, agent: str) -> dict[str, Any]:
    entry = _entry(board, AgentEntry, "id", "agents", agent)
    entry["artifacts"] = [
        _entry(board, Artifact, "ref", "agents", agent, "artifacts", ref)
        for ref in board.ids("agents", agent, "artifacts")
    ]
    return entry


def _entry(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry
