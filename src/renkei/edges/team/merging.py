"""Merges accepted work and completes its contract, or returns it to its assignee: merging is a part of acceptance.

One contract is merged at a time, in the order of submission. Its criteria run on the merged result before the branch
moves. A conflict or a failed criterion reopens the contract: its parties get a CONFLICT_REPORT, its assignee finds the
branch merged into its files, with conflicts marked, and submits again. Anything else, such as a person's uncommitted
changes, delays the merge; the contract says why. Accepted work that is not merged is part of the project's state, so a
new process continues where a killed one stopped. All these records are the runtime's own, as `renkei`.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from renkei.acts.names import first_line
from renkei.contracts.events import MergeAwaited
from renkei.contracts.merging import SHORT_COMMIT
from renkei.contracts.state import Contract
from renkei.edges.team.tools.acceptance import Checked, must_prove_again
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, SYSTEM
from renkei.errors import LogError, ProtocolError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import ConflictReport
from renkei.texts.say import say
from renkei.wording.visible import one_line, visible
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.conflicts import Conflict
from renkei.workspace.repository.merge_queue import MOST_ATTEMPTS, Merge, MergeQueue
from renkei.workspace.repository.trailers import with_trailers
from renkei.workspace.repository.worktrees import Worktrees, plain_name

MOST_NAMED = 10
"""Ignored files that a note names."""

MOST_FILES = 20
"""Files in conflict that a message names in its text."""

AGAIN = 2.0
"""Seconds before the queue tries again, if the log cannot be written or another process merges into the branch."""


@frozen
class Attempt:
    """An attempt to merge work, and what its criteria said about the merged result."""

    merge: Merge
    checked: Checked = Checked()


class Merges:
    """The merges of one team. `check` runs the criteria of a contract in a directory, as its producer may.

    `start` it for a thread that merges when it is asked to; otherwise `ask` merges at once.
    """

    def __init__(
        self,
        project: Project,
        check: Callable[[Contract, Path], Checked],
        *,
        has_trailers: bool = True,
    ) -> None:
        self._project = project
        self._check = check
        self.on_idle: Callable[[], None] = lambda: None
        """Called each time that the thread has nothing left to do."""
        self.on_failure: Callable[[Exception], None] = lambda error: None
        """Called with a fault of this program that ends the thread."""
        self._has_trailers = has_trailers
        self._queue: MergeQueue | None = None
        self._worktrees: Worktrees | None = None
        self._merging = threading.Lock()
        self._changed = threading.Condition()
        self._asked = 0
        """How often it was asked to merge."""
        self._done = 0
        """How many of these it has done."""
        self._thread: threading.Thread | None = None
        self.is_closed = False
        """Whether it ends, so that a criterion that runs is ended too."""

    def open(self, worktrees: Worktrees, queue: MergeQueue) -> None:
        """Begin to merge into the branch of worktrees."""
        self._worktrees, self._queue = worktrees, queue

    def start(self) -> None:
        """Merge in a separate thread from now on."""
        self._thread = threading.Thread(target=self._serve, name="renkei-merges", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. A merge whose criteria run stays accepted, for the next process."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    @property
    def is_busy(self) -> bool:
        """Whether it was asked to merge, and has not finished."""
        return self._thread is not None and not self.is_closed and self._done < self._asked

    def ask(self) -> None:
        """Merge what is accepted: at once, or in the thread if it was started. Raises WorkspaceError or LogError."""
        if self._thread is None:
            self.settle()
            return
        with self._changed:
            self._asked += 1
            self._changed.notify_all()

    def _serve(self) -> None:
        try:
            self._run()
        except Exception as error:
            self.is_closed = True
            self.on_failure(error)

    def _run(self) -> None:
        """Merge whenever it is asked to, and again later if the outcome could not be recorded."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self.is_closed or self._done < self._asked)
                if self.is_closed:
                    return
                asked = self._asked
            is_done = True
            with suppress(WorkspaceError, OSError):  # tried again before the next turn
                try:
                    is_done = self.settle()
                except LogError:
                    is_done = False
            with self._changed:
                if not is_done:
                    self._changed.wait_for(lambda: self.is_closed, AGAIN)
                    continue
                self._done = asked
            self.on_idle()

    def settle(self) -> bool:
        """Merge accepted work, and remove the worktrees of members that left; return whether the branch was free.

        Work of a member that is in a turn waits for its end, in which the member may still write files. Raises
        WorkspaceError if git fails, or LogError.
        """
        queue, worktrees = self._queue, self._worktrees
        if queue is None or worktrees is None:
            return True
        with self._merging:
            if due := self._due():
                try:
                    with queue.alone() as is_free:
                        if not is_free:
                            return False
                        for one in due:
                            with suppress(ProtocolError):  # somebody has just cancelled it or sent it back
                                self._merge(queue, worktrees, one)
                except OSError as error:  # such as where the branch cannot be locked
                    for one in self._due():
                        with suppress(ProtocolError):
                            self._delay(one, visible(str(error)), queue.branch)
                worktrees.forget_unneeded()
            kept = {plain_name(name) for name in self._project.state.actors}
            for name in worktrees.names():
                if name not in kept:
                    worktrees.remove(name)
        return True

    def _due(self) -> list[Contract]:
        contracts = self._project.state.contracts.entries.values()
        return sorted((one for one in contracts if one.merge == "due" and not one.paused), key=lambda one: one.moved)

    def _merge(self, queue: MergeQueue, worktrees: Worktrees, contract: Contract) -> None:
        """Merge accepted work and complete its contract, reopen it, or record why it waits."""
        name, member, seq = contract.terms.id, contract.producer or "", contract.moved
        if not worktrees.is_submitted(name, seq) and member in self._project.state.turns:
            return
        try:
            unnamed = self._named(worktrees, name, member, seq)
            done = Attempt(unnamed) if unnamed is not None else self._attempt(queue, contract)
        except WorkspaceError as error:
            done = Attempt(Merge(problem=error.message))
        if done.merge.conflicts or done.checked.failed:
            self._return(contract, done, queue.branch)
        elif done.merge.commit:
            note = c.AddNote(name, self._note(worktrees, member, done, queue.branch))
            record = c.RecordMerge(name, queue.branch, done.merge.commit, tuple(map(visible, done.merge.files)))
            try:
                self._project.do_as_runtime(note, record, command_id=f"merged-{name}-{seq}")
            except ProtocolError:  # somebody has just completed or cancelled it: the note says that it is merged
                self._project.do_as_runtime(note)
            worktrees.forget(name)
        elif done.merge.problem:
            self._delay(contract, done.merge.problem, queue.branch)

    def _attempt(self, queue: MergeQueue, contract: Contract) -> Attempt:
        """Merge work with the branch, run its criteria on the result, and move the branch.

        An attempt without anything: this process ends. Raises WorkspaceError.
        """
        name, member, seq = contract.terms.id, contract.producer or "", contract.moved
        for _ in range(MOST_ATTEMPTS):
            merge = queue.combine(member, name, seq, self._message(contract))
            if not merge.old:
                return Attempt(merge)
            checked = Checked()
            if must_prove_again(contract):
                queue.require_movable(merge)  # before the criteria, which may take minutes
                checked = self._check(contract, queue.checkout(merge.commit))
            if self.is_closed:
                return Attempt(Merge())
            if checked.failed or queue.advance(merge, name, seq):
                return Attempt(merge, checked)
        return Attempt(Merge(problem=self._say("worktree.moving")))

    def _message(self, contract: Contract) -> str:
        """Return the message of the commit that merges a contract."""
        name, member = contract.terms.id, contract.producer or ""
        text = f"{name} of {member}\n\n{one_line(first_line(contract.terms.inputs.description))}"
        return with_trailers(text, [name], member, self._decided_by(contract)) if self._has_trailers else text

    def _decided_by(self, contract: Contract) -> str:
        """Return who accepted work; the runtime if commands proved it."""
        records = reversed([*self._project.log.records_about("contract", contract.terms.id)])
        events = (event for record in records for event in record.events if isinstance(event, MergeAwaited))
        return next((event.by for event in events if event.contract_id == contract.terms.id), "")

    def _note(self, worktrees: Worktrees, member: str, done: Attempt, branch: str) -> str:
        """Return the note on a merged contract, for those who read its history."""
        said = [self._say("worktree.merged", branch=branch, commit=done.merge.commit[:SHORT_COMMIT])]
        if ignored := worktrees.ignored(member):
            shown = ", ".join(ignored[:MOST_NAMED]) + (", …" if len(ignored) > MOST_NAMED else "")
            said.append(self._say("worktree.ignored", files=shown))
        if done.checked.unchecked:
            said.append(self._say("worktree.not_run", commands=", ".join(done.checked.unchecked)))
        return " ".join(said)

    def _named(self, worktrees: Worktrees, contract: str, member: str, seq: int) -> Merge | None:
        """Name the commit of submitted work, as after its turn; return what prevents that, or None."""
        if worktrees.is_submitted(contract, seq):
            return None
        if not worktrees.path(member).is_dir():
            return Merge(problem=self._say("worktree.lost", agent=member))
        text = f"{member}: {contract}"
        if not worktrees.keep(member, with_trailers(text, [contract], member) if self._has_trailers else text):
            return Merge(conflicts=tuple(map(Conflict, worktrees.unresolved(member))))
        worktrees.submit(member, contract, seq)
        return None

    def _return(self, contract: Contract, done: Attempt, branch: str) -> None:
        """Reopen a contract whose work is in conflict or fails on the merged result, and notify its parties."""
        state, name, member = self._project.state, contract.terms.id, contract.producer or ""
        key, files = ("worktree.failed", ()) if done.checked.failed else ("worktree.conflict", done.merge.conflicts)
        shown = ", ".join(visible(one.shown) for one in files[:MOST_FILES])
        more = f" (+{len(files) - MOST_FILES})" if len(files) > MOST_FILES else ""
        values = {"contract": name, "branch": branch, "files": shown + more, "reason": done.checked.failed}
        described = self._say(key, **values)
        following = self._say(f"{key}.do" if member in state.actors else "worktree.left", agent=member)
        report = self._report(contract, described, following, [one.path for one in files], [member])
        rework = c.TransitionContract(name, "rework", described)
        self._project.do_as_runtime(c.Send(report), rework, command_id=returned_id(name, contract.moved))

    def _delay(self, contract: Contract, reason: str, branch: str) -> None:
        """Record why accepted work is not merged yet, and notify the leads once."""
        name, command = contract.terms.id, f"unmerged-{contract.terms.id}-{contract.moved}"
        delay = c.DelayMerge(name, reason)
        if self._project.log.find(command) is not None:
            self._project.do_as_runtime(delay)
            return
        described = self._say("worktree.problem", contract=name, branch=branch, reason=reason)
        report = self._report(contract, described, self._say("worktree.problem.do"))
        self._project.do_as_runtime(c.Send(report), delay, command_id=command)

    def _report(
        self, contract: Contract, described: str, following: str, files: Sequence[str] = (), to: Sequence[str] = ()
    ) -> AnyMessage:
        """Return the message about work that is not merged: to the given agents, its delegator and the leads."""
        state, name = self._project.state, contract.terms.id
        report = ConflictReport(
            conflict_description=described,
            conflicting_artifacts=tuple(map(visible, files)),
            suggested_resolution=following,
            severity="warning",
        )
        leads = [one.id for one in state.everybody() if one.lead]
        named = dict.fromkeys([*to, contract.terms.delegator, *leads])
        told = [one for one in named if one in state.actors] or [HUMAN]
        summary = self._say("worktree.summary", contract=name)
        return self._project.message(SYSTEM, report, told, "high", summary, expected_response_type=())

    def _say(self, key: str, **values: object) -> str:
        return say(self._project.state.locale, key, **values)


def returned_id(contract: str, seq: int | str = "") -> str:
    """Return the id of the command that returned the work submitted in the record `seq`, or the start of all."""
    return f"conflict-{contract}-{seq}"
