"""The steps from the status of a contract to what a task file says, held against the life cycle."""

from typing import get_args

import pytest

from renkei.contracts.lifecycle import LIFECYCLE, Status
from renkei.edges.chat.mailboxes.task import COMPLETED, GIVEN_UP, IN_PROGRESS, PENDING
from renkei.edges.chat.mailboxes.task_acts import STEPS

ENDS: dict[str, Status] = {
    PENDING: "open",
    IN_PROGRESS: "in_progress",
    COMPLETED: "submitted",
    GIVEN_UP: "cancelled",
}

NO_WAY = {(PENDING, "completed"), (PENDING, "cancelled"), (IN_PROGRESS, "completed"), (IN_PROGRESS, "cancelled")}
NO_WAY |= {(COMPLETED, "cancelled"), (GIVEN_UP, "completed")}
"""What a file says of a closed contract that nothing makes true."""


@pytest.mark.parametrize("said", ENDS)
@pytest.mark.parametrize("status", get_args(Status))
def test_the_steps_lead_from_each_status_to_what_a_file_says(said: str, status: Status) -> None:
    if (said, status) in NO_WAY:
        assert status not in STEPS[said]
        return
    reached = status
    for step in STEPS[said][status]:
        assert (reached, step) in LIFECYCLE
        reached = LIFECYCLE[reached, step]  # type: ignore[index]
    assert reached == ("completed" if status == "completed" else ENDS[said])
