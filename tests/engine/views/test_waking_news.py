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


def test_an_agent_that_says_something_new_in_each_turn_goes_on() -> None:
    state = after(with_work(), "ann", c.TransitionContract("TC-1", "start"))
    for number in range(8):
        state = turn(state, send(f"m-{number}", "ann", "lead", talk(f"step {number} is done, with the file f{number}")))
    assert wake_reason(state, "ann", time()) == "TC-1 is in progress"


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


def test_notes_and_the_status_on_the_board_are_no_news() -> None:
    state = with_work()
    before = affairs(state, "ann")
    state = after(
        after(state, "lead", c.AddNote("TC-1", "a check failed")), "ann", Write("/agents/ann/status", "error")
    )
    assert affairs(state, "ann") == before
    assert affairs(after(state, "bob", send("m", "bob", "ann", talk("news"))), "ann") != before
