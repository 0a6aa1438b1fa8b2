"""The life cycle of a contract: one table, from a status and a step to the next status (reading of section 4).

A missing key is the refusal. Overdue is a mark, not a status.
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
    "accept",  # agree to assigned work
    "start",  # work on it, again after a block
    "block",
    "submit",  # propose that it is done
    "complete",  # every criterion is proved
    "rework",  # the proposal was not accepted
    "deliver_part",
    "fail",
    "refuse",
    "release",  # give claimed work back to the queue
    "reopen",  # let work that ended short be tried again
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
    ("partial", "start"): "in_progress",
    ("partial", "submit"): "submitted",
    ("partial", "reopen"): "open",
    ("partial", "cancel"): "cancelled",
    ("failed", "start"): "in_progress",
    ("failed", "submit"): "submitted",
    ("failed", "reopen"): "open",
    ("failed", "cancel"): "cancelled",
    ("refused", "reopen"): "open",
    ("refused", "cancel"): "cancelled",
}
"""Every step that is allowed."""

STATUSES: tuple[Status, ...] = get_args(Status)
TRANSITIONS: tuple[Transition, ...] = get_args(Transition)

SETTLED: frozenset[Status] = frozenset(("completed", "cancelled"))
"""Statuses that no step leaves."""

NOTHING = "nothing, because it is closed"
"""What a settled contract allows."""


def advance(contract: str, status: Status, step: Transition) -> Status:
    """Give the status after a step; raises IllegalTransitionError, naming the steps that are allowed."""
    after = LIFECYCLE.get((status, step))
    if after is None:
        allowed = ", ".join(s for s in TRANSITIONS if (status, s) in LIFECYCLE) or NOTHING
        raise IllegalTransitionError(contract=contract, status=status, transition=step, allowed=allowed)
    return after
