"""A project that begins with a board document has that board, and nothing has happened in it."""

from typing import Any

import pytest

import renkei
from renkei import Join, Project, Write
from renkei.board.document import board_document
from renkei.board.model import ProjectState
from renkei.errors import BadValueError
from team import small_team

OF_THE_PROJECT = ("updated_at", "changelog")


def content(project: Project) -> dict[str, Any]:
    board = board_document(project.state.board)["project_state"]
    return {name: value for name, value in board.items() if name not in OF_THE_PROJECT}


def busy() -> Project:
    project = small_team(phase="build")
    ann, bob = "/agents/ann", "/agents/bob"
    decision = {
        "question": "Which?",
        "options": [{"label": "JWT", "pros": "small"}],
        "owner": "lead",
        "deadline": "soon",
    }
    project.do(
        Write(f"{bob}/artifacts/api-spec", {"version": 3, "path": "docs/api.md", "description": "the API"}),
        Write("/pending_decisions/D-1", decision),
        Write("/pending_decisions/D-2", decision),
        Write("/pending_decisions/D-2/status", "resolved"),
        Write("/pending_decisions/D-2/resolution", "JWT"),
        Write("/blockers/B-1", {"description": "no server", "affected_agents": ["ann"]}),
        Write(f"{ann}/status", "blocked"),
        Write(f"{ann}/current_task", "the login"),
        Write(f"{ann}/blocked_by", "D-1"),
        Write(f"{bob}/status", "completed"),
        Write(f"{bob}/blocked_by", "D-2"),
    )
    return project


def test_the_board_of_one_project_begins_another() -> None:
    old = busy()
    given = ProjectState.model_validate(board_document(old.state.board)["project_state"])
    new = renkei.create(board=given)
    assert content(new) == content(old)
    assert {one.id: one.role for one in new.state.everybody()}["ann"] == "backend"
    assert new.state.seq == 1
    kinds = {event.kind for event in next(new.records()).events}
    assert kinds == {"project_created", "actor_joined", "rules_set", "entry_added", "field_written"}


def test_who_waits_for_something_on_the_board_is_woken_when_it_is_there() -> None:
    given = ProjectState.model_validate(board_document(busy().state.board)["project_state"])
    new = renkei.create(board=given)
    new.do(Write("/pending_decisions/D-1/resolution", "JWT"), Write("/pending_decisions/D-1/status", "resolved"))
    assert new.state.board.agent("ann", "blocked_by") is None
    assert new.wake_reason("ann") is not None


BOARD: dict[str, Any] = {"goal": "ship", "current_phase": "build", "updated_at": "2026-01-05T09:00:00Z"}


def test_what_is_said_beside_the_board_wins_and_adds_to_it() -> None:
    board = ProjectState.model_validate(BOARD | {"agents": [{"id": "ann", "role": "backend"}, {"id": "bob"}]})
    members = (Join("cid"), Join("ann", lead=True))
    project = renkei.create(goal="another goal", members=members, board=board)
    found = project.state.board
    assert (found.get("/goal"), found.get("/current_phase")) == ("another goal", "build")
    assert found.ids("agents") == ("ann", "bob", "cid")
    assert (project.state.actors["ann"].lead, project.state.actors["ann"].role) == (True, "backend")


def test_a_decision_of_somebody_who_is_not_there_is_refused_with_its_place() -> None:
    board = ProjectState.model_validate(BOARD | {"pending_decisions": [{"id": "D-1", "owner": "eve"}]})
    with pytest.raises(BadValueError) as refused:
        renkei.create(board=board)
    assert refused.value.details["path"] == "/board/pending_decisions/D-1/owner"
    assert renkei.create(board=board, members=[Join("eve")]).state.board.ids("pending_decisions") == ("D-1",)
