"""Turns are taken one at a time; ending one counts what was read and its steps; time lets deadlines and leases pass."""

import pytest

from engine.factory import (
    after,
    applied,
    decided,
    events,
    kinds,
    reading,
    send,
    submitted,
    talk,
    team,
    terms,
    time,
    who,
)
from renkei.engine import commands as c
from renkei.engine.events import ObligationOverdue, TurnEnded
from renkei.engine.state import State, Usage
from renkei.engine.views.agent_context.agent_view import context
from renkei.errors import NotAllowedError, QuotaExceededError, TurnLostError, TurnOpenError, UnknownActorError
from renkei.protocol.payloads import DecisionRequest

ASK = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=1)


def in_turn(state: State, agent: str = "ann", turn: str = "t-1") -> State:
    return after(state, agent, reading(state, agent, turn))


def overdue(found: object) -> list[tuple[str, str]]:
    return [(one.message_id, one.debtor) for one in found if isinstance(one, ObligationOverdue)]


def test_a_turn_is_refused_while_the_lease_of_another_runs() -> None:
    state = in_turn(team())
    again = reading(state, "ann", "t-2", seconds=9000)
    with pytest.raises(TurnOpenError):
        decided(state, again, who("ann", 3601))
    assert events(state, "bob", c.Tick(), seconds=3600) == ()
    state = after(state, "bob", c.Tick(), seconds=3601)
    again = reading(state, "ann", "t-2", seconds=9000)
    assert kinds(decided(state, again, who("ann", 3601))) == ["turn_began"]


def test_a_context_that_is_not_of_the_newest_state_begins_no_turn() -> None:
    old = reading(team(), "ann")
    with pytest.raises(TurnLostError):
        decided(after(team(), "human", c.SetQuota()), old, who("ann"))


@pytest.mark.parametrize(
    "action",
    [reading(team(), "ann"), c.EndTurn("ann", "t-1"), c.AbandonTurn("ann", "t-1")],
    ids=lambda a: type(a).__name__,
)
def test_no_agent_takes_the_turn_of_another(action: c.Action) -> None:
    state = team() if isinstance(action, c.BeginTurn) else in_turn(team())
    with pytest.raises(NotAllowedError, match="'ann'"):
        decided(state, action, who("bob"))


def test_a_turn_needs_a_participant() -> None:
    with pytest.raises(UnknownActorError):
        decided(team(), c.EndTurn("zoe", "t"), who("zoe"))


def test_no_turn_begins_when_the_quota_is_used_up_by_turns_or_tokens() -> None:
    for quota in (c.SetQuota(turns=1), c.SetQuota(tokens=100)):
        state = after(team(), "human", quota)
        assert not state.spent
        state = in_turn(state)
        state = after(state, "ann", c.EndTurn("ann", "t-1"))
        assert state.spent
        with pytest.raises(QuotaExceededError):
            decided(state, reading(state, "bob"), who("bob"))


def test_the_end_of_a_turn_counts_what_a_model_used_besides_its_context() -> None:
    state = in_turn(after(team(), "human", c.SetQuota(tokens=130)))
    assert (state.tokens_spent, state.spent) == (100, False)
    first = events(state, "ann", c.EndTurn("ann", "t-1", 30))
    assert kinds(first) == ["turn_ended", "project_halted", "message_sent"]
    state = applied(state, *first)
    assert (state.tokens_spent, state.usage["ann"]) == (130, Usage(1, 130))
    assert after(in_turn(team()), "ann", c.EndTurn("ann", "t-1", -1)).tokens_spent == 100


def test_the_human_is_notified_once_when_the_quota_is_used_up() -> None:
    state = after(team(), "human", c.SetQuota(turns=1))
    both = in_turn(in_turn(state), "bob", "t-2")
    first = events(both, "ann", c.EndTurn("ann", "t-1"))
    assert kinds(first) == ["turn_ended", "project_halted", "message_sent"]
    assert kinds(events(applied(both, *first), "bob", c.EndTurn("bob", "t-2"))) == ["turn_ended"]


def test_only_the_turn_that_is_open_can_be_ended_and_abandoning_another_changes_nothing() -> None:
    state = in_turn(team())
    for turn in (c.EndTurn("ann", "t-0"), c.EndTurn("bob", "t-1")):
        with pytest.raises(TurnLostError, match=repr(turn.agent)):
            decided(state, turn, who(turn.agent))
    assert decided(state, c.AbandonTurn("ann", "t-0"), who("ann")) == []
    assert decided(state, c.AbandonTurn("bob", "t-1"), who("bob")) == []
    (ended,) = decided(state, c.AbandonTurn("ann", "t-1"), who("ann"))
    assert isinstance(ended, TurnEnded)
    assert (ended.finished, ended.read) == (False, ())


def test_an_abandoned_turn_is_not_spent_and_moves_nothing_that_was_read() -> None:
    state = in_turn(team())
    state = after(state, "ann", c.AbandonTurn("ann", "t-1"))
    assert (state.turns_spent, state.tokens_spent, dict(state.turns)) == (0, 100, {})
    assert "ann" not in state.read_up_to


def test_what_the_context_showed_is_read_when_the_turn_ends_and_what_came_later_is_not() -> None:
    state = after(
        team(), "lead", send("m1", "lead", ["ann", "bob"], talk("one")), send("m2", "lead", "ann", talk("two"))
    )
    began = reading(state, "ann")
    state = applied(state, decided(state, began, who("ann"))[0].model_copy(update={"read": ("m1", "gone")}))
    state = after(state, "bob", send("m3", "bob", "ann", talk("three")))
    (ended,) = decided(state, c.EndTurn("ann", "t-1"), who("ann"))
    assert isinstance(ended, TurnEnded)
    assert (ended.read, ended.seen) == (("m1",), began.seen)
    state = applied(state, ended)
    assert [kept.message.id for kept in state.unread_of("ann")] == ["m2", "m3"]
    assert [kept.message.id for kept in state.unread_of("bob")] == ["m1"]
    assert state.read_up_to["ann"] == began.seen


def test_a_message_that_everybody_has_read_is_dropped() -> None:
    state = in_turn(after(team(), "lead", send("m1", "lead", "ann", talk("one"))))
    state = applied(state, TurnEnded(turn="t-1", agent="ann", read=("m1",), seen=state.seq))
    assert "m1" not in state.messages
    assert "ann" not in state.unread


def test_a_deadline_in_steps_counts_the_turns_that_began_after_the_request() -> None:
    state = in_turn(team(), "bob")
    state = after(state, "ann", send("ask", "ann", "bob", ASK))
    during = decided(state, c.EndTurn("bob", "t-1"), who("bob"))
    assert overdue(during) == []
    state = applied(state, *during)
    assert state.owed_by("bob")[0].steps == 1
    state = in_turn(state, "bob", "t-2")
    found = events(state, "bob", c.EndTurn("bob", "t-2"))
    assert overdue(found) == [("ask", "bob")]
    state = applied(state, *found)
    assert (state.owed_by("bob")[0].steps, state.owed_by("bob")[0].overdue) == (0, True)
    state = in_turn(state, "bob", "t-3")
    assert overdue(decided(state, c.EndTurn("bob", "t-3"), who("bob"))) == []


def test_a_turn_counts_a_step_of_the_work_in_progress_and_reports_its_limit() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", timeout={"max_steps": 2})))
    state = after(state, "ann", c.TransitionContract("TC-1", "start"))
    assert state.board.agent("ann", "current_task") == "TC-1"
    state = in_turn(state)
    found = decided(state, c.EndTurn("ann", "t-1"), who("ann"))
    assert kinds(found) == ["turn_ended"]
    state = applied(state, *found)
    assert state.contracts.entries["TC-1"].steps == 1
    state = in_turn(state, turn="t-2")
    assert kinds(events(state, "ann", c.EndTurn("ann", "t-2")))[:2] == ["turn_ended", "limit_reached"]


def test_a_turn_counts_no_step_of_work_that_is_submitted_or_anothers() -> None:
    state = in_turn(submitted(team(), "TC-1"))
    (ended,) = decided(state, c.EndTurn("ann", "t-1"), who("ann"))
    assert isinstance(ended, TurnEnded)
    assert ended.contract_id is None


def test_a_reply_is_overdue_once_its_time_has_passed() -> None:
    ask = send("ask", "ann", "bob", talk("well?", requires_response=True), reply_by=time(60))
    state = after(team(), "ann", ask)
    assert decided(state, c.Tick(), who("human", 60)) == []
    late = decided(state, c.Tick(), who("human", 61))
    assert overdue(late) == [("ask", "bob")]
    assert decided(applied(state, *late), c.Tick(), who("human", 62)) == []


def claimed(lease: int = 100) -> State:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    return after(state, "ann", c.ClaimContract("TC-1", lease=lease))


def test_a_claim_expires_after_its_lease_without_a_sign_of_life() -> None:
    assert decided(claimed(), c.Tick(), who("human", 100)) == []
    assert kinds(decided(claimed(), c.Tick(), who("human", 101))) == ["note_added", "contract_transitioned"]


@pytest.mark.parametrize(
    ("alive", "expires"), [({"ann": time(50)}, False), ({"bob": time(50)}, True), ({"ann": ""}, True)]
)
def test_a_heartbeat_of_the_assignee_keeps_its_claim(alive: dict[str, str], expires: bool) -> None:
    found = decided(claimed(), c.Tick(alive), who("human", 120))
    assert bool(found) is expires


def test_a_heartbeat_that_is_older_than_the_last_command_changes_nothing() -> None:
    state = after(claimed(), "ann", send("m", "ann", "bob", talk("busy")), seconds=80)
    assert decided(state, c.Tick({"ann": time(10)}), who("human", 180)) == []
    assert decided(state, c.Tick({"ann": time(10)}), who("human", 181)) != []


def test_work_without_a_lease_or_that_cannot_be_released_never_expires() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-2", assignee="bob")))
    state = after(state, "bob", c.TransitionContract("TC-2", "start"))
    assert decided(state, c.Tick(), who("human", 100_000)) == []
    state = after(claimed(), "ann", c.TransitionContract("TC-1", "start"), c.TransitionContract("TC-1", "submit"))
    assert decided(state, c.Tick(), who("human", 100_000)) == []


def parts_of(state: State, agent: str) -> list[tuple[int, int]]:
    return [(one.number, one.end) for one in state.parts.get(agent, {}).values()]


def in_part(state: State, turn: str, budget: int = 300) -> State:
    """Begin a turn of ann with a context that cannot hold a long critical message."""
    begun = c.BeginTurn("ann", turn, time(3600), state.seq, context(state, "ann", budget=budget))
    return after(state, "ann", begun)


def test_a_part_is_read_when_its_turn_has_ended_and_the_message_with_its_last_part() -> None:
    state = after(team(), "bob", send("m1", "bob", "ann", talk("stop! " * 300), priority="blocking"))
    state = in_part(state, "t-1")
    assert parts_of(state, "ann") == []
    again = after(state, "ann", c.AbandonTurn("ann", "t-1"))
    assert parts_of(again, "ann") == []  # what an abandoned turn gave is given again
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    ((number, end),) = parts_of(state, "ann")
    assert number == 1
    assert list(state.unread["ann"]) == ["m1"]
    (row,) = context(state, "ann", budget=300).given
    assert (row.part.number, row.part.start) == (2, end)
    for turn in range(2, 20):
        state = after(in_part(state, f"t-{turn}"), "ann", c.EndTurn("ann", f"t-{turn}"))
        if "ann" not in state.unread:
            break
    assert "ann" not in state.unread
    assert "ann" not in state.parts
    assert "m1" not in state.messages


def test_a_part_that_is_read_leaves_the_parts_of_other_messages_as_they_are() -> None:
    state = after(
        team(), "bob", *(send(f"m{n}", "bob", "ann", talk(f"{n} stop! " * 300), priority="blocking") for n in (1, 2))
    )
    state = after(in_part(state, "t-1"), "ann", c.EndTurn("ann", "t-1"))
    assert set(state.parts["ann"]) == {"m1"}
    state = after(in_part(state, "t-2", 5000), "ann", c.EndTurn("ann", "t-2"))
    assert "ann" not in state.parts
