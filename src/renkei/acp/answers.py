"""Answers what one coding agent asks its client for: permissions, and files of its directory.

An answer may take as long as a person's decision, so each is found in a thread of its own.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TypeVar

from acp.exceptions import RequestError
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from renkei.acp.activity import ToolActivity
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data, object_of
from renkei.acp.turn_record import TurnRecord
from renkei.project.turns.session import Session
from renkei.workspace.consent import Answer
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_text import FileText
from renkei.workspace.file_tools import Files
from renkei.workspace.permission_rules import Asked
from renkei.workspace.permissions import Permissions

MOST_ASKED = 20
"""Requests of one agent that are answered at the same time; further ones wait."""

OPTIONS: Mapping[Answer, tuple[str, ...]] = {
    "once": ("allow_once", "allow_always"),
    "always": ("allow_once", "allow_always"),
    "no": ("reject_once", "reject_always"),
}
"""The kinds of options that give an answer, the preferred one first.

renkei remembers what is always allowed. An agent is told `once`, because it would write `always` into its own settings.
"""

T = TypeVar("T")


class AgentAnswers:
    """The client of one agent.

    `record` is that of its present turn, and `cancelled` returns whether this turn was cancelled. A permission that is
    not given within `seconds` is refused.
    """

    def __init__(
        self,
        program: AcpProgram,
        session: Session,
        files: Files,
        permissions: Permissions,
        cancelled: Callable[[], bool],
        seconds: float,
    ) -> None:
        self.record: TurnRecord = TurnRecord(self.named, lambda call: None)
        self._program = program
        self._session = session
        self._files = files
        self._permissions = permissions
        self._cancelled = cancelled
        self._seconds = seconds
        self._limiter = CapacityLimiter(MOST_ASKED)

    def named(self, path: str) -> str:
        """Return a path relative to the agent's directory; unchanged outside of it."""
        root = self._files.directory.root
        whole = Path(os.path.normpath(root / path))
        if os.pardir in Path(path).parts or not whole.is_relative_to(root):  # `..` after a link leads elsewhere
            return path
        return str(whole.relative_to(root))

    def update(self, update: Data) -> None:
        """Take an update of the session."""
        self.record.take(update)

    async def permission(self, call: Data, options: Sequence[Data]) -> str | None:
        """Return the id of the option that gives the answer of the rules or of the person; None without an answer."""
        asked = asked_of(self._program, self.record.asked(call), call, self.named)
        granted = await self._in_thread(lambda: self._permissions.answer(asked, self._cancelled, self._seconds))
        kinds = {str(one.get("kind")): str(one.get("optionId")) for one in reversed(options)}
        return next((kinds[kind] for kind in OPTIONS[granted.answer] if kind in kinds), None)

    async def read_file(self, path: str, line: int | None, limit: int | None) -> str:
        """Return the text of a file, from a line on and at most `limit` lines of it.

        Raises RequestError: `resource_not_found` for a missing file.
        """
        found = await self._in_thread(lambda: self._files.read(self._files.directory.name(path)))
        if found is None and self._program.missing_is_empty:
            return ""
        if found is None:
            raise RequestError.resource_not_found(path)
        if line is None and limit is None:
            return found.text
        start = max(0, (line or 1) - 1)
        lines = found.text.splitlines(keepends=True)
        return "".join(lines[start : None if limit is None else start + limit])

    async def write_file(self, path: str, text: str) -> None:
        """Write a file; raises RequestError if it lies outside, or has changed since the agent read it."""

        def write() -> None:
            name, state = self._files.directory.name(path), self._session.project.state
            with self._files.directory.writing():
                before = self._files.current(name, state)
                self._files.write(name, (before or FileText("")).encode(name, text), self._session.agent)
            self._files.on_edit(self._session, self._files.directory.root / name, before.text if before else "", text)

        await self._in_thread(write)

    async def _in_thread(self, act: Callable[[], T]) -> T:
        try:
            return await run_sync(act, limiter=self._limiter)
        except WorkspaceError as error:
            raise RequestError(-32602, str(error)) from None


def asked_of(
    program: AcpProgram, activity: ToolActivity, call: Data, named: Callable[[str], str] = lambda path: path
) -> Asked:
    """Return what an agent asks for, from what is known of the tool call.

    A command is one whatever its program calls the kind of the call, such as `search` for `rg`.
    """
    told, diff = activity.told, object_of(call.get("rawInput")).get("diff")
    places = (*told.paths, told.directory) if told.directory else told.paths
    is_own_tool = not told.command and program.is_own_tool(activity.kind, told.title)
    return Asked(
        kind=activity.kind,
        title=told.title,
        command=told.command or (told.title if activity.kind == "execute" else ""),
        paths=tuple(dict.fromkeys((*activity.paths, *map(named, places)))),
        diff=_diff(activity) or (diff if isinstance(diff, str) else ""),
        directory=told.directory,
        is_own_tool=is_own_tool,
    )


def _diff(activity: ToolActivity) -> str:
    return "\n".join(
        line
        for one in activity.edits
        for line in unified_diff(
            (one.before or "").splitlines(), one.after.splitlines(), one.path, one.path, lineterm=""
        )
    )
