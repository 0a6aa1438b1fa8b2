"""Pausing a contract and the project: who may, what is refused, and that nothing is lost."""

import pytest

import renkei
from engine.factory import after, applied, decided, kinds, reading, send, submitted, talk, team, terms, time, who
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.engine.apply import replay
from renkei.engine.deadlines import deadlines
from renkei.engine.events import ActorResumed
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import IllegalTransitionError, NotAllowedError, SuspendedError
from renkei.protocol.payloads import TaskResult
from renkei.store.state_codec import dump_state, load_state

PAUSE = c.PauseContract("T-1", "wait for the audit")


def working() -> State:
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann")))
    return after(state, "ann", c.TransitionContract("T-1", "start"))


def paused() -> State:
    return after(working(), "human", PAUSE)


@pytest.mark.parametrize("action", [PAUSE, c.ResumeContract("T-1"), c.PauseProject("x"), c.ResumeProject()])
def test_only_leads_and_humans_pause_and_resume(action: c.Action) -> None:
    with pytest.raises(NotAllowedError):
        decided(paused(), action, who("ann"))
    for actor in ("lead", "human"):
        decided(paused(), action, who(actor))


def test_pausing_and_resuming_again_changes_nothing() -> None:
    assert decided(paused(), PAUSE, who("lead")) == []
    assert decided(working(), c.ResumeContract("T-1"), who("lead")) == []
    assert decided(after(team(), "lead", c.PauseProject("x")), c.PauseProject("y"), who("lead")) == []
    assert decided(team(), c.ResumeProject(), who("lead")) == []


def test_a_closed_contract_is_not_paused() -> None:
    state = after(working(), "lead", c.TransitionContract("T-1", "cancel"))
    with pytest.raises(IllegalTransitionError, match="paused while cancelled"):
        decided(state, PAUSE, who("lead"))


@pytest.mark.parametrize("step", ["start", "submit", "deliver_part", "fail"])
def test_no_agent_works_on_a_paused_contract(step: str) -> None:
    with pytest.raises(SuspendedError, match="'T-1' is paused: wait for the audit") as error:
        decided(paused(), c.TransitionContract("T-1", step), who("ann"))
    assert "renkei contract resume T-1" in error.value.hint


@pytest.mark.parametrize("status", ["completed", "partial", "failed"])
def test_a_result_for_a_paused_contract_is_refused(status: str) -> None:
    result = TaskResult(original_task_ref="T-1", status=status, summary="done")
    with pytest.raises(SuspendedError):
        after(paused(), "ann", send("m1", "ann", "lead", result))


@pytest.mark.parametrize("step", ["block", "release", "cancel"])
def test_its_delegator_can_still_take_it_back_and_a_conflict_can_block_it(step: str) -> None:
    by = "ann" if step == "block" else "lead"
    assert decided(paused(), c.TransitionContract("T-1", step), who(by))


def test_submitted_work_that_is_paused_is_not_accepted_not_even_by_its_command() -> None:
    command = {"acceptance_criteria": [{"criterion": "runs", "command": ["true"]}]}
    state = after(submitted(team(), "T-1", **command), "human", PAUSE)
    with pytest.raises(SuspendedError):
        decided(state, c.AcceptContract("T-1"), who("lead"))
    proof = Proof(criterion=0, method="command", by="lead", met=True, exit_status=0)
    with pytest.raises(SuspendedError):
        after(state, "lead", c.ProveContract("T-1", (proof,)))


def test_an_open_contract_that_is_paused_is_neither_offered_nor_claimed() -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1")))
    assert wake_reason(state, "ann", time(9)) == "T-1 is ready to be claimed"
    state = after(state, "lead", PAUSE)
    assert wake_reason(state, "ann", time(9)) is None
    with pytest.raises(SuspendedError):
        decided(state, c.ClaimContract("T-1"), who("ann"))


def test_a_paused_contract_wakes_nobody_and_a_resumed_one_does() -> None:
    state = paused()
    assert wake_reason(state, "ann", time(9)) is None
    assert [one.message.priority for one in state.unread_of("ann")] == ["low"]
    state = after(state, "lead", c.ResumeContract("T-1"))
    assert wake_reason(state, "ann", time(9)) is not None


def test_an_assigned_contract_that_is_paused_does_not_wake_its_assignee() -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann")))
    assert wake_reason(state, "ann", time(9)) == "T-1 is ready to start"
    assert wake_reason(after(state, "lead", PAUSE), "ann", time(9)) is None


def test_work_whose_wait_ended_while_it_was_paused_starts_when_it_is_resumed() -> None:
    waits = Write("/agents/ann/blocked_by", "bob")
    state = after(working(), "ann", c.TransitionContract("T-1", "block"), waits)
    state = after(state, "lead", PAUSE)
    assert after(state, "lead", c.ResumeContract("T-1")).contracts.entries["T-1"].status == "blocked"
    state = after(state, "ann", Write("/agents/ann/blocked_by", None))
    assert state.contracts.entries["T-1"].status == "blocked"
    state = after(state, "lead", c.ResumeContract("T-1"))
    assert state.contracts.entries["T-1"].status == "in_progress"


def test_the_reason_is_in_the_context_of_the_assignee_alone() -> None:
    assert "T-1 is PAUSED" in renkei.context(paused(), "ann").text
    assert "T-1 is PAUSED" not in renkei.context(paused(), "bob").text
    assert "T-1 は一時停止中" in renkei.context(paused(), "ann", locale="ja").text


def test_agents_of_a_paused_project_do_nothing_and_humans_go_on() -> None:
    state = after(working(), "lead", c.PauseProject("budget"))
    for agent in ("ann", "lead"):
        with pytest.raises(SuspendedError, match="The project is paused: budget"):
            after(state, agent, reading(state, agent))
        assert wake_reason(state, agent, time(9)) is None
        assert "THE PROJECT IS PAUSED" in renkei.context(state, agent).text
    assert "THE PROJECT IS PAUSED" not in renkei.context(state, "human").text
    state = after(state, "human", send("m1", "human", "ann", talk("later"), priority="high"))
    state = after(state, "lead", c.ResumeProject())
    assert [one.message.id for one in state.unread_of("ann")] == ["m1"]
    assert wake_reason(state, "ann", time(9)) is not None


def test_a_turn_can_be_abandoned_in_a_paused_project_but_not_ended() -> None:
    state = after(team(), "ann", reading(team(), "ann"))
    state = after(state, "human", c.PauseProject("budget"))
    with pytest.raises(SuspendedError):
        after(state, "ann", c.EndTurn("ann", "t-1"))
    assert "ann" not in after(state, "ann", c.AbandonTurn("ann", "t-1")).turns


def test_a_suspended_lead_does_not_resume_the_project() -> None:
    state = after(team(), "human", c.PauseProject("budget"), c.SuspendActor("lead", "x"))
    with pytest.raises(SuspendedError, match="'lead'"):
        after(state, "lead", c.ResumeProject())


def test_pausing_is_in_the_log_and_in_a_snapshot() -> None:
    project = renkei.create(":memory:", "team", "goal", members=[c.Join("ann", "backend")])
    project.do(c.OpenContract(terms("T-1", delegator="human", assignee="ann")))
    project.pause_contract("T-1", reason="audit")
    project.pause_project(reason="budget")
    assert project.pause_project(reason="again") is None
    state = replay(project.records())
    assert (state.paused, state.contracts.entries["T-1"].paused) == ("budget", "audit")
    assert load_state(dump_state(state)) == state
    project.resume_project()
    project.resume_contract("T-1")
    assert (project.state.paused, project.state.contracts.entries["T-1"].paused) == (None, None)
    project.leave("ann", "done")
    assert project.state.departed["ann"] == 1
    assert kinds(list(project.records())[-1].events)[0] == "actor_left"


PAUSES = [
    (c.PauseContract("T-1", "x"), c.ResumeContract("T-1")),
    (c.PauseProject("x"), c.ResumeProject()),
    (c.SuspendActor("ann", "x"), c.ResumeActor("ann")),
]


@pytest.mark.parametrize(("pause", "resume"), PAUSES, ids=["contract", "project", "agent"])
def test_a_lease_does_not_run_out_in_a_pause_and_begins_again_after_it(pause: c.Action, resume: c.Action) -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1")))
    state = after(state, "ann", c.ClaimContract("T-1", lease=60))
    state = after(state, "lead", pause)
    assert list(deadlines(state, {})) == []
    state = after(state, "human", c.Tick(), seconds=1000)
    assert state.contracts.entries["T-1"].assignee == "ann"
    state = after(state, "lead", resume, seconds=1000)
    assert [one.due for one in deadlines(state, {})] == [time(1060)]
    state = after(state, "human", c.Tick(), seconds=1059)
    assert state.contracts.entries["T-1"].assignee == "ann"
    state = after(state, "human", c.Tick(), seconds=1061)
    assert state.contracts.entries["T-1"].assignee is None


def test_an_agent_that_was_resumed_by_an_older_release_keeps_its_time() -> None:
    state = after(team(), "lead", c.SuspendActor("ann", "x"))
    assert applied(state, ActorResumed(actor="ann")).last_active == state.last_active


def test_a_party_that_pauses_or_resumes_its_own_contract_is_not_notified() -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="lead")))
    state = after(state, "lead", PAUSE)
    state = after(state, "lead", c.ResumeContract("T-1"))
    assert state.unread_of("lead") == []


def test_the_parties_are_told_of_a_pause_and_the_assignee_of_its_end() -> None:
    state = paused()
    assert [len(state.unread_of(one)) for one in ("ann", "lead", "bob")] == [1, 1, 0]
    state = after(state, "human", c.ResumeContract("T-1"))
    assert [len(state.unread_of(one)) for one in ("ann", "lead", "bob")] == [2, 1, 0]


def test_an_open_contract_that_is_resumed_is_offered_again() -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1")), PAUSE, c.ResumeContract("T-1"))
    assert wake_reason(state, "ann", time(9)) == "T-1 is ready to be claimed"
