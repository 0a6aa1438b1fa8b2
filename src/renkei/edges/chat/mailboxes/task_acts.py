"""Applies changes of task files to the project, on behalf of participants with the right to make them.

A table says which steps a change means for its contract. The protocol checks them like any others.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from renkei.acts.table import request
from renkei.contracts.events import ContractOpened
from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.edges.chat.mailboxes.forms import LEAD
from renkei.edges.chat.mailboxes.roster import People
from renkei.edges.chat.mailboxes.task import COMPLETED, GIVEN_UP, IN_PROGRESS, PENDING, subject_of, terms_of
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.errors import AlreadyExistsError, LogError, RenkeiError
from renkei.project.acting import Acting
from renkei.project.project import Project
from renkei.texts.say import say

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


LEASE_SECONDS = 10 * 365 * 24 * 3600
"""Seconds of a member's lease on a claimed task: its program knows no leases."""

MOST_NAMESAKES = 100
"""Most contracts opened for tasks of the same name."""


class TaskActs:
    """Commands for the tasks of one team. `join` lets a member join and returns its participant, or None."""

    def __init__(
        self,
        project: Project,
        bridge: str,
        owner: str,
        people: People,
        join: Callable[[str], str | None],
        report: Callable[[str], None],
    ) -> None:
        self._project, self._bridge, self._owner = project, bridge, owner
        self._people, self._join, self._report = people, join, report

    def open(self, name: str, data: Mapping[str, Any], needed: Sequence[str]) -> str:
        """Open a contract for a task of the team, once, and return its id, or "" if that fails.

        It requires no proof: a task of the team is completed when its owner says so.
        """
        digest = hashlib.sha256(f"{name}\n{subject_of(data)}".encode()).hexdigest()[:32]
        command = f"task-{self._bridge}-{digest}"
        for number in range(1, MOST_NAMESAKES):
            contract = f"{self._bridge}-{name}" + (f"-{number}" if number > 1 else "")
            try:
                terms = terms_of(contract, data, self._lead, needed, self._project.state.locale)
                action = c.OpenContract(terms, to_prove=False)
                record = self._do_for(self._lead, action, command=command)
            except AlreadyExistsError:
                continue
            except LogError:
                raise
            except RenkeiError as error:
                self._report(f"{name}.json is skipped: {error.message} {error.hint}".strip())
                return ""
            opened = [one for one in record.events if isinstance(one, ContractOpened)] if record else []
            return opened[0].contract.id if opened else contract
        return ""

    def take(self, contract: Contract, status: str, owner: str, theirs: bool) -> str:
        """Make a contract agree with its task file; return why the protocol rejected it, or ""."""
        state = self._project.state
        participant = self._participant(owner)
        if owner and participant is None:
            return say(state.locale, "chat.task.stranger", name=owner)
        is_ours = participant is not None and participant not in self._people.values()
        if is_ours and status == IN_PROGRESS:
            status = PENDING  # nobody of the team begins the work of one of the project's agents: it is assigned
        found = steps(contract, status, participant)
        if is_ours and contract.assignee == participant and status == PENDING:
            found = ()
        if found is None or (is_ours and status == COMPLETED and contract.status != "submitted"):
            return say(state.locale, "chat.contract", id=contract.terms.id, status=contract.status)
        members = frozenset(self._people.values())
        worker = participant or (contract.assignee if contract.assignee in members else None) or self._lead
        for step in found:
            now = self._project.find_contract(contract.terms.id)
            try:
                self._take(now, step, worker, theirs)
            except LogError:
                raise
            except RenkeiError as error:
                return f"{error.message} {error.hint}".strip()
        return ""

    def pause(self, contract: Contract, reason: str) -> None:
        """Stop all work on a contract."""
        self._project.do_as_runtime(c.PauseContract(contract.terms.id, reason))

    def resume(self, contract: Contract) -> None:
        """Allow work on a contract again."""
        if contract.paused is not None:
            self._project.do_as_runtime(c.ResumeContract(contract.terms.id))

    def member_of(self, participant: str | None) -> str:
        """Return the team's name for a participant, or ""."""
        if participant is None:
            return ""
        return next((one for one in self._people if self._people[one] == participant), participant)

    def role_of(self, participant: str | None) -> str:
        """Return the role of a participant."""
        known = self._project.state.actors.get(participant or "")
        return known.role if known is not None else ""

    @property
    def _lead(self) -> str:
        return self._people.get(LEAD, self._owner)

    def _participant(self, owner: str) -> str | None:
        """Return the participant of a file's owner: a member, or one of the project's agents."""
        if not owner:
            return None
        known = self._people.get(owner)
        actor = self._project.state.actors.get(owner)
        if known is None and actor is not None and not actor.human:
            return owner
        return known or self._join(owner)

    def _take(self, contract: Contract, step: Step, worker: str, theirs: bool) -> None:
        """Take one step, on behalf of a participant that may; raises ProtocolError, or LogError."""
        name, members = contract.terms.id, frozenset(self._people.values())
        chief = contract.terms.delegator if theirs else self._lead
        match step:
            case "claim":
                self._project.do(c.ClaimContract(name, LEASE_SECONDS), actor=worker)
            case "assign":
                act, arguments = request("assign", contract=name, assignee=worker)
                self._do_for(chief, *act.plan(Acting(self._project, chief), arguments))
            case "submit" if not theirs:
                summary = say(self._project.state.locale, "chat.task.criterion")
                self._project.submit(name, summary, actor=worker)
            case "start" | "submit":
                self._project.do(c.TransitionContract(name, step), actor=worker)
            case "release" if not theirs and contract.assignee in members:
                self._project.do(c.TransitionContract(name, step), actor=contract.assignee)
            case _:
                self._do_for(chief, c.TransitionContract(name, step))

    def _do_for(self, chief: str, *actions: c.Action, command: str | None = None) -> Record | None:
        """Do actions that a program of the team decided: as its lead or, where that is a person, as `renkei`."""
        actor = self._project.state.actors.get(chief)
        if actor is None or actor.human:
            return self._project.do_as_runtime(*actions, command_id=command)
        return self._project.do(*actions, actor=chief, command_id=command)
