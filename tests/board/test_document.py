"""The board as a document has the specification's fields in the specification's order."""

from board.factory import board_of_two, time, written
from renkei.board.decide import Write
from renkei.board.document import board_document, entry_document, top_document
from renkei.board.model import ProjectState
from renkei.board.state import Board


def test_an_empty_board_is_a_valid_document() -> None:
    document = board_document(Board())
    assert document == {
        "project_state": {
            "goal": "", "current_phase": "", "updated_at": "1970-01-01T00:00:00.000000Z",
            "agents": [], "pending_decisions": [], "blockers": [], "changelog": [],
        }
    }  # fmt: skip
    ProjectState.model_validate(document["project_state"])


def test_fields_stand_in_the_order_of_the_specification() -> None:
    document = board_document(board_of_two())["project_state"]
    assert list(document) == list(ProjectState.model_fields)


def test_an_agent_is_shown_with_every_field_and_its_artifacts() -> None:
    board = written(board_of_two(), Write("/agents/ann/artifacts/a~1b", {"version": 2, "path": "x"}), "ann", 5, 5)
    assert entry_document(board, "agents", "ann") == {
        "id": "ann", "role": "backend", "status": "idle", "current_task": None, "blocked_by": None,
        "artifacts": [{"ref": "a/b", "description": "", "version": 2, "path": "x"}],
    }  # fmt: skip
    assert entry_document(board, "agents", "bob")["artifacts"] == []


def test_an_entry_of_another_list_has_no_artifacts() -> None:
    board = written(board_of_two(), Write("/blockers/B-1", {"created_at": time(5)}), "ann", 5, 5)
    assert entry_document(board, "blockers", "B-1") == {
        "id": "B-1", "description": "", "affected_agents": [], "created_at": time(5), "resolved": False,
    }  # fmt: skip


def test_the_top_has_goal_phase_and_the_newest_time_of_any_change() -> None:
    board = written(board_of_two(), Write("/goal", "ship it", at=time(30)), "lead", 30, 5)
    board = written(board, Write("/agents/ann/status", "working"), "ann", 20, 6)
    top = top_document(board)
    assert (top["goal"], top["current_phase"], top["updated_at"]) == ("ship it", "build", time(30))
    assert top["changelog"][-1] == {
        "timestamp": time(20), "agent": "ann", "action": "set status",
        "diff_summary": "/agents/ann/status: idle → working",
    }  # fmt: skip
