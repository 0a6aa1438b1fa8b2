"""Records in the project which files an agent has changed, as soon as one of its tools, its commands or git shows it.

Recording never gets in the way of the work: a change that cannot be seen or recorded is skipped, and the next look
finds it.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from renkei.engine import commands as c
from renkei.engine.file_work.decide import present_contract
from renkei.engine.record import Record
from renkei.errors import BadValueError, LogError, ProtocolError
from renkei.files.lines import Range
from renkei.files.model import MOST_CHANGES, ChangeKind, ChangeSource, FileChange
from renkei.files.patterns import normal_path
from renkei.immutable.replacing import replace
from renkei.project.project import Project
from renkei.wording.visible import escape_hidden
from renkei.workspace.agent_directories import AgentDirectories, AgentDirectory
from renkei.workspace.command_looks import Scan, differences, may_change_files, scan
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.edited_lines import carried_back, edited_lines
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_text import decode
from renkei.workspace.repository.changed_files import FileDifference
from renkei.workspace.repository.looks import Looks
from renkei.workspace.repository.verdicts import Verdict, Verdicts

UNSEEN = (WorkspaceError, OSError, ProtocolError, LogError)
"""Errors for what cannot be seen or recorded."""

MOST_ASKED = 5
"""Agents with whose files one record of changes is compared by git."""

MOST_CARRIED = 50
"""Files of one command whose lines are carried back to the common version."""


class Begun:
    """A command that runs: the files before it, and the newest record then."""

    def __init__(self, seq: int, tree: str = "", files: Scan | None = None) -> None:
        self.seq = seq
        self.tree = tree
        self.files = files


class ChangeRecorder:
    """Records the changes of one agent in its directory. Threads may share it. No method raises for what it cannot see.

    `closed`: files that are not the agent's to change. `target`: the branch that its work is merged into.
    """

    def __init__(
        self, project: Project, known: AgentDirectory, closed: Collection[Path] = (), target: str = ""
    ) -> None:
        self.known = known
        self._project = project
        self._lock = RLock()
        self._verdicts = Verdicts()
        self._directories = None if project.directory is None else AgentDirectories(project.directory)
        self._looks: Looks | None = None
        if self._directories is not None:
            with suppress(OSError):
                self._directories.add(known)
                if known.git is not None:
                    self._looks = Looks(known.git, self._directories.snapshots(known.git), target, closed)

    @property
    def is_alone(self) -> bool:
        """Whether no other agent of the project works in the same directory, so that git's view is this agent's."""
        if self._directories is None:
            return False
        others = self._directories.others(self.known)
        return not any(one in self._project.state.actors for one in others)

    def edited(
        self, path: str | Path, lines: Sequence[Range] = (), text: str | None = None, kind: ChangeKind = "edited"
    ) -> Record | None:
        """Record an edit at once.

        `lines` are those of `text`, which is the file before or after the edit. Return the record, None if there is
        nothing new.
        """
        name = self.known.name(path)
        if name is None:
            return None
        with self._lock, suppress(*UNSEEN):
            return self._record([self._edit(name, tuple(lines), text, kind)], "edit")
        return None

    def now(self, path: str | Path) -> str | None:
        r"""Return the present text of a file, without the `\r` of its line ends; None if it cannot be read."""
        name = self.known.name(path)
        with suppress(WorkspaceError):
            data = None if name is None else ConfinedDirectory(self.known.top).read(name)
            return None if name is None or data is None else decode(name, data).text.replace("\r\n", "\n")
        return None

    def before_command(self, line: str = "") -> Begun | None:
        """Look at the files before a command; None for a command that changes nothing."""
        with self._lock, suppress(*UNSEEN):
            if not line or may_change_files(line):
                seq = self._project.state.seq
                if self.is_alone and self._looks is not None:
                    return Begun(seq)
                if self._looks is not None:
                    return Begun(seq, self._looks.snapshots.take().tree)
                return Begun(seq, files=scan(self.known.top))
        return None

    def after_command(self, begun: Begun | None) -> Record | None:
        """Record what has changed since a command began; return the record, None if there is nothing new."""
        if begun is None:
            return None
        if self._looks is not None and not begun.tree:
            return self.look("command")
        with self._lock, suppress(*UNSEEN):
            found = self._compared(begun)
            return self._record(found, "command") if found else None
        return None

    def after_unseen(self, line: str = "") -> Record | None:
        """Record what has changed after a command before which nothing looked, if all changes are the agent's."""
        return self.look("command") if self.is_alone and (not line or may_change_files(line)) else None

    @contextmanager
    def command(self, line: str) -> Iterator[None]:
        """Record what changes during a block, in which a command line runs."""
        begun = self.before_command(line)
        try:
            yield
        finally:
            self.after_command(begun)

    def look(self, source: ChangeSource = "git") -> Record | None:
        """Record all changes that git finds; return the record, None if there is nothing new.

        In a directory that agents share, their author is unknown: there, only changes that were undone are recorded.
        """
        if self._looks is None or present_contract(self._project.state, self.known.agent) is None:
            return None
        with self._lock, suppress(*UNSEEN):
            found = self._looks.look().changes
            if not self.is_alone:
                mine, paths = self._changes(), {self._recorded(one.path) for one in found}
                kept = [one for one in mine if one.path in paths]
                return self._record_changes(kept, source, complete=True) if len(kept) < len(mine) else None
            return self._record(found, source, complete=True)
        return None

    def refresh(self) -> None:
        """Forget which version the agents' files begin from, as after a merge."""
        with self._lock:
            if self._looks is not None:
                self._looks.forget_base()

    def _edit(self, name: str, lines: tuple[Range, ...], text: str | None, kind: ChangeKind) -> FileDifference:
        if self._looks is None:
            return FileDifference(name, kind, lines)
        base = self._looks.base_text(name)
        if base is None:
            return FileDifference(name, "deleted" if kind == "deleted" else "added", lines)
        base = base.replace("\r\n", "\n")
        if kind == "deleted":
            lines = edited_lines(base, "")
        elif text is not None:
            lines = carried_back(lines, base, text.replace("\r\n", "\n"))
        elif not lines and self.is_alone and (now := self.now(self.known.top / name)) is not None:
            lines = edited_lines(base, now)
        return FileDifference(name, "deleted" if kind == "deleted" else "edited", lines)

    def _compared(self, begun: Begun) -> list[FileDifference]:
        """Return what has changed since a command began, without what other agents are known to have changed."""
        if self._looks is None:
            found = differences(begun.files, scan(self.known.top))
        else:
            found = self._looks.between(begun.tree, self._looks.snapshots.take().tree)
        mine = [one for one in found if not self._is_others(one.path, begun.seq)]
        return mine if len(mine) > MOST_CARRIED else [self._carried(one, begun.tree) for one in mine]

    def _carried(self, one: FileDifference, tree: str) -> FileDifference:
        if self._looks is None or not one.lines or one.kind == "added":
            return one
        path = one.renamed_from or one.path
        base, now = self._looks.base_text(path), self._looks.text(tree, path)
        return one if base is None or now is None else replace(one, lines=carried_back(one.lines, base, now))

    def _is_others(self, path: str, since: int) -> bool:
        changes = self._project.state.files.file(self._recorded(path)).changes
        return any(one.agent != self.known.agent and one.seq > since for one in changes)

    def _changes(self) -> list[FileChange]:
        """Return the recorded changes of the agent for its present contract."""
        state, agent = self._project.state, self.known.agent
        contract = present_contract(state, agent)
        found = state.files.changes_of(agent, contract.terms.id) if contract else {}
        return [
            FileChange(path=one.path, kind=one.kind, lines=one.lines)
            for one in found.values()
        ]  # fmt: skip

    def _record(
        self, found: Sequence[FileDifference], source: ChangeSource, *, complete: bool = False
    ) -> Record | None:
        changes = [change for one in found if (change := self._change(one)) is not None]
        return self._record_changes(changes, source, complete=complete)

    def _record_changes(
        self, changes: Sequence[FileChange], source: ChangeSource, *, complete: bool = False
    ) -> Record | None:
        agent, listed = self.known.agent, changes[:MOST_CHANGES]
        judged = tuple(self._judged(listed))
        omitted = len(changes) - len(listed)
        return self._project.do_as_runtime(c.RecordChanges(agent, judged, source, complete, None, omitted))

    def _change(self, one: FileDifference) -> FileChange | None:
        """Return a difference as it is recorded; None for a path that cannot be recorded."""
        try:
            path = normal_path(self._recorded(one.path))
            before = normal_path(self._recorded(one.renamed_from)) if one.renamed_from else None
        except BadValueError:
            return None
        return FileChange(path=path, kind=one.kind, renamed_from=before, lines=one.lines)

    def _recorded(self, path: str) -> str:
        """Return a path as it is recorded, with characters that hide something as `%` and their code."""
        return self.known.prefix + escape_hidden(path, _coded).replace("\\", _coded("\\"))

    def _judged(self, changes: Sequence[FileChange]) -> Iterator[FileChange]:
        """Yield changes with git's verdicts on other agents' changes to the same files."""
        verdicts: dict[str, Verdict | None] = {}
        for one in changes:
            asked = [other for other in self._others(one) if other in verdicts or len(verdicts) < MOST_ASKED]
            for other in asked:
                if other not in verdicts:
                    verdicts[other] = self._verdict(other)
            known = {other: found for other in asked if (found := verdicts[other]) is not None}
            conflicts = [other for other, found in known.items() if self._is_named(one, found)]
            clean = tuple(other for other in known if other not in conflicts)
            conflicts += [other for other in self._known_conflicts(one) if other not in known]
            yield one.model_copy(update={"conflicts_with": tuple(conflicts), "merges_with": clean})

    def _is_named(self, change: FileChange, verdict: Verdict) -> bool:
        names = {self._recorded(one) for one in verdict.files}
        return change.path in names or change.renamed_from in names

    def _known_conflicts(self, change: FileChange) -> tuple[str, ...]:
        changes = self._project.state.files.file(change.path).changes
        return next((one.conflicts_with for one in changes if one.agent == self.known.agent), ())

    def _others(self, change: FileChange) -> list[str]:
        """Return the agents with which a change may overlap, except agents that already know of a conflict."""
        state, me = self._project.state, self.known.agent
        paths = filter(None, (change.path, change.renamed_from))
        entries = [state.files.file(path) for path in paths]
        told = {agent for one in entries for known in one.told if known.is_conflict for agent in known.agents}
        known = (one.agent for entry in entries for one in entry.changes if one.agent != me)
        return [one for one in dict.fromkeys(known) if one not in told or me not in told]

    def _verdict(self, other: str) -> Verdict | None:
        with suppress(WorkspaceError, OSError):
            if self._looks is not None and self._directories is not None:
                theirs = self._directories.snapshots_of(other)
                if theirs is not None and theirs.directory != self._looks.snapshots.directory:
                    return self._verdicts.ask(self._looks.snapshots, theirs)
        return None


def _coded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode(errors="surrogateescape"))
