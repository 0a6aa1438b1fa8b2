"""A task of a team and its contract: the current, earlier and expected content of its file, and its terms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from renkei.contracts.lifecycle import Status
from renkei.contracts.model import Criterion, Inputs, Output, TaskContract
from renkei.contracts.state import Contract
from renkei.edges.chat.mailboxes.forms import TaskForm
from renkei.edges.chat.mailboxes.lines import DATA
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

PENDING, IN_PROGRESS, COMPLETED = "pending", "in_progress", "completed"
GIVEN_UP = "given up"
"""Our name for the forms' status of abandoned tasks."""

AGREES: dict[Status, tuple[str, ...]] = {
    "open": (PENDING,),
    "claimed": (IN_PROGRESS,),
    "accepted": (IN_PROGRESS,),
    "in_progress": (IN_PROGRESS,),
    "blocked": (IN_PROGRESS,),
    "submitted": (IN_PROGRESS, COMPLETED),
    "partial": (IN_PROGRESS,),
    "failed": (IN_PROGRESS,),
    "refused": (IN_PROGRESS,),  # so that no member claims it before its delegator has decided
    "completed": (COMPLETED,),
    "cancelled": (GIVEN_UP,),
}
"""The file statuses that agree with a contract's status; if none does, the first is written."""

MOST_VERSIONS = 5
"""Number of versions of a file that are remembered."""


@frozen
class Version:
    """The content of a file. `stamp` counts our writes; a program that read earlier content writes an older stamp."""

    stamp: int
    status: str
    owner: str
    blocked: tuple[str, ...]


@dataclass
class Task:
    """A task file with its contract. A task without `contract` was finished before the bridge first saw it."""

    name: str
    contract: str
    subject: str
    theirs: bool
    """Whether a program of the team created it."""
    versions: list[Version] = field(default_factory=list)
    writing: bool = False
    """Whether the last version may not have been written."""

    def seen(self, now: Version, form: TaskForm) -> Version:
        """Return the version that the writer of the file had read: that with its stamp or, without stamps, the last."""
        if form.keeps_keys:
            return next((one for one in self.versions if one.stamp == now.stamp), self.versions[0])
        return self.versions[-2] if self.writing and len(self.versions) > 1 else self.versions[-1]

    def accept(self, seen: Version, now: Version) -> None:
        """Remember a program's change of a version."""
        self.versions = [now if one is seen else one for one in self.versions]

    def add(self, version: Version) -> None:
        """Remember a version that is written."""
        self.versions = [*self.versions, version][-MOST_VERSIONS:]
        self.writing = True

    def data(self) -> dict[str, Any]:
        """Return it as JSON."""
        versions = [[one.stamp, one.status, one.owner, list(one.blocked)] for one in self.versions]
        return {
            "contract": self.contract,
            "subject": self.subject,
            "theirs": self.theirs,
            "versions": versions,
            "writing": self.writing,
        }


def task_of(name: str, data: Mapping[str, Any]) -> Task:
    """Return a task from JSON."""
    versions = [Version(stamp, status, owner, tuple(blocked)) for stamp, status, owner, blocked in data["versions"]]
    return Task(name, data["contract"], data["subject"], data["theirs"], versions, data["writing"])


def version_of(data: Mapping[str, Any], form: TaskForm) -> Version:
    """Return the version in a file's content."""
    stamp = data.get(DATA)
    number = stamp.get("version") if isinstance(stamp, dict) else 0
    status = GIVEN_UP if form.deleted and data["status"] == form.deleted else data["status"]
    blocked = tuple(f"task_{one}" if form.numbered else str(one) for one in data.get("blockedBy", ()))
    return Version(number if isinstance(number, int) else 0, status, data.get("owner") or "", blocked)


def with_version(data: Mapping[str, Any], version: Version, contract: str, form: TaskForm) -> dict[str, Any]:
    """Return a file's content updated to a version; all other keys are kept."""
    blocked = [_number(one) if form.numbered else one for one in version.blocked]
    found = {
        "status": form.deleted if version.status == GIVEN_UP else version.status,
        "owner": version.owner or form.nobody,
        "blockedBy": blocked,
    }
    stamp = {DATA: {"contract": contract, "version": version.stamp}} if form.keeps_keys else {}
    return {**data, **found, **stamp}


def _number(name: str) -> int | str:
    number = name.removeprefix("task_")
    return int(number) if number.isascii() and number.isdecimal() else number


LONGEST_SUBJECT = 160
MOST_CHARACTERS = 100_000
"""Most characters of a generated subject, and of a description."""


def subject_of(data: Mapping[str, Any]) -> str:
    """Return the subject in a file."""
    return _readable(data["subject"])[:MOST_CHARACTERS]


def subject_of_contract(contract: Contract) -> str:
    """Return the subject of the task for a contract."""
    text = contract.terms.inputs.description.strip() or contract.terms.id
    return text.splitlines()[0][:LONGEST_SUBJECT]


def description_of(contract: Contract, locale: Locale) -> str:
    """Return the description of a contract's task, with everything that a member must know."""
    terms = contract.terms
    criteria = "\n".join(f"- {one.criterion}" for one in terms.acceptance_criteria)
    return f"{terms.inputs.description}\n\n{say(locale, 'chat.label.criteria')}:\n{criteria}\n\n[{terms.id}]"


def role_in(data: Mapping[str, Any]) -> str:
    """Return the role that may claim a task; "" for any."""
    found = data.get("claim_role") or data.get("required_role")
    return _readable(found) if isinstance(found, str) else ""


def terms_of(
    contract: str, data: Mapping[str, Any], delegator: str, needed: Sequence[str], locale: Locale
) -> TaskContract:
    """Return the terms of the contract for a task; raises BadValueError."""
    description = data.get("description")
    text = _readable(description)[:MOST_CHARACTERS] if isinstance(description, str) else ""
    subject, role = subject_of(data), role_in(data)
    return TaskContract(
        id=contract,
        delegator=delegator,
        inputs=Inputs(description=f"{subject}\n\n{text}".strip() or contract),
        expected_output=Output(format="text"),
        acceptance_criteria=(Criterion(criterion=say(locale, "chat.task.criterion")),),
        depends_on=tuple(dict.fromkeys(needed)),
        roles=(role,) if role else (),
    )


def _readable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
