"""Records what the members of a team change: each edit of a file tool, each command, and all at a turn's end."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from renkei.project.turns.session import Session
from renkei.workspace.command_looks import may_change_files
from renkei.workspace.edited_lines import edited_lines
from renkei.workspace.recording import ChangeRecorder


class MemberChanges:
    """The recorders of the members' changes. `find` makes that of a member."""

    def __init__(self, find: Callable[[str], ChangeRecorder]) -> None:
        self._find = find
        self._recorders: dict[str, ChangeRecorder] = {}
        self._touched: set[str] = set()

    def begin(self, agent: str) -> None:
        """Begin to record what a member changes in the directory that it has now."""
        self._recorders[agent] = self._find(agent)

    def edited(self, session: Session, path: Path, before: str, after: str) -> None:
        """Record an edit of a file tool."""
        before, after = (one.replace("\r\n", "\n") for one in (before, after))
        self._touched.add(session.agent)
        if before != after:
            lines, text = edited_lines(before, after), before or None
            self._of(session.agent).edited(path, lines, text, "edited" if before else "added")

    def edited_itself(self, agent: str, path: Path, before: str | None, after: str) -> None:
        """Record an edit that a program made itself; `before` and `after` may be parts of the text."""
        self._touched.add(agent)
        recorder = self._of(agent)
        now = recorder.now(path)
        old = None if now is None or not after or after not in now else now.replace(after, before or "", 1)
        lines = () if old is None or now is None else edited_lines(old, now)
        recorder.edited(path, lines, old or None, "added" if before is None else "deleted" if now is None else "edited")

    def during(self, session: Session, line: str) -> AbstractContextManager[None]:
        """Record what changes while a command line runs."""
        if not may_change_files(line):
            return nullcontext()
        self._touched.add(session.agent)
        return self._of(session.agent).command(line)

    def during_program(self, agent: str) -> AbstractContextManager[None]:
        """Record what changes while a program runs that is the member."""
        return self._of(agent).command("")

    def begin_turn(self, agent: str) -> None:
        """Prepare for the edits of a turn, before which work of others may have been merged."""
        if agent in self._recorders:
            self._recorders[agent].refresh()

    def end_turn(self, agent: str) -> None:
        """Record all that differs now, if the member has edited a file or run a command."""
        if agent in self._touched:
            self._touched.discard(agent)
            self._of(agent).look()

    def look(self, agent: str) -> None:
        """Record all that differs now, as while a program runs."""
        self._of(agent).look()

    def _of(self, agent: str) -> ChangeRecorder:
        if agent not in self._recorders:
            self._recorders[agent] = self._find(agent)
        return self._recorders[agent]


class NoChanges(MemberChanges):
    """Records nothing."""

    def begin(self, agent: str) -> None:
        """Do nothing."""

    def edited(self, session: Session, path: Path, before: str, after: str) -> None:
        """Do nothing."""

    def edited_itself(self, agent: str, path: Path, before: str | None, after: str) -> None:
        """Do nothing."""

    def during(self, session: Session, line: str) -> AbstractContextManager[None]:
        """Return a block in which nothing is recorded."""
        return nullcontext()

    def look(self, agent: str) -> None:
        """Do nothing."""
