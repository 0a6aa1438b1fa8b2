"""A turn that its agent does not end: who may end it, who is notified, what stands on the board, and what follows."""

import pytest

from engine.factory import after, applied, decided, events, kinds, message, reading, send, talk, team, terms, time, who
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, TurnEnded
from renkei.engine.state import Interruption, State
from renkei.engine.turns.interruption import lease_end
from renkei.engine.views.agent_context.agent_view import context
from renkei.errors import NotAllowedError, TurnLostError, UnknownActorError


def at_work(**lease: int) -> State:
    """Return a team whose `ann` works on TC-1 of `eve` in an open turn."""
    state = after(team(), "eve", c.OpenContract(terms("TC-1", assignee="ann", delegator="eve")))
    state = after(state, "ann", c.TransitionContract("TC-1", "start"))
    began = reading(state, "ann", seconds=60)
    return after(state, "ann", c.BeginTurn("ann", "t-1", began.until, began.seen, began.context, **lease))


def notices(found: object) -> list[MessageSent]:
    return [one for one in found if isinstance(one, MessageSent)]


@pytest.mark.parametrize("actor", ["ann", "lead", "human"])
def test_the_agent_itself_a_lead_and_a_human_may_end_an_open_turn(actor: str) -> None:
    (ended,) = decided(at_work(), c.InterruptTurn("ann", "it hangs"), who(actor))
    assert isinstance(ended, TurnEnded)
    assert (ended.turn, ended.finished, ended.by, ended.reason, ended.read) == ("t-1", False, actor, "it hangs", ())


def test_another_agent_may_not_and_is_told_who_may() -> None:
    with pytest.raises(NotAllowedError, match="end a turn of 'ann'") as error:
        decided(at_work(), c.InterruptTurn("ann"), who("bob"))
    assert "ann, human, lead" in error.value.hint


def test_ending_no_turn_changes_nothing_and_ending_that_of_nobody_is_refused() -> None:
    assert decided(team(), c.InterruptTurn("ann"), who("human")) == []
    with pytest.raises(UnknownActorError):
        decided(team(), c.InterruptTurn("zoe"), who("human"))


def test_an_interrupted_turn_writes_nothing_and_its_process_has_lost_it() -> None:
    state = after(team(), "lead", send("m1", "lead", "ann", talk("one")))
    began = reading(state, "ann")
    state = applied(state, decided(state, began, who("ann"))[0].model_copy(update={"read": ("m1",)}))
    state = after(state, "human", c.InterruptTurn("ann", "it hangs"))
    assert [one.message.id for one in state.unread_of("ann") if one.message.from_ == "lead"] == ["m1"]
    assert (state.turns_spent, "ann" in state.read_up_to) == (0, False)
    for action in (c.EndTurn("ann", "t-1"), c.RenewTurn("ann", "t-1", time(9000))):
        with pytest.raises(TurnLostError):
            decided(state, action, who("ann"))
    assert decided(state, c.AbandonTurn("ann", "t-1"), who("ann")) == []


def test_the_delegators_of_work_in_progress_the_leads_and_the_humans_are_told_once() -> None:
    found = events(at_work(), "bob", c.Tick(), seconds=61)
    assert kinds(found) == ["turn_ended", "field_written", "message_sent"]
    (sent,) = notices(found)
    assert (sent.recipients, sent.message.priority, sent.message.task_ref) == (("eve", "human", "lead"), "high", "TC-1")
    assert "The turn of ann was interrupted (its lease ended)." in sent.message.context_summary
    assert "work in progress (TC-1)" in sent.message.context_summary
    assert "Reassign work that another agent should do." in sent.message.context_summary
    assert "renkei contract" not in sent.message.context_summary  # a lead may be an agent that has only tools
    assert events(applied(at_work(), *found), "bob", c.Tick(), seconds=9000) == ()


def test_the_interrupter_is_not_notified_and_the_others_read_who_did_it_and_why() -> None:
    (sent,) = notices(events(at_work(), "lead", c.InterruptTurn("ann", "it hangs")))
    assert sent.recipients == ("eve", "human")
    assert "interrupted (lead ended it: it hangs)" in sent.message.context_summary


def test_an_agent_without_work_in_progress_concerns_leads_and_humans_alone() -> None:
    state = after(team(), "ann", reading(team(), "ann"))
    (sent,) = notices(events(state, "human", c.InterruptTurn("ann")))
    assert (sent.recipients, sent.message.task_ref) == (("lead",), None)
    assert sent.message.context_summary == (
        "The turn of ann was interrupted (human ended it). Nothing of it was written or read."
    )


def test_nobody_is_told_when_only_the_lead_could_be() -> None:
    state = after(team(), "lead", reading(team(), "lead"))
    assert kinds(events(state, "human", c.InterruptTurn("lead"))) == ["turn_ended"]


def test_an_agent_that_takes_over_its_own_turn_is_told_and_nobody_else() -> None:
    found = events(at_work(), "ann", c.InterruptTurn("ann"))
    assert kinds(found) == ["turn_ended"]
    state = applied(at_work(), *found)
    assert state.board.agent("ann", "status") == "working"
    assert "did not finish (the agent began another turn)." in context(state, "ann").text


def test_the_board_says_error_until_the_next_turn_which_lets_the_agent_go_on() -> None:
    state = after(at_work(), "bob", c.Tick(), seconds=61)
    assert state.board.agent("ann", "status") == "error"
    assert state.interrupted["ann"] == Interruption("renkei", "")
    state = after(state, "ann", reading(state, "ann", "t-2", seconds=900), seconds=62)
    assert state.board.agent("ann", "status") == "working"
    assert "ann" in state.interrupted
    assert "INTERRUPTED: your last turn" in context(state, "ann", rendering="delta").text
    state = after(state, "ann", c.AbandonTurn("ann", "t-2"), seconds=63)
    assert "ann" in state.interrupted
    state = after(state, "ann", reading(state, "ann", "t-3", seconds=900), seconds=64)
    state = after(state, "ann", c.EndTurn("ann", "t-3"), seconds=65)
    assert "ann" not in state.interrupted
    assert "INTERRUPTED" not in context(state, "ann").text


def test_an_agent_whose_task_is_gone_is_idle_again() -> None:
    state = after(at_work(), "human", c.InterruptTurn("ann"), Write("/agents/ann/current_task", None))
    assert after(state, "ann", reading(state, "ann", "t-2")).board.agent("ann", "status") == "idle"


def test_a_status_that_is_not_of_the_interruption_stays() -> None:
    blocked = after(at_work(), "ann", Write("/agents/ann/status", "blocked"))
    assert after(blocked, "human", c.InterruptTurn("ann")).board.agent("ann", "status") == "blocked"
    state = after(at_work(), "human", c.InterruptTurn("ann"))
    state = after(state, "human", Write("/agents/ann/status", "idle"), Write("/agents/ann/status", "error"))
    assert after(state, "ann", reading(state, "ann", "t-2")).board.agent("ann", "status") == "error"


def test_error_of_the_system_without_an_interruption_stays() -> None:
    claimed = after(team(), "lead", c.OpenContract(terms("TC-1")))
    claimed = after(claimed, "ann", c.ClaimContract("TC-1", lease=10))
    state = after(claimed, "bob", c.Tick(), seconds=11)
    assert state.board.agent("ann", "status") == "error"
    assert after(state, "ann", reading(state, "ann")).board.agent("ann", "status") == "error"


def test_a_lease_ends_its_seconds_after_the_last_act_or_heartbeat_of_the_agent() -> None:
    state = at_work(lease=60)
    assert lease_end(state, "ann") == time(60)
    assert lease_end(state, "ann", time(30)) == time(90)
    acted = after(state, "ann", c.Send(message("m", "ann", "bob", talk("still here"))), seconds=50)
    assert lease_end(acted, "ann", time(30)) == time(110)
    assert kinds(events(acted, "bob", c.Tick(), seconds=110)) == []
    assert kinds(events(acted, "bob", c.Tick({"ann": time(100)}), seconds=111)) == []
    assert "turn_ended" in kinds(events(acted, "bob", c.Tick(), seconds=111))


def test_without_seconds_of_a_lease_only_its_end_counts() -> None:
    state = after(at_work(), "ann", Write("/agents/ann/current_task", "x"), seconds=50)
    assert lease_end(state, "ann", time(55)) == time(60)


def test_renewing_moves_the_end_of_the_lease() -> None:
    state = after(at_work(lease=60), "ann", c.RenewTurn("ann", "t-1", time(900)), seconds=10)
    assert lease_end(state, "ann") == time(900)
    with pytest.raises(NotAllowedError):
        decided(state, c.RenewTurn("ann", "t-1", time(900)), who("bob"))
    with pytest.raises(TurnLostError):
        decided(state, c.RenewTurn("ann", "t-0", time(900)), who("ann"))
