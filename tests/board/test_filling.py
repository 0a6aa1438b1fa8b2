"""A board document is copied as ordinary writes, what others refer to first."""

from typing import Any

from renkei.board.filling import writes_of
from renkei.board.model import ProjectState

DOCUMENT: dict[str, Any] = {
    "goal": "a goal",
    "current_phase": "build",
    "updated_at": "2026-01-05T09:00:00Z",
    "agents": [
        {
            "id": "ann",
            "role": "backend",
            "status": "blocked",
            "current_task": "T-1",
            "blocked_by": "D-1",
            "artifacts": [{"ref": "api", "version": 2}],
        },
        {"id": "bob", "role": "frontend"},
    ],
    "pending_decisions": [
        {"id": "D-1", "question": "Which port?", "owner": "ann", "status": "resolved", "resolution": "80"},
        {"id": "D-2", "question": "Which host?", "owner": "bob"},
    ],
    "blockers": [{"id": "B-1", "description": "no disk", "created_at": "2026-01-05T09:00:00Z"}],
}


def test_entries_are_added_before_the_fields_that_refer_to_them() -> None:
    written = list(writes_of(ProjectState.model_validate(DOCUMENT)))
    assert [one.path for one in written] == [
        "/agents/ann/artifacts/api",
        "/pending_decisions/D-1",
        "/pending_decisions/D-1/resolution",
        "/pending_decisions/D-1/status",
        "/pending_decisions/D-2",
        "/blockers/B-1",
        "/agents/ann/status",
        "/agents/ann/current_task",
        "/agents/ann/blocked_by",
    ]
    assert {"ref", "id", "status", "resolution"}.isdisjoint({name for one in written[:2] for name in one.value})
    assert [one.value for one in written[-3:]] == ["blocked", "T-1", "D-1"]
