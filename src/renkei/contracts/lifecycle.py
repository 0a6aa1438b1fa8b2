"""The life cycle of a contract: its statuses, the transitions between them, who may take each and its conditions.

Three tables hold all of it (section 4); a missing key means that the transition is not allowed. Overdue is a flag, not
a status.
"""

from typing import Literal, get_args

from renkei.errors import IllegalTransitionError

Status = Literal[
    "open",
    "claimed",
    "accepted",
    "in_progress",
    "blocked",
    "submitted",
    "completed",
    "partial",
    "failed",
    "refused",
    "cancelled",
]
Transition = Literal[
    "claim",  # take open work
    "accept",  # accept an assignment
    "start",  # begin, or continue after a block
    "block",
    "submit",  # propose that it is done
    "complete",  # every criterion is proved
    "rework",  # the proposal was not accepted
    "deliver_part",
    "fail",
    "refuse",
    "release",  # return claimed work to the queue
    "reopen",  # try failed or partial work again
    "cancel",
]

LIFECYCLE: dict[tuple[Status, Transition], Status] = {
    ("open", "claim"): "claimed",
    ("open", "accept"): "accepted",
    ("open", "start"): "in_progress",
    ("open", "block"): "blocked",
    ("open", "submit"): "submitted",
    ("open", "deliver_part"): "partial",
    ("open", "fail"): "failed",
    ("open", "refuse"): "refused",
    ("open", "release"): "open",  # drops its assignment
    ("open", "cancel"): "cancelled",
    ("claimed", "start"): "in_progress",
    ("claimed", "block"): "blocked",
    ("claimed", "submit"): "submitted",
    ("claimed", "deliver_part"): "partial",
    ("claimed", "fail"): "failed",
    ("claimed", "release"): "open",
    ("claimed", "cancel"): "cancelled",
    ("accepted", "start"): "in_progress",
    ("accepted", "block"): "blocked",
    ("accepted", "submit"): "submitted",
    ("accepted", "deliver_part"): "partial",
    ("accepted", "fail"): "failed",
    ("accepted", "release"): "open",
    ("accepted", "cancel"): "cancelled",
    ("in_progress", "start"): "in_progress",
    ("in_progress", "block"): "blocked",
    ("in_progress", "submit"): "submitted",
    ("in_progress", "deliver_part"): "partial",
    ("in_progress", "fail"): "failed",
    ("in_progress", "release"): "open",
    ("in_progress", "cancel"): "cancelled",
    ("blocked", "block"): "blocked",
    ("blocked", "start"): "in_progress",
    ("blocked", "submit"): "submitted",
    ("blocked", "deliver_part"): "partial",
    ("blocked", "fail"): "failed",
    ("blocked", "release"): "open",
    ("blocked", "cancel"): "cancelled",
    ("submitted", "submit"): "submitted",
    ("submitted", "complete"): "completed",
    ("submitted", "rework"): "in_progress",
    ("submitted", "fail"): "failed",
    ("submitted", "cancel"): "cancelled",
    ("partial", "start"): "in_progress",  # its assignee continues unprompted
    ("partial", "submit"): "submitted",
    ("partial", "complete"): "completed",  # accepted as is
    ("partial", "rework"): "in_progress",
    ("partial", "reopen"): "open",
    ("partial", "cancel"): "cancelled",
    ("failed", "start"): "in_progress",
    ("failed", "submit"): "submitted",
    ("failed", "reopen"): "open",
    ("failed", "cancel"): "cancelled",
    ("refused", "reopen"): "open",
    ("refused", "cancel"): "cancelled",
}
"""The status that each allowed transition leads to."""

Party = Literal["assignee", "delegator", "privileged", "candidate", "system"]
"""The relation of an actor to a contract: `privileged` is a lead or a human, a `candidate` has a role that may claim
it.
"""

Condition = Literal[
    "dependencies_completed",
    "subcontracts_closed",
    "replies_given",
    "not_paused",
    "conflicts_resolved",  # the critical ones that block the contract or its assignee
    "retries_left",  # or its delegator has reopened it
    "questions_answered",
]
"""Conditions that a transition may require."""

PERFORMERS: dict[Transition, tuple[Party, ...]] = {
    "claim": ("candidate",),
    "accept": ("assignee",),
    "start": ("assignee", "system"),
    "block": ("assignee", "system"),
    "submit": ("assignee",),
    "complete": ("delegator", "privileged", "system"),
    "rework": ("delegator", "privileged", "system"),
    "deliver_part": ("assignee",),
    "fail": ("assignee", "delegator", "privileged", "system"),
    "refuse": ("assignee",),
    "release": ("assignee", "delegator", "privileged", "system"),
    "reopen": ("delegator", "privileged", "system"),
    "cancel": ("delegator", "privileged", "system"),
}
"""The parties that may take each transition. The producer of work never completes it, whatever other roles it has."""

REQUIREMENTS: dict[Transition, tuple[Condition, ...]] = {
    "claim": ("not_paused", "dependencies_completed"),
    "accept": ("not_paused", "dependencies_completed"),
    "start": ("not_paused", "conflicts_resolved", "retries_left", "dependencies_completed"),
    "block": (),
    "submit": (
        "not_paused",
        "conflicts_resolved",
        "retries_left",
        "dependencies_completed",
        "subcontracts_closed",
        "replies_given",
        "questions_answered",
    ),
    "complete": ("not_paused",),
    "rework": (),
    "deliver_part": ("not_paused", "conflicts_resolved"),
    "fail": ("not_paused",),
    "refuse": (),
    "release": (),
    "reopen": (),
    "cancel": (),
}
"""The conditions of each transition."""

VERBS: dict[Transition, str] = {
    "complete": "accept {}",
    "rework": "send {} back",
    "deliver_part": "deliver {} in part",
    "fail": "mark {} as failed",
}
"""The act of a transition in words, around the id of the contract; other transitions are called as the act is."""

STATUSES: tuple[Status, ...] = get_args(Status)
TRANSITIONS: tuple[Transition, ...] = get_args(Transition)

CLOSED: frozenset[Status] = frozenset(("completed", "cancelled"))
"""Statuses that no transition leaves."""

NOTHING = "nothing, because it is closed"
"""The allowed transitions of a closed contract, for errors."""


def in_words(transition: Transition, contract: str) -> str:
    """Return what an actor does who takes a transition: "send TC-1 back"."""
    return VERBS.get(transition, f"{transition} {{}}").format(contract)


def advance(contract: str, status: Status, transition: Transition, assignee: str | None = None) -> Status:
    """Return the status after a transition.

    Raises IllegalTransitionError with the allowed transitions and, if given, the assignee.
    """
    after = LIFECYCLE.get((status, transition))
    if after is None:
        allowed = ", ".join(step for step in TRANSITIONS if (status, step) in LIFECYCLE) or NOTHING
        raise IllegalTransitionError(
            contract=contract, status=status, assignee=assignee, transition=transition, allowed=allowed
        )
    return after
