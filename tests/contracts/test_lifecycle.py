"""The life cycle of a contract: every transition that is allowed, who may take it, and the refusal of every other."""

import pytest

from contracts.factory import contract, next_status, step
from renkei.errors import IllegalTransitionError, NotAllowedError

ALLOWED = {
    "open": {
        "claim": "claimed", "accept": "accepted", "start": "in_progress", "block": "blocked", "submit": "submitted",
        "deliver_part": "partial", "fail": "failed", "refuse": "refused", "release": "open", "cancel": "cancelled",
    },
    "claimed": {
        "start": "in_progress", "block": "blocked", "submit": "submitted", "deliver_part": "partial",
        "fail": "failed", "release": "open", "cancel": "cancelled",
    },
    "accepted": {
        "start": "in_progress", "block": "blocked", "submit": "submitted", "deliver_part": "partial",
        "fail": "failed", "release": "open", "cancel": "cancelled",
    },
    "in_progress": {
        "start": "in_progress", "block": "blocked", "submit": "submitted", "deliver_part": "partial",
        "fail": "failed", "release": "open", "cancel": "cancelled",
    },
    "blocked": {
        "start": "in_progress", "block": "blocked", "submit": "submitted", "deliver_part": "partial",
        "fail": "failed", "release": "open", "cancel": "cancelled",
    },
    "submitted": {
        "submit": "submitted", "complete": "completed", "rework": "in_progress", "fail": "failed",
        "cancel": "cancelled",
    },
    "partial": {
        "start": "in_progress", "submit": "submitted", "complete": "completed", "rework": "in_progress",
        "reopen": "open", "cancel": "cancelled",
    },
    "failed": {"start": "in_progress", "submit": "submitted", "reopen": "open", "cancel": "cancelled"},
    "refused": {"reopen": "open", "cancel": "cancelled"},
    "completed": {},
    "cancelled": {},
}  # fmt: skip
"""The life cycle, written a second time: what the table must say."""

TRANSITIONS = (
    "claim", "accept", "start", "block", "submit", "complete", "rework", "deliver_part", "fail", "refuse", "release",
    "reopen", "cancel",
)  # fmt: skip

ALL = [(status, transition) for status in ALLOWED for transition in TRANSITIONS]


@pytest.mark.parametrize(("status", "transition"), ALL)
def test_a_transition_leads_to_its_status_or_is_refused(status: str, transition: str) -> None:
    after = ALLOWED[status].get(transition)
    if after is not None:
        assert next_status(status, transition) == after
        return
    with pytest.raises(IllegalTransitionError) as error:
        next_status(status, transition)
    assert (error.value.details["contract"], error.value.details["status"]) == ("T-1", status)


def test_a_refused_transition_names_those_that_are_allowed() -> None:
    with pytest.raises(IllegalTransitionError) as error:
        next_status("refused", "deliver_part")
    assert error.value.details["transition"] == "deliver_part"
    assert error.value.details["allowed"] == "reopen, cancel"


def test_a_closed_contract_allows_nothing() -> None:
    with pytest.raises(IllegalTransitionError) as error:
        next_status("completed", "start")
    assert "closed" in error.value.details["allowed"]


BY_ASSIGNEE = ("accept", "start", "block", "submit", "deliver_part", "refuse")
BY_DELEGATOR = ("rework", "reopen", "cancel")
BY_BOTH = ("fail", "release")
WHO = [
    *((transition, "ann", True) for transition in (*BY_ASSIGNEE, *BY_BOTH)),
    *((transition, "lead", False) for transition in BY_ASSIGNEE),
    *((transition, "lead", True) for transition in (*BY_DELEGATOR, *BY_BOTH)),
    *((transition, "ann", False) for transition in BY_DELEGATOR),
    *((transition, "bob", False) for transition in (*BY_ASSIGNEE, *BY_DELEGATOR, *BY_BOTH)),
]
"""A transition, who takes it (the assignee ann, the delegator lead, another), and whether that is allowed."""


def status_before(transition: str) -> str:
    return next(status for status, steps in ALLOWED.items() if transition in steps)


IN_WORDS = {
    "complete": "accept 'T-1'",
    "rework": "send 'T-1' back",
    "deliver_part": "deliver 'T-1' in part",
    "fail": "mark 'T-1' as failed",
}
"""What a refusal calls a transition that is not called as its act is."""


@pytest.mark.parametrize(("transition", "by", "allowed"), WHO)
def test_a_transition_is_open_to_its_actors_alone(transition: str, by: str, allowed: bool) -> None:
    one = contract(status=status_before(transition))
    if allowed:
        event = step(one, transition, by)[0]
        assert (event.after, event.by) == (ALLOWED[one.status][transition], by)
        return
    with pytest.raises(NotAllowedError) as error:
        step(one, transition, by)
    assert error.value.details["actor"] == by
    assert error.value.details["what"] == IN_WORDS.get(transition, f"{transition} 'T-1'")


@pytest.mark.parametrize(
    ("transition", "allowed"),
    [
        ("start", "its assignee 'ann'"),
        ("rework", "its delegator 'lead', a lead or a human"),
        ("fail", "its assignee 'ann', its delegator 'lead', a lead or a human"),
    ],
)
def test_a_denied_transition_names_its_actors(transition: str, allowed: str) -> None:
    with pytest.raises(NotAllowedError) as error:
        step(contract(status=status_before(transition)), transition, "bob")
    assert error.value.details["allowed"] == allowed


@pytest.mark.parametrize("transition", [*BY_DELEGATOR, *BY_BOTH])
@pytest.mark.parametrize("by", ["human", "renkei"])
def test_a_person_and_the_machine_may_judge(transition: str, by: str) -> None:
    assert step(contract(status=status_before(transition)), transition, by)[0].by == by


@pytest.mark.parametrize("transition", BY_ASSIGNEE)
def test_a_person_does_not_do_the_work_of_an_assignee(transition: str) -> None:
    with pytest.raises(NotAllowedError):
        step(contract(status=status_before(transition)), transition, "human")


def test_the_machine_returns_work_to_the_queue() -> None:
    assert step(contract(status="claimed"), "release", "renkei")[0].after == "open"
