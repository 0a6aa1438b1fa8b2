"""What a participant does now, and what a blocked one waits for."""

import renkei
from renkei import Project
from renkei.engine.views.doing import Wait, doing, wait_of
from team import small_team, work


def blocked(project: Project, on: str) -> str:
    """Let ann say that it is blocked, and then by what; return the time of that."""
    for name, value in (("status", "blocked"), ("blocked_by", on)):
        project.write([{"path": f"/agents/ann/{name}", "value": value}], actor="ann")
    return project.state.board.cells["/agents/ann/blocked_by"].at


def test_a_participant_without_a_turn_or_a_wait_is_idle() -> None:
    state = small_team().state
    assert (doing(state, "ann"), wait_of(state, "ann")) == ("idle", None)


def test_a_blocked_agent_waits_for_a_thing_by_its_title_since_it_said_so() -> None:
    project = small_team()
    project.do(work("TC-1", inputs={"description": "Build the login"}), actor="lead")
    at = blocked(project, "TC-1")
    assert doing(project.state, "ann") == "blocked"
    assert wait_of(project.state, "ann") == Wait("contract:TC-1", "Build the login", at)


def test_an_agent_that_asked_for_a_decision_waits_for_its_question() -> None:
    project = small_team()
    asked = project.message("ann", renkei.DecisionRequest(decision_id="D-1", question="Which key?"), "human")
    project.send(asked)
    blocked(project, "D-1")
    wait = wait_of(project.state, "ann")
    assert wait is not None
    assert (wait.on, wait.title) == ("decision:D-1", "Which key?")


def test_a_status_without_a_cause_is_a_wait_without_a_title() -> None:
    project = small_team()
    project.write([{"path": "/agents/ann/status", "value": "blocked"}], actor="ann")
    assert wait_of(project.state, "ann") == Wait("", "", project.state.board.cells["/agents/ann/status"].at)


def test_a_pause_or_an_open_turn_comes_before_a_wait() -> None:
    project = small_team()
    project.do(work("TC-1"), actor="lead")
    blocked(project, "TC-1")
    with project.turn("ann"):
        assert doing(project.state, "ann") == "working"
    project.pause("ann", reason="lunch")
    assert doing(project.state, "ann") == "paused"
    assert wait_of(project.state, "ann") is not None
