"""What an agent owes, asked for and delegated, as the lines that it reads."""

from dataclasses import replace

import pytest
from immutables import Map

from engine.factory import START, after, applied, reading, send, submitted, talk, team, terms, time
from renkei.board.decide import Write
from renkei.contracts.lifecycle import Transition
from renkei.engine import commands as c
from renkei.engine.events import ObligationOverdue
from renkei.engine.state import State
from renkei.engine.views.agent_context.commitments import WHAT_TO_DO, commitments
from renkei.protocol.payloads import DecisionRequest, ReviewRequest

REVIEW = ReviewRequest(artifact_ref="api", blocking=False)


def lines(state: State, agent: str) -> tuple[str, ...]:
    return tuple(line for one in commitments(state, agent, "en") for line in one.lines)


def test_who_asked_sees_who_owes_the_reply_since_when_and_when_it_is_due() -> None:
    ask = send("q", "ann", ["bob", "eve"], REVIEW, context_summary="the api", reply_by=time(60))
    state = after(team(), "ann", ask)
    line = (
        "you wait for REVIEW_RESULT from bob, eve to q since 2026-01-05T09:00:00Z: the api (due 2026-01-05T09:01:00Z)"
    )
    assert lines(state, "ann") == (line,)
    late = applied(state, ObligationOverdue(message_id="q", debtor="eve", at=START))
    assert lines(late, "ann") == (f"OVERDUE: {line}",)


@pytest.mark.parametrize(("steps", "words"), [(1, "1 turn"), (3, "3 turns")])
def test_a_reply_within_some_turns_says_how_many_are_left(steps: int, words: str) -> None:
    payload = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=steps)
    state = after(team(), "ann", send("q", "ann", "bob", payload, context_summary="port?"))
    assert lines(state, "ann")[0].endswith(f": port? (due within {words})")


def test_a_reply_that_is_owed_is_listed_once_its_request_was_read() -> None:
    ask = send("q", "bob", "ann", talk("well?", requires_response=True), context_summary="well?")
    state = after(team(), "bob", ask)
    assert lines(state, "ann") == ()
    begun = after(state, "ann", reading(state, "ann"))
    turn = replace(begun.turns["ann"], read=("q",))
    ended = after(replace(begun, turns=begun.turns.set("ann", turn)), "ann", c.EndTurn("ann", "t-1"))
    assert lines(ended, "ann") == ("you owe bob a reply (FREEFORM) to q: well?",)


def test_a_delegator_sees_where_its_contracts_stand() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")), c.OpenContract(terms("TC-2")))
    assert lines(state, "lead") == (
        "you delegated TC-1 to ann (open): TC-1",
        "you opened TC-2 for claiming (open): TC-2",
    )
    assert lines(state, "ann") == ()


@pytest.mark.parametrize(
    ("transition", "words"),
    [
        ("block", "(blocked): TC-1 → waits for the key"),
        ("fail", "(failed): TC-1 → reopen, assign or cancel it: `renkei contract reopen TC-1`"),
        ("deliver_part", "reopen it (`rejected`), or cancel it"),
    ],
)
def test_what_needs_the_delegator_says_what_to_do_and_comes_first(transition: Transition, words: str) -> None:
    state = after(team(), "lead", *(c.OpenContract(terms(name, assignee="ann")) for name in ("TC-0", "TC-1")))
    state = after(state, "ann", c.TransitionContract("TC-1", "start"), c.TransitionContract("TC-1", transition))
    state = after(state, "ann", Write("/agents/ann/blocked_by", "the key"))
    unasked = {debtor: owed for debtor, owed in state.obligations.items() if debtor != "lead"}
    state = replace(state, obligations=Map(unasked))
    assert lines(state, "lead")[0].endswith(words)


def test_blocked_work_of_which_nobody_knows_what_it_waits_for_says_only_that() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    state = after(state, "ann", c.TransitionContract("TC-1", "block"))
    assert lines(state, "lead") == ("you delegated TC-1 to ann (blocked): TC-1",)


def test_submitted_work_is_listed_as_a_reply_that_is_owed_and_not_twice() -> None:
    state = submitted(team(), "TC-1")
    assert lines(state, "lead") == ()  # the request to accept is unread
    closed = after(state, "human", c.CloseObligations(subject="TC-1"))
    assert lines(closed, "lead")[0].endswith("→ accept it or request changes: REVIEW_RESULT for TC-1")


def test_lines_beyond_those_that_can_be_shown_are_counted() -> None:
    work = [c.OpenContract(terms(f"TC-{n}", assignee="ann")) for n in range(13)]
    found = commitments(after(team(), "lead", *work), "lead", "en")[2]
    assert (len(found.lines), found.total, found.command) == (10, 13, "renkei contract list")


def test_a_delegator_is_told_what_to_do_in_these_statuses() -> None:
    assert WHAT_TO_DO == {
        "submitted": "delegated.submitted",
        "partial": "delegated.partial",
        "failed": "delegated.ended_short",
        "refused": "delegated.ended_short",
        "blocked": "delegated.blocked",
    }
