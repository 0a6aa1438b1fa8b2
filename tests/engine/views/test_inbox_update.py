"""An inbox that is brought up to date says the same as one that is made from nothing, whatever happened in between."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.factory import after, send, talk, team, terms, time
from renkei.board.decide import Write
from renkei.budget.delivery.model import ContextDelivery
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views import inbox as inboxes
from renkei.engine.views.agent_view import context
from renkei.engine.views.inbox import EMPTY, Inbox, inbox, updated
from renkei.engine.views.news import news
from renkei.engine.views.waking import next_due, wake_reason
from renkei.errors import ProtocolError
from renkei.protocol.payloads import (
    DecisionRequest,
    DecisionResult,
    KnowledgeShare,
    ReviewResult,
    TaskBlocked,
    TaskResult,
)

AGENTS = ("lead", "ann", "bob", "eve", "human")
REFS = ("TC-1", "TC-2", "D-1", "api", "m-3", "m-8", "ann")
TEXTS = ("the login page", "認証の実装", "schema of the login token", "lunch at noon", "TC-1 please")


def payload(kind: str, ref: str, text: str) -> Any:
    return {
        "talk": lambda: talk(text),
        "urgent": lambda: talk(text, requires_response=True),
        "share": lambda: KnowledgeShare(topic=ref, content=text, relevance_to_recipients="", actionable=len(text) > 20),
        "ask": lambda: DecisionRequest(decision_id="D-1", question=text),
        "decide": lambda: DecisionResult(decision_id="D-1", chosen_option=text, rationale=""),
        "result": lambda: TaskResult(original_task_ref=ref, status="completed", summary=text),
        "blocked": lambda: TaskBlocked(original_task_ref=ref, blocked_by="D-1", reason=text, needed=()),
        "review": lambda: ReviewResult(artifact_ref=ref, verdict="approved", summary=text),
    }[kind]()


MESSAGES = st.tuples(
    st.sampled_from(AGENTS),
    st.sampled_from([*AGENTS, "all", "all", "all"]),
    st.sampled_from(["talk", "urgent", "share", "ask", "decide", "result", "blocked", "review"]),
    st.sampled_from(REFS),
    st.sampled_from(TEXTS),
    st.fixed_dictionaries(
        {"priority": st.sampled_from(["normal", "low", "high", "blocking"])},
        optional={
            "thread": st.sampled_from(["T", "U"]),
            "in_reply_to": st.sampled_from(["m-3", "m-8"]),
            "task_ref": st.sampled_from(["TC-1", "TC-2"]),
        },
    ),
)
ACTS = st.one_of(
    st.tuples(st.just("claim"), st.sampled_from(AGENTS), st.sampled_from(["TC-1", "TC-2"])),
    st.tuples(st.just("wait"), st.sampled_from(AGENTS), st.sampled_from([*REFS, None])),
    st.tuples(st.just("task"), st.sampled_from(AGENTS), st.sampled_from(TEXTS)),
    st.tuples(st.just("make"), st.sampled_from(AGENTS), st.sampled_from(["api", "ui"])),
    st.tuples(st.just("read"), st.sampled_from(AGENTS), st.sampled_from([300, 600, 4000])),
    st.tuples(st.just("rules"), st.just("human"), st.sampled_from([("to_me", "keywords", "to_my_group"), ()])),
    st.tuples(st.just("join"), st.just("human"), st.sampled_from(["zoe", "max"])),
)


def actions(number: int, deed: Any, state: State) -> tuple[str, tuple[c.Action, ...]]:
    """Return who does what."""
    if len(deed) > 3:
        sender, to, kind, ref, text, more = deed
        return sender, (send(f"m-{number}", sender, to, payload(kind, ref, text), **more),)
    kind, actor, what = deed
    if kind == "read":
        begin = c.BeginTurn(actor, f"t{number}", time(3600), state.seq, context(state, actor, budget=what))
        return actor, (begin, c.EndTurn(actor, f"t{number}"))
    found: dict[str, Callable[[], c.Action]] = {
        "claim": lambda: c.ClaimContract(what),
        "wait": lambda: Write(f"/agents/{actor}/blocked_by", what),
        "task": lambda: Write(f"/agents/{actor}/current_task", what),
        "make": lambda: Write(f"/agents/{actor}/artifacts/{what}", {"version": number + 1}),
        "rules": lambda: c.SetContextDelivery(ContextDelivery(rules=what) if what else ContextDelivery()),
        "join": lambda: c.Join(what, lead=what == "max"),
    }
    return actor, (found[kind](),)


def states(deeds: list[Any]) -> list[State]:
    """Return the state after each deed that was not refused."""
    state = after(
        team(guarded=False),
        "lead",
        *(
            c.OpenContract(terms(name, inputs={"description": text}))
            for name, text in (("TC-1", TEXTS[0]), ("TC-2", "?"))
        ),
    )
    found = [state]
    for number, deed in enumerate(deeds):
        try:
            who, what = actions(number, deed, state)
            state = after(state, who, *what, seconds=number)
        except ProtocolError:
            continue
        found.append(state)
    return found


def content(found: Inbox) -> tuple[Any, ...]:
    when = [(one.message.id, when) for one, when in found.waking]
    return found.messages, when, dict(found.references), set(found.dependent), set(found.ends)


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.engine.conversation.rows.RECENT_MESSAGES", 6)
    monkeypatch.setattr(inboxes, "LARGE", 0)
    inboxes._kept.clear()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(MESSAGES, MESSAGES, ACTS), min_size=5, max_size=40), st.randoms(use_true_random=False))
def test_an_inbox_brought_up_to_date_says_what_a_new_one_says(deeds: list[Any], random: Any) -> None:
    """The states are asked about in any order, as by questions about the past, and some twice."""
    found = states(deeds)
    for agent in ("ann", "lead"):
        earlier = EMPTY
        for state in [*found, *random.choices(found, k=len(found))]:
            earlier = updated(earlier, state, agent, "en")
            assert content(earlier) == content(updated(EMPTY, state, agent, "en"))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(MESSAGES, MESSAGES, ACTS), min_size=5, max_size=30))
def test_a_context_and_what_wakes_do_not_depend_on_what_is_kept(deeds: list[Any]) -> None:
    for state in states(deeds):
        answers = []
        for _ in range(2):
            built = context(state, "ann", budget=600), context(state, "ann", budget=600, locale="ja")
            answers.append((built, wake_reason(state, "ann", state.at), next_due(state, "ann", state.at, {})))
            inboxes._kept.clear()
        assert answers[0] == answers[1]


def test_a_message_of_another_project_with_the_same_id_is_another_message() -> None:
    one, other = (after(team(), "bob", send("m-1", "bob", "ann", talk(text))) for text in ("yes", "no"))
    found = updated(updated(EMPTY, one, "ann", "en"), other, "ann", "en")
    assert [row.message.payload.body for row in found.messages] == ["no"]


def test_only_large_inboxes_are_kept_and_only_some_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "LARGE", 2)
    monkeypatch.setattr(inboxes, "KEPT", 2)
    state = after(team(), "lead", send("m-1", "lead", "all", talk("a")))
    inbox(state, "ann", "en")
    assert not inboxes._kept
    state = after(state, "lead", send("m-2", "lead", "all", talk("b")))
    for agent in ("ann", "bob", "eve", "bob"):
        inbox(state, agent, "en")
    assert [agent for _, agent, _ in inboxes._kept] == ["eve", "bob"]
    begin = c.BeginTurn("bob", "t", time(3600), state.seq, context(state, "bob"))
    state = after(state, "bob", begin, c.EndTurn("bob", "t"))
    inbox(state, "bob", "en")
    assert [agent for _, agent, _ in inboxes._kept] == ["eve"]


def test_news_leaves_what_is_kept_of_the_whole_inbox() -> None:
    state = after(team(), "lead", *(send(f"m-{one}", "lead", "ann", talk("a")) for one in range(3)))
    state = after(state, "ann", c.BeginTurn("ann", "t", time(3600), state.seq, context(state, "ann")))
    (before,) = inboxes._kept.values()
    state = after(state, "lead", send("m-4", "lead", "ann", talk("b")))
    shown = news(state, "ann")
    assert shown is not None
    assert [one.id for one in shown.given] == ["m-4"]
    assert list(inboxes._kept.values()) == [before]
