"""What is news to an agent: work left as it is stops waking it, and a reason without a turn is repeated rarely."""

import pytest

from engine.factory import after, events, reading, send, talk, team, terms, time
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.state import State
from renkei.engine.views.waking.news import NEVER, Woken, affairs, wake
from renkei.engine.views.waking.reasons import wake_reason

READY = "TC-1 is ready to start"


def with_work() -> State:
    return after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))


def turn(state: State, *done: c.Action) -> State:
    state = after(state, "ann", reading(state, "ann"))
    return after(state, "ann", *done, c.EndTurn("ann", "t-1"))


def reports(state: State) -> int:
    state = after(state, "ann", reading(state, "ann"))
    sent = [one for one in events(state, "ann", c.EndTurn("ann", "t-1")) if isinstance(one, MessageSent)]
    return sum("did nothing" in one.message.context_summary for one in sent)


def test_work_that_an_agent_leaves_wakes_it_twice_more_and_is_then_reported_once() -> None:
    state, told = with_work(), []
    for _ in range(4):
        told.append(reports(state))
        state = turn(state)
    assert told == [0, 0, 1, 0]
    assert wake_reason(state, "ann", time()) is None


@pytest.mark.parametrize("steps", range(3))
def test_work_wakes_until_it_was_left_three_times(steps: int) -> None:
    state = with_work()
    for _ in range(steps):
        state = turn(state)
    assert wake_reason(state, "ann", time(60)) is not None


@pytest.mark.parametrize(
    ("actor", "change", "reason"),
    [
        ("ann", c.TransitionContract("TC-1", "start"), "TC-1 is in progress"),
        ("lead", c.AddNote("TC-1", "use the other port"), READY),
        ("lead", c.OpenContract(terms("TC-2", assignee="ann")), "TC-2 is ready to start"),
    ],
)
def test_a_change_of_the_work_is_news(actor: str, change: c.Action, reason: str) -> None:
    state = with_work()
    for _ in range(3):
        state = turn(state)
    state = after(state, actor, change)
    if actor == "ann":
        state = after(state, "ann", Write("/agents/ann/status", "idle"))
    assert reason == wake_reason(state, "ann", time(60), pause=3600)


def test_work_that_was_sent_back_is_news_although_the_agent_said_nothing() -> None:
    state = after(with_work(), "ann", c.TransitionContract("TC-1", "start"))
    for _ in range(3):
        state = turn(state)
    assert wake_reason(state, "ann", time()) is None
    notes = state.contracts.entries["TC-1"].noted
    state = after(state, "ann", c.TransitionContract("TC-1", "submit"))
    state = after(state, "lead", c.TransitionContract("TC-1", "rework"))
    assert state.contracts.entries["TC-1"].noted == notes
    assert wake_reason(state, "ann", time(), pause=3600) == "TC-1 is in progress"


def test_turns_count_only_in_a_row() -> None:
    state = turn(turn(with_work()))
    state = turn(after(state, "ann", Write("/agents/ann/status", "working")))
    state = turn(turn(after(state, "ann", Write("/agents/ann/status", "idle"))))
    assert wake_reason(state, "ann", time(60)) == READY


def test_work_that_others_may_claim_as_well_is_not_reported_as_left() -> None:
    state, told = after(team(), "lead", c.OpenContract(terms("TC-1"))), []
    for _ in range(4):
        told.append(reports(state))
        state = turn(state)
    assert told == [0, 0, 0, 0]
    assert wake_reason(state, "ann", time()) is None
    assert wake_reason(state, "bob", time()) == "TC-1 is ready to be claimed"


def test_an_agent_at_work_is_offered_nothing_else() -> None:
    state = after(with_work(), "ann", Write("/agents/ann/status", "working"))
    assert wake_reason(state, "ann", time()) is None


def test_an_agent_that_says_something_new_in_each_turn_goes_on() -> None:
    state = after(with_work(), "ann", c.TransitionContract("TC-1", "start"))
    for number in range(8):
        state = turn(state, send(f"m-{number}", "ann", "lead", talk(f"step {number} is done, with the file f{number}")))
    assert wake_reason(state, "ann", time()) == "TC-1 is in progress"


def test_work_left_while_a_reply_was_owed_wakes_again_when_the_debt_is_settled() -> None:
    state = after(with_work(), "lead", send("q-1", "lead", "ann", talk("which port?", requires_response=True)))
    for _ in range(3):
        state = turn(state)
    assert wake_reason(state, "ann", time(60), pause=3600) is None
    state = after(state, "lead", c.CloseObligations("q-1"))
    assert wake_reason(state, "ann", time(60), pause=3600) == READY


def test_a_reason_without_a_turn_is_repeated_after_a_minute_then_after_ten_and_then_not_at_all() -> None:
    state, given, last = with_work(), [], NEVER
    for second in range(0, 3600, 10):
        found = wake(last, state, "ann", READY, time(second))
        if isinstance(found, Woken):
            last = found
            given.append(second)
    assert given == [0, 60, 660]
    assert wake(last, state, "ann", READY, time(99_999)) is None
    changed = after(state, "bob", send("m", "bob", "ann", talk("news")))
    assert isinstance(wake(last, changed, "ann", READY, time(99_999)), Woken)
    assert isinstance(wake(last, state, "ann", "another reason", time(99_999)), Woken)
    assert Woken.model_validate_json(last.model_dump_json()) == last


def test_a_turn_that_begins_or_ends_lets_the_same_reason_wake_again() -> None:
    state = with_work()
    first = wake(NEVER, state, "ann", READY, time())
    assert isinstance(first, Woken)
    assert isinstance(wake(first, turn(state), "ann", READY, time()), Woken)
    within = after(state, "ann", reading(state, "ann"))
    second = wake(first, within, "ann", READY, time())
    assert isinstance(second, Woken)
    assert isinstance(wake(second, after(within, "ann", c.EndTurn("ann", "t-1")), "ann", READY, time()), Woken)


@pytest.mark.parametrize(
    ("actor", "change"),
    [
        ("bob", send("m", "bob", "ann", talk("news"))),
        ("lead", c.OpenContract(terms("TC-2", assignee="ann"))),
        ("lead", c.TransitionContract("TC-1", "cancel")),
        ("ann", Write("/agents/ann/blocked_by", "D-1")),
        ("lead", c.SuspendActor("ann", "lunch")),
        ("human", c.CloseObligations("asked", "ann")),
    ],
)
def test_what_changes_for_an_agent_is_news(actor: str, change: c.Action) -> None:
    state = after(with_work(), "bob", send("asked", "bob", "ann", talk("who?", requires_response=True)))
    assert affairs(after(state, actor, change), "ann") != affairs(state, "ann")


def test_messages_of_the_runtime_are_no_news() -> None:
    state = with_work()
    told = after(state, "lead", c.SetGroup("team", ("ann",)), c.PauseContract("TC-1", "lunch"))
    told = after(told, "lead", c.ResumeContract("TC-1"))
    assert len(told.unread["ann"]) > len(state.unread.get("ann", ()))
    assert affairs(told, "ann") == affairs(state, "ann")


def test_notes_and_the_status_on_the_board_are_no_news() -> None:
    state = with_work()
    before = affairs(state, "ann")
    state = after(
        after(state, "lead", c.AddNote("TC-1", "a check failed")), "ann", Write("/agents/ann/status", "error")
    )
    assert affairs(state, "ann") == before
    assert affairs(after(state, "bob", send("m", "bob", "ann", talk("news"))), "ann") != before
