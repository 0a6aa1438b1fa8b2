"""When an agent has a reason to take a turn."""

import pytest

from engine.factory import after, reading, send, talk, team, terms, time
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.agent_context.tiers import tiers_for
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import UnknownActorError
from renkei.protocol.payloads import DecisionRequest, DecisionResult


def woken(state: State, agent: str = "ann", seconds: int = 0, pause: float = 1.0) -> str | None:
    return wake_reason(state, agent, time(seconds), pause)


def urgent(state: State) -> State:
    return after(state, "lead", send("m", "lead", "ann", talk("now"), priority="blocking"))


def test_a_critical_message_wakes_at_once() -> None:
    assert woken(urgent(team())) == "m: blocking, to me"
    assert woken(team()) is None
    with pytest.raises(UnknownActorError):
        woken(team(), "zoe")


def test_the_answer_that_ended_a_wait_is_the_reason() -> None:
    ask = send("ask", "ann", "lead", DecisionRequest(decision_id="D-1", question="Which port?"))
    state = after(team(), "ann", ask, Write("/agents/ann/blocked_by", "D-1"))
    answer = DecisionResult(decision_id="D-1", chosen_option="8080", rationale="")
    assert woken(after(state, "lead", send("a", "lead", "ann", answer))) == "a: what I was blocked by"


@pytest.mark.parametrize(("seconds", "pause", "reason"), [(4, 5, None), (5, 5, "m: to me"), (0, 0, "m: to me")])
def test_a_relevant_message_wakes_after_the_pause(seconds: int, pause: float, reason: str | None) -> None:
    state = after(team(), "lead", send("m", "lead", "ann", talk("news")))
    assert woken(state, seconds=seconds, pause=pause) == reason


def in_conversation(**more: bool) -> State:
    """Return a team in which ann has just spoken, and bob then says something else to all."""
    state = after(team(), "ann", send("q", "ann", "all", talk("so")))
    return after(state, "bob", send("m", "bob", "all", talk("lunch is ready").model_copy(update=more)))


def test_a_message_that_is_relevant_only_by_a_probable_reply_wakes_nobody() -> None:
    state = in_conversation()
    assert tiers_for(state, "ann", [state.messages["m"]]) == {"m": "relevant"}
    assert woken(state, seconds=60) is None


def test_a_duty_is_named_before_a_probable_reply_and_wakes() -> None:
    assert woken(in_conversation(requires_response=True), seconds=60) == "m: I owe a reply"


def test_nobody_is_woken_who_is_suspended_or_in_a_turn_or_in_a_halted_project() -> None:
    state = urgent(team())
    in_turn = after(state, "ann", reading(state, "ann", seconds=60))
    assert woken(in_turn, seconds=59) is None
    assert woken(in_turn, seconds=61) is None
    ended = after(in_turn, "bob", c.Tick(), seconds=61)
    assert woken(ended, seconds=61) == "its last turn was interrupted (its lease ended)"
    assert woken(after(state, "human", c.SuspendActor("ann", "repetition"))) is None
    assert woken(after(state, "human", c.HaltProject("spent"))) is None
    assert woken(after(state, "bob", reading(state, "bob")), "ann") == "m: blocking, to me"


def test_an_overwritten_value_wakes_its_author() -> None:
    state = after(team(), "ann", Write("/blockers/B", {"description": "one"}), seconds=1)
    state = after(state, "bob", Write("/blockers/B/description", "two", read_seq=1), seconds=2)
    assert woken(state) == "a value it wrote was overwritten"
    assert woken(state, "bob") is None


@pytest.mark.parametrize(
    ("status", "reason"),
    [("idle", "TC-1 is ready to be claimed"), ("completed", "TC-1 is ready to be claimed"), ("working", None)],
)
def test_work_that_can_be_claimed_wakes_those_who_are_free_and_fit(status: str, reason: str | None) -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", roles=["backend"])))
    assert woken(after(state, "ann", Write("/agents/ann/status", status))) == reason
    other = after(team(), "lead", c.OpenContract(terms("TC-1", roles=["qa"])))
    assert woken(other) is None


def test_assigned_work_wakes_when_it_can_start() -> None:
    needed = c.OpenContract(terms("TC-1", assignee="bob"))
    state = after(team(), "lead", needed, c.OpenContract(terms("TC-2", assignee="ann", depends_on=["TC-1"])))
    assert woken(state) is None
    assert woken(state, "bob") == "TC-1 is ready to start"
    started = after(state, "bob", c.TransitionContract("TC-1", "start"), Write("/agents/bob/status", "idle"))
    assert woken(started, "bob") == "TC-1 is in progress"


@pytest.mark.parametrize("priority", ["low", "normal", "high", "blocking"])
@pytest.mark.parametrize("sender", ["lead", "human"])
@pytest.mark.parametrize("to", ["ann", "all"])
def test_nobody_is_woken_by_a_message_that_has_nothing_in_common_with_it(priority: str, sender: str, to: str) -> None:
    state = after(team(), sender, send("m", sender, to, talk("a storm"), priority=priority))
    reason = woken(state, seconds=60)
    is_for_it = to == "ann" or sender == "human" or priority == "blocking"
    assert (reason is not None) == (is_for_it and priority != "low")
    assert "nothing in common" not in (reason or "")
