"""Synchronizes the tasks of a team with the contracts of the project.

The bridge stores the content of a task's file from the last time it agreed with the contract. If the file differs, its
program changed the task, and the change becomes commands of its owner. Afterwards the file is made equal to the
contract, whether or not the commands were accepted. So the log decides between two changes, and the loser receives a
message. A file is written only if it differs; otherwise two programs would overwrite each other endlessly.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from renkei.contracts.state import Contract
from renkei.edges.chat.mailboxes.forms import LEAD, TaskForm
from renkei.edges.chat.mailboxes.mailbox_file import MailboxFile
from renkei.edges.chat.mailboxes.roster import People
from renkei.edges.chat.mailboxes.task import (
    AGREES,
    COMPLETED,
    GIVEN_UP,
    IN_PROGRESS,
    PENDING,
    Task,
    Version,
    description_of,
    subject_of,
    subject_of_contract,
    task_of,
    version_of,
    with_version,
)
from renkei.edges.chat.mailboxes.task_acts import TaskActs
from renkei.edges.chat.mailboxes.task_files import Signature, TaskFiles, number_of
from renkei.project.project import Project
from renkei.texts.say import say

MOST_PASSES = 5
"""Most passes in a row, because a change may cause others."""

INVALID_SECONDS = 0.4
"""Seconds before a file that is no task is reported: until then it may be incomplete."""


class Tasks:
    """The tasks of one team. Used by one thread.

    `join` lets a member join, `tell` writes a line into a member's inbox, `report` receives skipped items.
    """

    def __init__(
        self,
        project: Project,
        files: TaskFiles,
        form: TaskForm,
        file: MailboxFile,
        acts: TaskActs,
        people: People,
        tell: Callable[[str, str, str], None],
        report: Callable[[str], None],
    ) -> None:
        self._project, self._files, self._form, self._file = project, files, form, file
        self._acts, self._people, self._tell, self._report = acts, people, tell, report
        self._tasks = {name: task_of(name, data) for name, data in file.values("task").items()}
        self._content: dict[str, tuple[Signature, dict[str, Any]]] = {}
        self._bad: dict[str, tuple[Signature, float]] = {}
        self._closed: dict[str, Contract] = {}
        self._followed = -1
        self.changed = True
        """Whether files must be read."""

    def look(self) -> None:
        """Synchronize files and contracts if anything changed; raises OSError, or LogError."""
        for _ in range(MOST_PASSES):
            late = self._files.changed_late()
            if not (self.changed or late or self._bad or self._project.state.seq != self._followed):
                return
            with self._files.locked() as held:
                if not held:
                    return
                self.changed, self._followed = False, self._project.state.seq
                self._look(late)
            if not self.changed and self._project.state.seq == self._followed:
                return

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def _look(self, late: set[str]) -> None:
        found = self._read(late)
        for name in self._tasks.keys() & found.keys():
            if self._tasks[name].subject != subject_of(found[name]):
                self._replaced(self._tasks[name])
        self._open({name: data for name, data in found.items() if name not in self._tasks})
        known = {name: found.get(name) for name in self._tasks}
        refused = self._take_all({name: data for name, data in known.items() if data is not None})
        for name, data in known.items():
            task = self._tasks[name]
            if task.contract:
                entry = self._contract(task.contract)
                if data is not None:
                    self._write(task, entry, data, refused.get(name, ""))
                elif not (task.theirs or entry.closed or name in self._bad):
                    self._create(task, entry)
        self._show()

    def _read(self, late: set[str]) -> dict[str, dict[str, Any]]:
        """Return the content of the files; a file that is not a task is left out, and reported if it stays so."""
        found: dict[str, dict[str, Any]] = {}
        bad: dict[str, tuple[Signature, float]] = {}
        self.changed = self.changed or bool(late)  # what stands in their place is read next
        for name, signature in self._files.signatures().items():
            known, data = self._content.get(name), None
            if known is not None and known[0] == signature and name not in late:
                data = known[1]
            else:
                data = self._files.read(name)
            if data is not None:
                found[name] = data
                self._content[name] = (0, 0, 0) if name in late else signature, data
                continue
            before = self._bad.get(name)
            same = before is not None and before[0] == signature
            bad[name] = before if before is not None and same else (signature, time.monotonic())
            if time.monotonic() - bad[name][1] > INVALID_SECONDS and self._file.value("bad", name) != list(signature):
                self._file.set_value("bad", name, signature)
                self._report(f"{name}.json is skipped: it is no task")
        self._bad = {one: at for one, at in bad.items() if self._file.value("bad", one) != list(at[0])}
        self._content = {one: known for one, known in self._content.items() if one in found}
        return found

    def _replaced(self, task: Task) -> None:
        """Treat a file as another task: programs continue to number tasks without checking for existing files."""
        del self._tasks[task.name]
        self._file.delete_value("task", task.name)
        if task.theirs and task.contract:
            self._report(f"{task.name}.json is another task now; the contract {task.contract} stays")

    def _open(self, fresh: Mapping[str, dict[str, Any]]) -> None:
        """Open a contract for each new task, beginning with those that others wait for."""
        left = dict(fresh)
        while left:
            versions = {name: version_of(data, self._form) for name, data in left.items()}
            free = [name for name in left if not any(one in left for one in versions[name].blocked)] or list(left)
            for name in free:
                data, now = left.pop(name), versions[name]
                contract = ""
                if now.status not in (COMPLETED, GIVEN_UP):
                    needed = [self._tasks[one].contract for one in now.blocked if one in self._tasks]
                    contract = self._acts.open(name, data, [one for one in needed if one and self._may_be_waited(one)])
                    if not contract:
                        continue
                first = Version(now.stamp, PENDING if contract else now.status, "", now.blocked)
                self._save(Task(name, contract, subject_of(data), True, [first]))

    def _may_be_waited(self, contract: str) -> bool:
        return self._contract(contract).status != "cancelled"

    def _take_all(self, found: Mapping[str, dict[str, Any]]) -> dict[str, str]:
        """Apply the changes of programs; return by file why a change was rejected.

        Rejected changes are repeated while others succeed: completed work may let other work begin.
        """
        versions = {name: version_of(data, self._form) for name, data in found.items() if self._tasks[name].contract}
        refused: dict[str, str] = {}
        while True:
            before, refused = refused, {}
            for name, now in versions.items():
                task = self._tasks[name]
                reason = self._take(task, now)
                if reason:
                    refused[name] = reason
                self._hold(task, now)
            if len(refused) in (0, len(before)):
                return refused

    def _take(self, task: Task, now: Version) -> str:
        """Apply a program's change in a file; return why it was rejected, or ""."""
        seen = task.seen(now, self._form)
        if (now.status, now.owner) == (seen.status, seen.owner):
            return ""
        entry = self._contract(task.contract)
        holder = self._acts.member_of(entry.assignee)
        if now.owner != holder and entry.assignee and seen.owner != holder and not entry.closed:
            values = {"id": entry.terms.id, "status": entry.status, "holder": holder}
            return say(self._project.state.locale, "chat.task.held", **values)
        reason = self._acts.take(entry, now.status, now.owner, task.theirs)
        if not reason:
            task.accept(seen, now)
            self._save(task)
        return reason

    def _hold(self, task: Task, now: Version) -> None:
        """Pause work that waits for tasks not named in its contract: terms do not change."""
        entry, held = self._contract(task.contract), self._file.value("held", task.contract)
        names = [one for one in now.blocked if not self._is_done(one)]
        waits = [self._tasks[one].contract if one in self._tasks else one for one in names]
        unnamed = [one for one in waits if one not in entry.terms.depends_on]
        wanted = task.theirs and entry.status == "open" and bool(unnamed)
        reason = say(self._project.state.locale, "chat.task.waits", names=", ".join(unnamed))
        if wanted and not held and entry.paused in (None, reason):  # who resumes it all the same, may
            self._acts.pause(entry, reason)
            self._file.set_value("held", task.contract, True)
        elif held and not wanted:
            self._acts.resume(entry)
            self._file.delete_value("held", task.contract)

    def _is_done(self, name: str) -> bool:
        task = self._tasks.get(name)
        if task is None:
            return False
        return self._contract(task.contract).status == "completed" if task.contract else True

    def _write(self, task: Task, entry: Contract, data: Mapping[str, Any], refusal: str) -> None:
        """Write the state of a contract to its file; raises OSError."""
        now = version_of(data, self._form)
        status, owner = self._wanted(entry, now)
        wanted = Version(max(one.stamp for one in task.versions) + 1, status, owner, self._blocked(entry, task, now))
        if (now.status, now.owner, now.blocked) == (wanted.status, wanted.owner, wanted.blocked):
            if task.writing:
                task.writing = False
                self._save(task)
            return
        if status == GIVEN_UP and not self._form.deleted:
            self._files.retire(task.name)
            return
        claimed = owner != now.owner and status == IN_PROGRESS
        content = with_version(data, wanted, task.contract, self._form)
        if claimed and self._form.claims:
            content |= {"claimed_at": time.time(), "claim_source": "renkei"}
        task.add(wanted)
        self._save(task)
        replaced = self._files.replace(task.name, data, content)
        task.versions = task.versions if replaced else task.versions[:-1]
        task.writing = False
        self._save(task)
        if not replaced:
            self.changed = True
            return
        self._content[task.name] = (0, 0, 0), content
        if claimed and owner:
            self._files.append_claim(task.name, owner, self._acts.role_of(entry.assignee))
        if refusal:
            self._say_refused(task, wanted, now.owner, refusal)

    def _wanted(self, entry: Contract, now: Version) -> tuple[str, str]:
        agreed = AGREES[entry.status]
        status = now.status if now.status in agreed else agreed[0]
        owner = self._acts.member_of(entry.assignee)
        return status, now.owner or owner if entry.closed else owner

    def _blocked(self, entry: Contract, task: Task, now: Version) -> tuple[str, ...]:
        """Return the blocking tasks for a task's file."""
        found = list(now.blocked)
        if not task.theirs:
            needed = (self._name_of(one) for one in entry.terms.depends_on)
            found += [one for one in needed if one and one not in found]
        if self._form.unblocks:
            found = [one for one in found if not self._is_done(one)]
        return tuple(found)

    def _say_refused(self, task: Task, wanted: Version, owner: str, reason: str) -> None:
        locale = self._project.state.locale
        text = say(
            locale,
            "chat.task.refused",
            file=f"{task.name}.json",
            status=self._form.deleted if wanted.status == GIVEN_UP else wanted.status,
            owner=wanted.owner or say(locale, "chat.task.nobody"),
            reason=reason,
        )
        self._tell(f"task-{task.name}-{wanted.stamp}", owner if owner in self._people else LEAD, text)

    def _show(self) -> None:
        """Create a file for each contract that a member can work on."""
        filed = {task.contract for task in self._tasks.values()}
        for entry in list(self._project.state.contracts.entries.values()):
            waits = self._project.state.contracts.waits_for(entry)
            if entry.terms.id not in filed and self._is_for_members(entry) and all(one in filed for one in waits):
                name = self._files.free_name()
                task = Task(name, entry.terms.id, subject_of_contract(entry), False, [])
                task.add(Version(1, PENDING, self._acts.member_of(entry.assignee), ()))
                self._tasks[name] = task
                self._create(task, entry)
                filed.add(entry.terms.id)

    def _create(self, task: Task, entry: Contract) -> None:
        """Create the file of a contract; if the name is taken, choose another."""
        agreed = AGREES[entry.status][0]
        number = max(one.stamp for one in task.versions)
        now = Version(number, agreed, self._acts.member_of(entry.assignee), ())
        now = Version(number, agreed, now.owner, self._blocked(entry, task, now))
        task.versions = [now if one.stamp == number else one for one in task.versions]
        self._save(task)
        content = with_version(self._content_of(task, entry), now, task.contract, self._form)
        if not self._files.create(task.name, content):
            self._replaced(task)
            self.changed = True
            return
        task.writing = False
        self._save(task)

    def _content_of(self, task: Task, entry: Contract) -> dict[str, Any]:
        values: dict[str, Any] = {
            "id": number_of(task.name) if self._form.numbered else task.name,
            "subject": task.subject,
            "description": description_of(entry, self._project.state.locale),
            "blocks": [],
            "worktree": None,
        }
        roles = {"claim_role": entry.terms.roles[0]} if entry.terms.roles and self._form.claims else {}
        return {key: values.get(key) for key in self._form.keys} | roles

    def _is_for_members(self, entry: Contract) -> bool:
        members = frozenset(self._people.values())
        if entry.closed or entry.status == "refused":
            return False
        if entry.assignee:
            return entry.assignee in members
        roles = {self._acts.role_of(one) for one in members}
        return entry.status == "open" and (not entry.terms.roles or bool(roles & set(entry.terms.roles)))

    def _name_of(self, contract: str) -> str:
        return next((one.name for one in self._tasks.values() if one.contract == contract), "")

    def _contract(self, name: str) -> Contract:
        found = self._project.state.contracts.find(name) or self._closed.get(name)
        if found is None:
            self._closed[name] = found = self._project.find_contract(name)
        return found

    def _save(self, task: Task) -> None:
        self._tasks[task.name] = task
        self._file.set_value("task", task.name, task.data())
