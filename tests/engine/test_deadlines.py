"""Time is no command that can be refused: each deadline is applied alone, whatever its rules run into."""

from typing import Any

import pytest

from engine.factory import after, decided, events, kinds, message, reading, send, settled, talk, team, terms, time, who
from engine.test_settle import field, fired, put, rule
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.deadlines import due
from renkei.engine.events import ObligationOverdue
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import CascadeTooDeepError
from renkei.protocol.payloads import DecisionRequest
from renkei.protocol.primitives import later
from team import START, small_team

GROW = rule("grow", field("/current_phase"), put("/current_phase", "{new}x"))
LATE: dict[str, Any] = {"overdue": "obligation"}
CYCLE = (rule("late", LATE, put("/current_phase", "late")), GROW)


def owing(state: State, *debtors: str) -> State:
    """Return a state in which each debtor owes a reply that was due after a minute."""
    asks = (
        send(f"ask-{one}", "lead", one, talk("well?", requires_response=True), reply_by=time(60)) for one in debtors
    )
    return after(state, "lead", *asks)


def late(record: Record) -> list[str]:
    return [one.debtor for one in record.events if isinstance(one, ObligationOverdue)]


def test_a_deadline_whose_rules_trigger_each_other_is_applied_and_its_rule_says_why_nothing_was_done() -> None:
    record, state = settled(owing(team(rules=CYCLE), "bob"), "human", c.Tick(), seconds=61)
    assert kinds(record.events) == ["obligation_overdue", "rule_fired"]
    ((name, refused),) = fired(record.events)
    assert name == "late"
    assert [one.partition(":")[0] for one in refused] == ["CASCADE_TOO_DEEP"]
    assert "grow" in refused[0]
    assert state.board.get("/current_phase") == "build"
    assert events(state, "human", c.Tick(), seconds=9999) == ()


def test_the_other_rules_of_the_deadline_and_the_other_deadlines_are_applied() -> None:
    rules = (*CYCLE, rule("mark", LATE, put("/agents/{debtor}/status", "error")))
    record, state = settled(owing(team(rules=rules), "ann", "bob"), "human", c.Tick(), seconds=61)
    assert late(record) == ["ann", "bob"]
    assert [name for name, refused in fired(record.events) if not refused] == ["mark", "mark"]
    assert [name for name, refused in fired(record.events) if refused] == ["late", "late"]
    assert [state.board.agent(one, "status") for one in ("ann", "bob", "eve")] == ["error", "error", "idle"]


def test_the_same_rules_refuse_an_ordinary_command() -> None:
    with pytest.raises(CascadeTooDeepError):
        settled(team(rules=CYCLE), "lead", Write("/current_phase", "next"))


def test_a_wait_that_only_the_undone_cascade_has_ended_goes_on() -> None:
    done = rule("late", LATE, put("/agents/ann/status", "completed"), put("/current_phase", "late"))
    state = after(team(rules=(done, GROW)), "ann", Write("/agents/ann/current_task", "the login page"))
    state = after(state, "eve", Write("/agents/eve/blocked_by", "ann"), Write("/agents/eve/status", "blocked"))
    record, state = settled(owing(state, "bob"), "human", c.Tick(), seconds=61)
    assert kinds(record.events) == ["obligation_overdue", "rule_fired"]
    assert state.board.agent("eve", "status") == "blocked"


def test_a_deadline_that_no_longer_exists_is_not_applied() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    state = owing(after(state, "ann", c.ClaimContract("TC-1", lease=10)), "bob")
    state = after(state, "eve", reading(state, "eve", seconds=10))
    found = due(state, time(61), {})
    assert [(one.kind, one.name, one.agent) for one in found] == [
        ("reply", "ask-bob", "bob"),
        ("turn", "t-1", "eve"),
        ("claim", "TC-1", "ann"),
    ]
    ticks = [c.Tick(only=one) for one in found]
    assert all(decided(state, one, who("human", 61)) for one in ticks)
    state = after(state, "human", c.Tick(), seconds=61)
    assert [decided(state, one, who("human", 62)) for one in ticks] == [[], [], []]


def test_a_turn_that_ends_is_never_refused_because_of_the_deadlines_that_are_counted_in_turns() -> None:
    state = owing(team(rules=CYCLE), "bob")
    ask = message("d", "lead", "ann", DecisionRequest(decision_id="D-1", question="port?", deadline_steps=1))
    state = after(state, "lead", c.Send(ask))
    state = after(state, "ann", reading(state, "ann"))
    record, state = settled(state, "ann", c.EndTurn("ann", "t-1"))
    assert late(record) == ["ann"]
    assert [(name, len(refused)) for name, refused in fired(record.events)] == [("late", 1)]
    assert "ann" not in state.turns


def test_a_suspended_human_does_not_stop_time() -> None:
    state = after(owing(team(), "bob"), "lead", c.SuspendActor("human", "by hand"))
    assert kinds(events(state, "human", c.Tick(), seconds=61)) == ["obligation_overdue"]


def test_one_record_applies_a_limited_number_of_deadlines() -> None:
    state = team()
    for number in range(101):
        ask = send(f"m-{number}", "lead", "bob", talk(f"{number}?", requires_response=True), reply_by=time(60))
        state = after(state, "lead", ask)
    record, state = settled(state, "human", c.Tick(), seconds=61)
    assert len(late(record)) == 100
    assert len(due(state, time(61), {})) == 1
    assert late(settled(state, "human", c.Tick(), seconds=61)[0]) == ["bob"]


def test_deadlines_of_a_kind_are_applied_in_the_order_in_which_they_passed() -> None:
    state = team()
    for number, debtor in enumerate(("eve", "bob", "ann")):
        ask = send(f"m-{debtor}", "lead", debtor, talk("?", requires_response=True), reply_by=time(10 + number))
        state = after(state, "lead", ask)
    found = due(state, time(60), {})
    assert [one.agent for one in found] == ["eve", "bob", "ann"]


def test_every_reader_of_a_project_goes_on_and_the_log_does_not_grow_again() -> None:
    now = [START]
    project = small_team(now=lambda: now[0], rules=CYCLE)
    ask = talk("well?", requires_response=True)
    project.send(project.message("lead", ask, "bob", reply_by=later(START, 60_000_000)))
    now[0] = later(START, 90_000_000)
    assert project.wake_reason("ann") is None
    assert [one.overdue for one in project.obligations("bob")] == [True]
    last = project.state.seq
    for _ in range(10):
        assert project.tick() is None
        project.expire()
        project.wake_reason("ann")
    assert project.state.seq == last


def test_a_tick_of_the_library_applies_everything_that_has_passed() -> None:
    now = [START]
    project = small_team(now=lambda: now[0], guarded=False)
    for number in range(201):
        ask = talk(f"{number}?", requires_response=True)
        project.send(project.message("lead", ask, "bob", reply_by=later(START, 60_000_000)))
    before, now[0] = project.state.seq, later(START, 90_000_000)
    project.tick()
    assert [len(late(one)) for one in project.records(before)] == [100, 100, 1]


def test_deadlines_that_have_passed_are_applied_before_a_turn_begins() -> None:
    now = [START]
    project = small_team(now=lambda: now[0])
    project.send(project.message("lead", talk("?", requires_response=True), "bob", reply_by=later(START, 60_000_000)))
    before, now[0] = project.state.seq, later(START, 90_000_000)
    project.begin_turn("ann")
    assert [kinds(one.events)[0] for one in project.records(before)] == ["obligation_overdue", "turn_began"]
