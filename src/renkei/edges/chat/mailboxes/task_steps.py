"""The steps that a change of a task file means for its contract, as a table.

The steps are commands of participants with the right to take them, and the protocol checks them like any others.
"""

from collections.abc import Sequence
from typing import Literal

from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.edges.chat.mailboxes.task import COMPLETED, GIVEN_UP, IN_PROGRESS, PENDING

Step = Literal["claim", "start", "submit", "release", "rework", "reopen", "cancel", "assign"]

ACTIVE: tuple[Status, ...] = ("claimed", "accepted", "in_progress", "blocked")

STEPS: dict[str, dict[Status, tuple[Step, ...]]] = {
    PENDING: {
        "open": (),
        **dict.fromkeys(ACTIVE, ("release",)),
        "submitted": ("rework", "release"),
        "partial": ("reopen",),
        "failed": ("reopen",),
        "refused": ("reopen",),
    },
    IN_PROGRESS: {
        "open": ("claim", "start"),
        "claimed": ("start",),
        "accepted": ("start",),
        "in_progress": (),
        "blocked": ("start",),
        "submitted": ("rework",),
        "partial": ("start",),
        "failed": ("start",),
        "refused": ("reopen", "claim", "start"),
    },
    COMPLETED: {
        "open": ("claim", "submit"),
        **dict.fromkeys(ACTIVE, ("submit",)),
        "submitted": (),
        "partial": ("submit",),
        "failed": ("submit",),
        "refused": ("reopen", "claim", "submit"),
        "completed": (),
    },
    GIVEN_UP: {
        **dict.fromkeys(("open", *ACTIVE, "submitted", "partial", "failed", "refused"), ("cancel",)),
        "cancelled": (),
    },
}
"""The steps from each status of a contract to the status in a file."""


def steps(contract: Contract, status: str, owner: str | None) -> Sequence[Step] | None:
    """Return the steps that make a contract agree with a file; None if there are no such steps.

    `owner`: the participant named in the file.
    """
    before, found = contract.status, STEPS.get(status, {})
    if status in (IN_PROGRESS, COMPLETED) and before in ACTIVE and owner not in (None, contract.assignee):
        return ("release", *found["open"])
    if before == "open" and contract.assignee and owner != contract.assignee and status != GIVEN_UP:
        return ("release", *found["open"], *(("assign",) if status == PENDING and owner else ()))
    if before not in found:
        return None
    assigned = status == PENDING and owner and (before != "open" or contract.assignee != owner)
    return (*found[before], "assign") if assigned else found[before]
