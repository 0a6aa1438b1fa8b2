"""Records what a coding agent's session changes: each edit and command by its hooks, and all when the agent stops."""

from pathlib import Path
from threading import Lock

from renkei.edges.coding_agents.edits import Edit, ToolCall, command_of, edits_of
from renkei.engine.record import Record
from renkei.project.project import Project
from renkei.workspace.agent_directories import find_directory
from renkei.workspace.edited_lines import edited_lines
from renkei.workspace.recording import Begun, ChangeRecorder

MOST_BEGUN = 100
"""Commands that run at the same time."""


class SessionChanges:
    """The changes of one agent. Threads may share it; no method raises an error."""

    def __init__(self, project: Project, agent: str) -> None:
        self._project = project
        self.agent = agent
        self._recorders: dict[Path, ChangeRecorder] = {}
        self._begun: dict[str, Begun | None] = {}
        self._touched: set[Path] = set()
        self._lock = Lock()

    def before(self, call: ToolCall) -> None:
        """Look at the files before a command."""
        line = command_of(call)
        if line is not None:
            begun = self._recorder(call.directory).before_command(line)
            with self._lock:
                while len(self._begun) >= MOST_BEGUN:
                    del self._begun[next(iter(self._begun))]
                self._begun[call.id] = begun

    def after(self, call: ToolCall) -> list[Record]:
        """Record what a tool call has changed; return the records."""
        recorder, line = self._recorder(call.directory), command_of(call)
        if line is not None:
            self._touched.add(recorder.known.top)
            with self._lock:
                begun = self._begun.pop(call.id, None)
            found = [recorder.after_command(begun) if begun else recorder.after_unseen(line)]
        else:
            edits = edits_of(call)
            self._touched |= {recorder.known.top} if edits else set()
            found = [_edited(recorder, one, Path(call.directory or ".")) for one in edits]
        return [one for one in found if one is not None]

    def look(self) -> None:
        """Record all changes in the directories in which something was edited or run since the last look."""
        while self._touched:
            top = self._touched.pop()
            for one in tuple(self._recorders.values()):
                if one.known.top == top:
                    one.look()
                    break

    def _recorder(self, directory: str) -> ChangeRecorder:
        place = Path(directory) if directory else Path.cwd()
        with self._lock:
            if place not in self._recorders:
                known = find_directory(self.agent, place, self._project.directory)
                self._recorders[place] = ChangeRecorder(self._project, known)
            return self._recorders[place]


def _edited(recorder: ChangeRecorder, edit: Edit, directory: Path) -> Record | None:
    """Record an edit, with its lines if they can be determined."""
    path = directory / edit.path
    now = recorder.now(path)
    before = None if now is None else edit.before(now)
    if before is None or now is None:
        return recorder.edited(path, kind=edit.kind)
    return recorder.edited(path, edited_lines(before, now), before, edit.kind)
