"""News: what came during an open turn, once, within a budget; it counts as read when the turn ends, not before."""

import re

from engine.factory import after, reading, send, talk, team, terms
from renkei.board.decide import Write
from renkei.budget.context.build import Context
from renkei.budget.context.reading import Reading
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context, view
from renkei.engine.views.agent_context.news import news
from renkei.engine.views.waking.reasons import wake_reason
from renkei.protocol.payloads import DecisionRequest

SMALL = Reading(budget=900)


def in_turn() -> State:
    """Return a team in which `ann` has begun a turn, before which a message came."""
    state = after(team(), "lead", send("before", "lead", "ann", talk("known")))
    return after(state, "ann", reading(state, "ann"))


def given(state: State, found: Context | None, *, critical_only: bool = False) -> State:
    assert found is not None
    return after(state, "ann", c.GiveNews("ann", "t-1", state.seq, found, critical_only))


def shown(found: Context | None) -> list[str]:
    return [one.id for one in found.given] if found else []


def test_there_is_no_news_before_something_comes() -> None:
    assert news(in_turn(), "ann") is None
    assert news(in_turn(), "ann", critical_only=True) is None


def test_a_message_is_news_once_and_read_when_the_turn_ends() -> None:
    state = after(in_turn(), "bob", send("m1", "bob", "ann", talk("the port is 8080")))
    found = news(state, "ann")
    assert found is not None
    assert "the port is 8080" in found.text
    assert "known" not in found.text
    state = given(state, found)
    assert news(state, "ann") is None
    assert "m1" in state.unread["ann"]
    assert state.tokens_spent == 100 + found.tokens
    dropped = after(state, "ann", c.AbandonTurn("ann", "t-1"))
    assert sorted(dropped.unread["ann"]) == ["before", "m1"]
    ended = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert sorted(ended.unread["ann"]) == ["before"]


def test_only_what_is_critical_on_request_and_the_rest_is_still_news() -> None:
    state = after(
        in_turn(),
        "bob",
        send("m1", "bob", "ann", talk("by the way")),
        send("m2", "bob", "ann", talk("stop"), priority="blocking"),
        Write("/agents/bob/current_task", "the form"),
    )
    assert "m2: blocking, to me" in str(wake_reason(state, "ann", state.at))
    found = news(state, "ann", critical_only=True)
    assert shown(found) == ["m2"]
    assert "the form" not in str(found)
    state = given(state, found, critical_only=True)
    assert wake_reason(state, "ann", state.at) is None
    assert news(state, "ann", critical_only=True) is None
    rest = news(state, "ann")
    assert shown(rest) == ["m1"]
    assert "=== Board changes during your turn ===" in str(rest and rest.text)
    assert "the form" in str(rest and rest.text)


def test_what_stood_only_by_name_comes_again_but_interrupts_once() -> None:
    long = talk("what happened and what to do about it. " * 60)
    state = after(in_turn(), "bob", *(send(f"m{n}", "bob", "ann", long, priority="blocking") for n in range(3)))
    read: list[str] = []
    for _ in range(3):
        found = news(state, "ann", critical_only=True, reading=SMALL)
        state = given(state, found, critical_only=True)
        assert wake_reason(state, "ann", state.at) is None
        read += found.read if found else ()
    assert read == ["m0", "m1", "m2"]
    assert news(state, "ann", critical_only=True) is None


def test_an_overwritten_value_interrupts_and_is_shown_once() -> None:
    state = after(team(), "ann", Write("/agents/ann/current_task", "mine"))
    state = after(state, "ann", reading(state, "ann"))
    unseen = Write("/agents/ann/current_task", "theirs", read_seq=1)
    state = after(state, "human", unseen, seconds=1)
    assert wake_reason(state, "ann", state.at) == "a value it wrote was overwritten"
    found = news(state, "ann", critical_only=True)
    assert "RE-READ /agents/ann/current_task" in str(found and found.text)
    state = given(state, found, critical_only=True)
    assert wake_reason(state, "ann", state.at) is None
    assert news(state, "ann", critical_only=True) is None
    assert "ann" not in after(state, "ann", c.EndTurn("ann", "t-1")).board.notices


def test_every_overwritten_value_is_shown_once() -> None:
    state = after(team(), "ann", Write("/agents/ann/current_task", "mine"), Write("/agents/ann/blocked_by", "bob"))
    state = after(state, "ann", reading(state, "ann"))
    for number, name in enumerate(("current_task", "blocked_by")):
        state = after(state, "human", Write(f"/agents/ann/{name}", "theirs", read_seq=1), seconds=number + 1)
        found = news(state, "ann", critical_only=True)
        assert str(found and found.text).count("RE-READ") == 1
        assert f"RE-READ /agents/ann/{name}" in str(found and found.text)
        state = given(state, found, critical_only=True)
    assert "ann" not in after(state, "ann", c.EndTurn("ann", "t-1")).board.notices


def test_what_was_critical_before_the_turn_is_no_news() -> None:
    limits = {"failure_handling": {"on_blocked": "ask the lead"}}
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", **limits)))
    state = after(state, "ann", c.TransitionContract("TC-1", "block"), reading(state, "ann", "t-0"))
    state = after(state, "human", c.InterruptTurn("ann", "it hangs"))
    state = after(state, "ann", reading(state, "ann"))
    assert len(view(state, "ann").alerts) == 2
    assert news(state, "ann", critical_only=True) is None
    state = after(state, "bob", send("m1", "bob", "ann", talk("stop"), priority="blocking"))
    text = str(news(state, "ann"))
    assert "INTERRUPTED" not in text
    assert "ask the lead" not in text.partition("=== Your task ===")[0]


def test_changes_are_shown_by_one_news_alone() -> None:
    state = after(in_turn(), "bob", Write("/agents/bob/current_task", "the form"))
    state = given(state, news(state, "ann"))
    state = after(state, "bob", send("m1", "bob", "ann", talk("hello")))
    assert "the form" not in str(news(state, "ann"))


def test_changes_that_do_not_fit_are_counted_exactly_within_news_too() -> None:
    def written(state: State, count: int) -> State:
        for number in range(count):
            state = after(state, "bob", Write("/agents/bob/current_task", f"{state.seq} part {number}"))
        return after(state, "ann", Write("/agents/ann/current_task", f"own {state.seq}"))

    def total(found: Context | None) -> int:
        text = found.text if found else ""
        return text.count(" bob: ") + sum(map(int, re.findall(r"(\d+) changes?: `renkei board log", text)))

    state = written(in_turn(), 70)
    assert total(news(state, "ann", Reading(budget=400))) == 70
    late = written(state, 5)
    found = news(state, "ann", Reading(budget=400))
    assert found is not None
    state = after(late, "ann", c.GiveNews("ann", "t-1", state.seq, found, critical_only=False))
    assert total(news(state, "ann", Reading(budget=400))) == 5
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert total(context(state, "ann", Reading(budget=400, rendering="delta"))) == 5


def test_a_reply_that_becomes_overdue_interrupts_and_is_shown_once() -> None:
    ask = DecisionRequest(decision_id="D-1", question="port?", options=[])
    state = after(team(), "lead", send("ask", "lead", "ann", ask, reply_by="2026-01-05T09:10:00Z"))
    state = after(state, "ann", reading(state, "ann", seconds=9000))
    state = after(state, "bob", c.Tick(), seconds=700)
    assert wake_reason(state, "ann", state.at) == "your reply to ask from lead is overdue"
    found = news(state, "ann")
    assert "OVERDUE: you owe lead a reply" in str(found and found.text)
    state = given(state, found)
    assert wake_reason(state, "ann", state.at) is None
    assert news(state, "ann") is None


def test_changes_that_news_showed_are_not_shown_by_the_next_turn() -> None:
    state = after(in_turn(), "bob", Write("/agents/bob/current_task", "the form"))
    seen = state.seq
    state = given(state, news(state, "ann"))
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert state.read_up_to["ann"] == seen


def test_changes_that_no_news_showed_are_left_to_the_next_turn() -> None:
    state = after(in_turn(), "bob", send("m2", "bob", "ann", talk("stop"), priority="blocking"))
    began = state.turns["ann"].seen
    state = given(state, news(state, "ann", critical_only=True), critical_only=True)
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert state.read_up_to["ann"] == began


def test_a_deadline_in_turns_does_not_count_the_turn_whose_news_showed_the_request() -> None:
    ask = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=1)
    state = after(in_turn(), "lead", send("ask", "lead", "ann", ask))
    state = given(state, news(state, "ann"))
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    (owed,) = state.owed_by("ann")
    assert (owed.steps, owed.overdue) == (1, False)


def test_a_message_in_parts_goes_on_with_the_next_news_and_is_read_with_its_last_part() -> None:
    words = [f"word{number}" for number in range(900)]
    state = after(in_turn(), "lead", send("long", "lead", "ann", talk(" ".join(words)), priority="blocking"))
    texts = []
    while (found := news(state, "ann", SMALL)) is not None:
        texts.append(found.text)
        assert "long" not in state.turns["ann"].read
        state = given(state, found)
    assert len(texts) > 2
    assert set(words) <= set("".join(texts).split())
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert "long" not in state.unread.get("ann", {})
