"""Critical conflicts: what they pause, that nobody slips out, and that everything continues after one is resolved."""

import pytest

from engine.factory import after, decided, send, team, terms, who
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import NotReadyError
from renkei.protocol.payloads import ConflictReport, DecisionResult, ReviewRequest, TaskBlocked


def report(severity: str = "critical", **more: object) -> ConflictReport:
    return ConflictReport(conflict_description="they differ", severity=severity, **more)


def working() -> State:
    """`ann` makes the artifact `api`, which T-2 of `bob` uses; `eve` has nothing to do with it."""
    opened = [c.OpenContract(terms("T-1", assignee="ann")), c.OpenContract(terms("T-3", assignee="eve"))]
    uses = {"inputs": {"description": "form", "artifacts": ["api"]}}
    state = after(team(), "lead", *opened, c.OpenContract(terms("T-2", assignee="bob", **uses)))
    for agent, name in (("ann", "T-1"), ("bob", "T-2"), ("eve", "T-3")):
        state = after(state, agent, c.TransitionContract(name, "start"))
    return after(state, "ann", Write("/agents/ann/artifacts/api", {}))


def in_conflict(sender: str = "bob", to: str = "lead", state: State | None = None) -> State:
    about = report(conflicting_artifacts=["api"])
    return after(state or working(), sender, send("c1", sender, to, about))


def statuses(state: State) -> dict[str, str]:
    return {name: one.status for name, one in sorted(state.contracts.entries.items())}


@pytest.mark.parametrize(
    ("sender", "to"), [("bob", "lead"), ("bob", "ann"), ("ann", "bob"), ("lead", "all"), ("eve", "ann")]
)
def test_owners_users_and_their_contracts_are_paused_and_who_has_to_answer_does_not_wait_for_the_report(
    sender: str, to: str
) -> None:
    state = in_conflict(sender, to)
    waiting = [state.board.agent(one, "blocked_by") for one in ("ann", "bob", "eve")]
    assert waiting == ["c1" if one in ("ann", "bob") and one != to else None for one in ("ann", "bob", "eve")]
    assert statuses(state) == {"T-1": "blocked", "T-2": "blocked", "T-3": "in_progress"}
    assert [state.contracts.entries[one].conflict for one in ("T-1", "T-2", "T-3")] == ["c1", "c1", None]


@pytest.mark.parametrize("severity", ["warning", "info"])
def test_a_conflict_that_is_not_critical_pauses_nobody(severity: str) -> None:
    state = after(working(), "bob", send("c1", "bob", "lead", report(severity, conflicting_artifacts=["api"])))
    assert set(statuses(state).values()) == {"in_progress"}


def test_a_decision_in_conflict_pauses_its_owner_and_the_contracts_that_depend_on_it() -> None:
    state = after(working(), "lead", Write("/pending_decisions/D-1", {"question": "?", "owner": "eve"}))
    state = after(state, "lead", c.OpenContract(terms("T-4", assignee="bob", inputs={"description": "as in D-1"})))
    state = after(state, "bob", c.TransitionContract("T-4", "start"))
    state = after(state, "ann", send("c1", "ann", "lead", report(conflicting_decisions=["D-1"])))
    assert statuses(state) == {"T-1": "in_progress", "T-2": "blocked", "T-3": "blocked", "T-4": "blocked"}


@pytest.mark.parametrize("step", ["start", "submit", "deliver_part"])
def test_a_contract_in_conflict_does_not_go_on(step: str) -> None:
    with pytest.raises(NotReadyError, match="the conflict c1 is not resolved"):
        decided(in_conflict(), c.TransitionContract("T-2", step), who("bob"))


def test_an_agent_in_conflict_starts_no_other_work_either() -> None:
    state = after(in_conflict(), "lead", c.OpenContract(terms("T-9", assignee="bob")))
    with pytest.raises(NotReadyError):
        decided(state, c.TransitionContract("T-9", "start"), who("bob"))


@pytest.mark.parametrize(("name", "value"), [("status", "working"), ("blocked_by", None), ("blocked_by", "ann")])
def test_an_agent_in_conflict_does_not_resume_itself_but_a_lead_may_resume_it(name: str, value: str | None) -> None:
    write = Write(f"/agents/bob/{name}", value)
    with pytest.raises(NotReadyError):
        decided(in_conflict(), write, who("bob"))
    assert decided(in_conflict(), write, who("lead"))
    assert decided(in_conflict(), Write("/agents/bob/current_task", "T-2"), who("bob")) == []


def test_asking_for_a_review_or_reporting_another_block_keeps_waiting_for_the_conflict() -> None:
    state = after(in_conflict(), "bob", send("r1", "bob", "lead", ReviewRequest(artifact_ref="form", blocking=True)))
    payload = TaskBlocked(original_task_ref="T-2", blocked_by="eve", reason="also")
    state = after(state, "bob", send("b1", "bob", "lead", payload))
    assert state.board.agent("bob", "blocked_by") == "c1"


def answered(state: State) -> State:
    result = DecisionResult(decision_id="c1", chosen_option="the api", rationale="older")
    return after(state, "lead", send("a1", "lead", ["ann", "bob"], result, in_reply_to="c1"))


def resolved(state: State) -> State:
    return after(state, "human", Write("/blockers/c1/resolved", True))


@pytest.mark.parametrize("end", [answered, resolved])
def test_resolving_the_conflict_lets_agents_and_contracts_go_on_and_tells_them(end) -> None:
    state = end(in_conflict())
    assert set(statuses(state).values()) == {"in_progress"}
    assert [state.board.agent(one, "status") for one in ("ann", "bob")] == ["working", "working"]
    assert dict(state.obligations) == {}
    assert state.contracts.entries["T-2"].conflict is None
    for agent in ("ann", "bob"):
        assert "blocking" in [one.message.priority for one in state.unread_of(agent)]
    assert after(state, "bob", c.TransitionContract("T-2", "submit")).contracts.entries["T-2"].status == "submitted"


def of_a_human() -> State:
    uses = {"inputs": {"description": "form", "artifacts": ["api"]}}
    state = after(working(), "lead", c.OpenContract(terms("T-4", assignee="human", **uses)))
    return in_conflict(state=after(state, "human", c.TransitionContract("T-4", "start")))


def test_a_contract_of_a_human_goes_on_too() -> None:
    assert statuses(of_a_human())["T-4"] == "blocked"
    assert statuses(answered(of_a_human()))["T-4"] == "in_progress"


def test_a_contract_of_a_human_that_is_paused_goes_on_when_it_is_resumed_and_the_conflict_too() -> None:
    pause, resume = c.PauseContract("T-4", "audit"), c.ResumeContract("T-4")
    state = after(of_a_human(), "lead", pause)
    assert statuses(after(state, "lead", resume))["T-4"] == "blocked"
    state = answered(state)
    assert statuses(state)["T-4"] == "blocked"
    assert statuses(after(state, "lead", resume))["T-4"] == "in_progress"


def test_an_agent_that_a_lead_takes_out_of_the_conflict_leaves_its_contract_in_it() -> None:
    state = after(in_conflict(), "lead", Write("/agents/bob/blocked_by", None))
    assert (state.board.agent("bob", "blocked_by"), statuses(state)["T-2"]) == (None, "blocked")
    assert statuses(answered(state))["T-2"] == "in_progress"


def test_a_paused_contract_waits_on_when_its_conflict_is_resolved() -> None:
    state = after(in_conflict(), "lead", c.PauseContract("T-2", "audit"))
    state = answered(state)
    assert statuses(state)["T-2"] == "blocked"
    assert statuses(after(state, "lead", c.ResumeContract("T-2")))["T-2"] == "in_progress"


def test_a_contract_that_is_resumed_in_a_conflict_stays_blocked() -> None:
    state = after(in_conflict(), "lead", c.PauseContract("T-2", "audit"), c.ResumeContract("T-2"))
    assert statuses(state)["T-2"] == "blocked"


def test_an_agent_in_two_conflicts_waits_for_both() -> None:
    second = report(conflicting_artifacts=["api"])
    state = after(in_conflict(), "eve", send("c2", "eve", "lead", second))
    state = after(state, "human", Write("/blockers/c2/resolved", True))
    assert state.board.agent("bob", "blocked_by") == "c1"
    with pytest.raises(NotReadyError, match="c1"):
        decided(state, c.TransitionContract("T-2", "submit"), who("bob"))
    assert set(statuses(answered(state)).values()) == {"in_progress"}


def test_an_owner_that_is_asked_about_the_conflict_itself_is_in_no_deadlock_because_it_may_answer() -> None:
    state = in_conflict("bob", "ann")
    assert list(state.unread_of("human")) == []
    result = DecisionResult(decision_id="c1", chosen_option="the form", rationale="newer")
    state = after(state, "ann", send("a1", "ann", "bob", result, in_reply_to="c1"))
    assert set(statuses(state).values()) == {"in_progress"}
