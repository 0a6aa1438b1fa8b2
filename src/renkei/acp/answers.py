"""Answers what one coding agent asks its client for: permissions, and files of its directory.

An answer may take as long as a person's decision, so each is found in its own thread.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from acp.exceptions import RequestError
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from renkei.acp.activity import Edit
from renkei.acp.asked import asked_of, difference
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data
from renkei.acp.turn_record import TurnRecord
from renkei.immutable.replacing import replace
from renkei.project.turns.session import Session
from renkei.wording.values import quote
from renkei.workspace.consent import Answer
from renkei.workspace.edited_lines import lines_of
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_text import FileText, decode
from renkei.workspace.file_tools import Files
from renkei.workspace.permission_rules import WRITING, Asked
from renkei.workspace.permissions import Permissions

MOST_ASKED = 20
"""Requests of one agent that are answered at the same time; further ones wait."""

OPTIONS: Mapping[Answer, tuple[str, ...]] = {
    "once": ("allow_once",),
    "always": ("allow_once", "allow_always"),
    "no": ("reject_once", "reject_always"),
}
"""The kinds of options that give an answer, the preferred one first.

renkei remembers what is always allowed. An agent receives `once`: it would write `always` into its own settings.
"""

T = TypeVar("T")


class AgentAnswers:
    """The client of one agent.

    `cancelled` returns whether its present turn was cancelled. A permission that is not given within `seconds` is
    refused.
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
        self.record = TurnRecord(self.named, lambda call: None)
        """The record of its present turn, or its next one."""
        self._decided: dict[tuple[str, bool], bool] = {}
        """Whether it may do something to each file for which it has asked in this turn: to write it, or to read it."""
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

    def begin(self, record: TurnRecord) -> None:
        """Begin to keep a record. Open requests from before are no longer allowed."""
        self.record, self._decided = record, {}

    def update(self, update: Data) -> None:
        """Take an update of the session."""
        self.record.take(update)

    async def permission(self, call: Data, options: Sequence[Data]) -> str | None:
        """Return the id of the option that gives the answer of the rules or of the person; None without an answer."""
        activity, gone, decided = self.record.asked(call), self._gone(), self._decided

        def answer() -> Answer:
            asked = asked_of(self._program, activity, call, self.named)
            found = self._permissions.answer(asked, gone, self._seconds).answer
            decided.update({(path, asked.kind in WRITING): found != "no" for path in asked.paths})
            return found

        kinds = OPTIONS[await self._in_thread(answer)]
        ids = {str(one.get("kind")): one.get("optionId") for one in reversed(options)}
        return next((found for kind in kinds if isinstance(found := ids.get(kind), str)), None)

    async def read_file(self, path: str, line: int | None, limit: int | None) -> str:
        """Return the text of a file, from a line on and at most `limit` lines of it.

        Raises RequestError: `resource_not_found` for a missing file.
        """
        gone, decided = self._gone(), self._decided

        def read() -> FileText | None:
            name = self._files.directory.name(path)
            self._check("read", name, gone, decided)
            return self._files.read(name)

        found = await self._in_thread(read)
        if found is None and self._program.missing_is_empty:
            return ""
        if found is None:
            raise RequestError.resource_not_found(path)
        if line is None and limit is None:
            return found.text
        start = max(0, (line or 1) - 1)
        lines = lines_of(found.text)
        return "".join(lines[start : None if limit is None else start + limit])

    async def write_file(self, path: str, text: str) -> None:
        """Write a file; raises RequestError if it lies outside, is refused, or has changed since the agent read it."""
        gone, decided = self._gone(), self._decided

        def write() -> None:
            name, state = self._files.directory.name(path), self._session.project.state
            self._check("edit", name, gone, decided, lambda: self._change(name, text))
            with self._files.directory.writing():
                before = self._files.current(name, state)
                self._files.write(name, (before or FileText("")).encode(name, text), self._session.agent)
            self._files.on_edit(self._session, self._files.directory.root / name, before.text if before else "", text)

        await self._in_thread(write)

    def _gone(self) -> Callable[[], bool]:
        """Return a function that returns whether the turn in which it was made is over."""
        record = self.record
        return lambda: record is not self.record or self._cancelled()

    def _check(
        self,
        kind: Literal["read", "edit"],
        name: str,
        gone: Callable[[], bool],
        decided: Mapping[tuple[str, bool], bool],
        change: Callable[[], str] = str,
    ) -> None:
        """Raise WorkspaceError if the agent may not do something to a file.

        What it has asked for in its turn is decided already. `change` returns what it would change, as a diff.
        """
        asked, reason = Asked(kind, "", paths=(name,)), ""
        may = decided.get((name, kind in WRITING), True if self._permissions.ruling(asked) == "allow" else None)
        if may is None:
            granted = self._permissions.answer(replace(asked, diff=change()), gone, self._seconds)
            may, reason = granted.answer != "no", granted.reason
        if not may or gone():
            hint = reason or "Do not try it in another form."
            raise WorkspaceError(problem=f"{quote(name)} was not allowed", hint=hint)

    def _change(self, name: str, text: str) -> str:
        """Return what writing a text would change in a file, as a diff."""
        data = self._files.directory.read(name)
        return difference(Edit(name, None if data is None else decode(name, data).text, text))

    async def _in_thread(self, act: Callable[[], T]) -> T:
        try:
            return await run_sync(act, limiter=self._limiter)
        except WorkspaceError as error:
            raise RequestError(-32602, str(error)) from None
