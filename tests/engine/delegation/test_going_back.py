"""Work that goes back: refused, released, delivered in part, failed once too often."""

import pytest
from immutables import Map

from engine.factory import after, decided, send, team, terms, time, who
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import NotAllowedError, NotReadyError
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import ReviewRequest, ReviewResult, TaskHandoff, TaskResult


def handed() -> State:
    payload = TaskHandoff(
        task_description="build",
        expected_output={"format": "code", "success_criteria": ["runs"]},
        authority_scope="",
        fallback_on_failure="",
    )
    return after(team(), "lead", send("h1", "lead", "ann", payload, task_ref="T-1"))


def summaries(state: State, reader: str) -> list[str]:
    return [one.message.context_summary for one in state.unread_of(reader)]


def test_an_agent_that_refuses_work_owes_nothing_and_the_delegator_is_woken() -> None:
    state = after(handed(), "ann", c.TransitionContract("T-1", "refuse", "no time"))
    assert (state.owed_by("ann"), list(state.contracts.of("ann"))) == ([], [])
    assert any("ann has refused T-1" in one and "no time" in one for one in summaries(state, "lead"))
    assert wake_reason(state, "lead", time(9)) is not None


@pytest.mark.parametrize("by", ["ann", "human", "renkei"])
def test_the_delegator_is_told_of_released_work(by: str) -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1")))
    state = after(state, "ann", c.ClaimContract("T-1", lease=60))
    step = c.Tick() if by == "renkei" else c.TransitionContract("T-1", "release", "no time")
    state = after(state, "human" if by == "renkei" else by, step, seconds=3600)
    assert state.contracts.entries["T-1"].status == "open"
    assert any("ann no longer works on T-1" in one for one in summaries(state, "lead"))


def test_a_delegator_that_takes_work_back_itself_is_not_told() -> None:
    state = after(handed(), "lead", c.TransitionContract("T-1", "release"))
    assert summaries(state, "lead") == []


def part() -> State:
    result = TaskResult(original_task_ref="T-1", status="partial", summary="half", deviations=["no form"])
    return after(handed(), "ann", send("m1", "ann", "lead", result))


def test_deviations_of_a_partial_result_are_not_those_of_the_complete_one() -> None:
    assert "no form" in str(asked_of_lead(part())[-1].payload)
    for step in ([], [c.TransitionContract("T-1", "start")]):
        whole = TaskResult(original_task_ref="T-1", status="completed", summary="all", deviations=["no cache"])
        state = after(part(), "ann", *step, send("m2", "ann", "lead", whole))
        asked = str(asked_of_lead(state)[-1].payload)
        assert ("no cache" in asked, "no form" in asked) == (True, False)


def asked_of_lead(state: State) -> list[AnyMessage]:
    return [one.message for one in state.unread_of("lead") if one.message.type == "REVIEW_REQUEST"]


def test_a_partial_result_asks_its_delegator_until_it_has_decided() -> None:
    state = part()
    (owed,) = state.owed_by("lead")
    assert (owed.subject, owed.expects) == ("T-1", ("REVIEW_RESULT",))
    (asked,) = [one.message for one in state.unread_of("lead") if one.message.type == "REVIEW_REQUEST"]
    assert asked.payload.review_focus == ("runs", "Note: no form")
    later = after(state, "lead", c.AddNote("T-1", "thinking"))
    assert later.owed_by("lead") == state.owed_by("lead")


@pytest.mark.parametrize(
    ("verdict", "status", "assignee"),
    [("approved", "completed", "ann"), ("changes_requested", "in_progress", "ann"), ("rejected", "open", None)],
)
def test_a_review_decides_about_a_partial_result(verdict: str, status: str, assignee: str | None) -> None:
    review = ReviewResult(artifact_ref="T-1", verdict=verdict, summary="so be it")
    state = after(part(), "lead", send("r1", "lead", "ann", review))
    assert (state.contracts.entries["T-1"].status, state.contracts.entries["T-1"].assignee) == (status, assignee)
    assert state.owed_by("lead") == []


@pytest.mark.parametrize("step", ["cancel", "reopen", "complete"])
def test_so_does_a_transition_by_its_delegator(step: str) -> None:
    assert after(part(), "lead", c.TransitionContract("T-1", step)).owed_by("lead") == []


def failed(retries: int, times: int) -> State:
    limits = {"failure_handling": {"max_retries": retries, "on_partial_completion": "stop"}}
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann", **limits)))
    for _ in range(times):
        state = after(state, "ann", c.TransitionContract("T-1", "start"), c.TransitionContract("T-1", "fail"))
    return state


def test_within_its_retries_an_assignee_tries_again() -> None:
    assert failed(1, 1).contracts.entries["T-1"].limits == ()
    assert decided(failed(1, 1), c.TransitionContract("T-1", "start"), who("ann"))


def test_beyond_them_both_parties_are_told_and_only_the_delegator_lets_it_go_on() -> None:
    state = failed(1, 2)
    for party in ("lead", "ann"):
        assert any("T-1 can continue only when its delegator lead" in one for one in summaries(state, party))
    for step in ("start", "submit"):
        with pytest.raises(NotReadyError, match="failed 2 times, and its `max_retries` is 1") as error:
            decided(state, c.TransitionContract("T-1", step), who("ann"))
        assert "'lead' decides" in error.value.hint
    state = after(state, "lead", c.TransitionContract("T-1", "reopen"), c.AssignContract("T-1", "ann"))
    state = after(state, "ann", c.TransitionContract("T-1", "start"), c.TransitionContract("T-1", "fail"))
    assert state.contracts.entries["T-1"].retries_used_up
    assert [one.limit for one in state.contracts.entries["T-1"].limits] == ["max_retries"]


@pytest.mark.parametrize(
    ("assignee", "who_may"), [("ann", "its assignee 'ann'"), (None, "its assignee; it has none yet")]
)
def test_a_result_of_a_stranger_names_the_assignee(assignee: str | None, who_may: str) -> None:
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee=assignee)))
    result = TaskResult(original_task_ref="T-1", status="partial", summary="half", deviations=["no form"])
    with pytest.raises(NotAllowedError, match=who_may):
        after(state, "bob", send("m1", "bob", "lead", result))


def test_an_assignee_that_waits_for_a_review_submits_after_it() -> None:
    request = ReviewRequest(artifact_ref="T-1", blocking=True)
    state = after(handed(), "ann", c.TransitionContract("T-1", "start"), send("r1", "ann", "bob", request))
    with pytest.raises(NotReadyError, match=r"open question: T-1 \(r1\), which bob has to answer"):
        after(state, "ann", c.TransitionContract("T-1", "submit"))
    review = ReviewResult(artifact_ref="T-1", verdict="approved", summary="good")
    state = after(state, "bob", send("r2", "bob", "ann", review, in_reply_to="r1"))
    state = after(state, "ann", c.TransitionContract("T-1", "submit"))
    assert state.contracts.entries["T-1"].status == "submitted"


def test_failed_work_that_is_assigned_again_wakes_its_assignee() -> None:
    result = TaskResult(original_task_ref="T-1", status="failed", summary="the library is broken")
    state = after(handed(), "ann", send("m1", "ann", "lead", result))
    state = replace(state, unread=Map())
    again = after(state, "lead", c.TransitionContract("T-1", "reopen"), c.AssignContract("T-1", "ann"))
    assert (state.board.get("/agents/ann/status"), again.board.get("/agents/ann/status")) == ("error", "idle")
    assert wake_reason(again, "ann", time(9)) == "T-1 is ready to start"
