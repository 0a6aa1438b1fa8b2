"""A task of a team and its contract: what a file says, what it said before, and what it should say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from renkei.contracts.lifecycle import Status
from renkei.edges.chat.mailboxes.forms import TaskForm
from renkei.edges.chat.mailboxes.lines import DATA
from renkei.immutable.frozen import frozen

PENDING, IN_PROGRESS, COMPLETED = "pending", "in_progress", "completed"
GIVEN_UP = "given up"
"""What stands here for the status of a form for tasks that were given up."""

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
"""What a file may say of a contract in a status; the first is written where it says something else."""

KEPT = 5
"""Versions of a file that are remembered."""


@frozen
class Version:
    """What a file says, or said. `stamp` counts what we wrote; a program that read before writes an older one."""

    stamp: int
    status: str
    owner: str
    blocked: tuple[str, ...]


@dataclass
class Task:
    """A file that is a contract. Without `contract` it was finished before the bridge first saw it."""

    name: str
    contract: str
    subject: str
    theirs: bool
    """Whether a program of the team made it."""
    versions: list[Version] = field(default_factory=list)
    writing: bool = False
    """Whether the last version may not have been written."""

    def seen(self, now: Version, form: TaskForm) -> Version:
        """Return what the writer of a file had read: the version with its stamp or, without stamps, the last one."""
        if form.keeps_keys:
            return next((one for one in self.versions if one.stamp == now.stamp), self.versions[0])
        return self.versions[-2] if self.writing and len(self.versions) > 1 else self.versions[-1]

    def accept(self, seen: Version, now: Version) -> None:
        """Remember what a program made of a version."""
        self.versions = [now if one is seen else one for one in self.versions]

    def add(self, version: Version) -> None:
        """Remember what is written."""
        self.versions = [*self.versions, version][-KEPT:]
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
    """Return what a file says."""
    stamp = data.get(DATA)
    number = stamp.get("version") if isinstance(stamp, dict) else 0
    status = GIVEN_UP if form.deleted and data["status"] == form.deleted else data["status"]
    blocked = tuple(f"task_{one}" if form.numbered else str(one) for one in data.get("blockedBy", ()))
    return Version(number if isinstance(number, int) else 0, status, data.get("owner") or "", blocked)


def with_version(data: Mapping[str, Any], version: Version, contract: str, form: TaskForm) -> dict[str, Any]:
    """Return a file that says what a version says; all other keys are kept."""
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
