"""The file tools: reading, writing and editing files in a member's workspace.

A member can change an existing file only if it has read the current content and still remembers it; after a summary, it
must read the file again. So when two members edit one file, the second edit fails until its author has read the file
again, and no edit is lost silently. A write is atomic for other members and across a kill.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import Field

from renkei.agent_tools.tool import Tool
from renkei.board.document import board_document
from renkei.engine.state import State
from renkei.immutable.replacing import replace
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen, Positive
from renkei.texts.say import say
from renkei.wording.values import count, quote
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_text import FileText, decode
from renkei.workspace.reading_tools import reading_tools

MOST_LINES = 2_000
"""Lines that one call returns by default."""

LONGEST_LINE = 2_000
"""Characters shown of a line."""

MOST_CHARACTERS = 30_000
"""Most characters that one call returns."""

CONTEXT_LINES = 3
"""Lines shown before and after an edit."""

MOST_COUNTED = 1_000
"""Most occurrences of a text that are counted."""

MOST_NAMES = 500
"""Most names of a directory that are listed."""


class ReadFile(Frozen):
    """Arguments of `read_file`."""

    path: str
    """In the workspace; a directory is listed."""
    offset: Positive = 1
    """The first line."""
    limit: Positive = MOST_LINES
    """Most lines."""


class WriteFile(Frozen):
    """Arguments of `write_file`."""

    path: str
    content: str


class EditFile(Frozen):
    """Arguments of `edit_file`."""

    path: str
    old_text: Annotated[str, Field(min_length=1)]
    """Exactly as in the file, without line numbers; it must occur only once."""
    new_text: str


OnEdit = Callable[[Session, Path, str, str], object]
"""Takes the session that edited a file, the file, and its text before and after; "" for a file that was not there."""


class Authors:
    """The last authors of files, by path and content hash. The members of a team share it."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[str, str]] = {}

    def add(self, path: Path, content_hash: str, agent: str) -> None:
        """Record that an agent wrote this content."""
        self._known[path] = (content_hash, agent)

    def find(self, path: Path, content_hash: str) -> str | None:
        """Return the author of this content; None if it was not written with the tools."""
        found = self._known.get(path)
        return found[1] if found is not None and found[0] == content_hash else None


class Files:
    """The files of one member's workspace, and the content of each that it last read."""

    def __init__(
        self, directory: ConfinedDirectory, authors: Authors | None = None, on_edit: OnEdit = lambda *_: None
    ) -> None:
        """`on_edit` is called after each edit."""
        self.directory = directory
        self.on_edit = on_edit
        self._authors = authors or Authors()
        self._read: dict[str, str] = {}
        self._memory = 0
        self._forgotten: set[str] = set()

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools of these files."""
        return (
            Tool(
                "read_file",
                "Read a file of your workspace, with line numbers, or list a directory.",
                ReadFile,
                partial(_read_file, self),
                reads=True,
            ),
            Tool(
                "write_file",
                "Write a whole file. One that exists is replaced: read it before.",
                WriteFile,
                partial(_write_file, self),
            ),
            Tool(
                "edit_file",
                "Replace a text in a file by another. Read the file before.",
                EditFile,
                partial(_edit_file, self),
            ),
            *reading_tools(self.directory),
        )

    def remember(self, memory: int) -> None:
        """Forget all files read before the memory with this number began."""
        if memory != self._memory:
            self._memory = memory
            self._forgotten |= set(self._read)
            self._read.clear()

    def read(self, name: str) -> FileText | None:
        """Return the text of a file and record that it was read; None if it does not exist. Raises WorkspaceError."""
        data = self.directory.read(name)
        if data is None:
            return None
        text = decode(name, data)
        self._read[name] = _hash(data)
        return text

    def current(self, name: str, state: State) -> FileText | None:
        """Return the current text of a file to change; None for a new one.

        Raises WorkspaceError if the member has not read the current content.
        """
        data = self.directory.read(name)
        known = self._read.get(name)
        if data is None:
            if self._read.pop(name, None) is not None:
                hint = "Nothing was written. Call again to create it."
                raise WorkspaceError(problem=f"{quote(name)} was deleted after you had read it", hint=hint)
            return None
        if known is None:
            hint = "Read it with `read_file` before you change it. Nothing was written."
            since = " since your memory began again" if name in self._forgotten else ""
            raise WorkspaceError(problem=f"{quote(name)} exists, and you have not read it{since}", hint=hint)
        now = _hash(data)
        if known != now:
            by = self._authors.find(self.directory.root / name, now) or _owner(state, name)
            who = f" (by {by})" if by else ""
            hint = "Nothing was written. Read it again and make your change in what stands there now."
            raise WorkspaceError(problem=f"{quote(name)} was changed{who} after you had read it", hint=hint)
        return decode(name, data)

    def write(self, name: str, data: bytes, agent: str) -> None:
        """Replace or create a file and record its content as known to the member. Raises WorkspaceError."""
        self.directory.replace(name, data)
        self._read[name] = _hash(data)
        self._authors.add(self.directory.root / name, self._read[name], agent)


def _read_file(files: Files, session: Session, arguments: ReadFile) -> str:
    files.remember(session.memory)
    name = files.directory.name(arguments.path)
    state = session.project.state
    names = files.directory.names(name)
    if names is not None:
        more = say(state.locale, "file.more_names", count=len(names) - MOST_NAMES) if len(names) > MOST_NAMES else ""
        return "\n".join(
            (say(state.locale, "file.directory", path=name, count=len(names)), *names[:MOST_NAMES], more)
        ).strip()
    found = files.read(name)
    if found is None:
        raise WorkspaceError(problem=f"{quote(name)} does not exist", hint="List its directory with `read_file`.")
    lines = _lines(found.shown)
    if not lines:
        return say(state.locale, "file.empty", path=name)
    if arguments.offset > len(lines):
        hint = "Choose a smaller `offset`."
        raise WorkspaceError(problem=f"{quote(name)} has only {count(len(lines), 'line')}", hint=hint)
    shown = list(_numbered(lines, arguments.offset, arguments.limit))
    last = arguments.offset + len(shown) - 1
    if last < len(lines):
        shown.append(
            say(state.locale, "file.lines", first=arguments.offset, last=last, count=len(lines), next=last + 1)
        )
    if not found.line_end:
        shown.append(say(state.locale, "file.mixed_ends"))
    return "\n".join(shown)


def _write_file(files: Files, session: Session, arguments: WriteFile) -> str:
    files.remember(session.memory)
    name = files.directory.name(arguments.path)
    state = session.project.state
    with files.directory.writing():
        before = files.current(name, state)
        data = (before or FileText("")).encode(name, arguments.content)
        files.write(name, data, session.agent)
    files.on_edit(session, files.directory.root / name, before.text if before else "", arguments.content)
    key = "file.created" if before is None else "file.replaced"
    return say(state.locale, key, path=name, count=len(_lines(arguments.content)))


def _edit_file(files: Files, session: Session, arguments: EditFile) -> str:
    files.remember(session.memory)
    name = files.directory.name(arguments.path)
    state = session.project.state
    with files.directory.writing():
        before = files.current(name, state)
        if before is None:
            hint = "Create it with `write_file`."
            raise WorkspaceError(problem=f"{quote(name)} does not exist", hint=hint)
        old, new, start = _found(name, before, arguments)
        text = before.text[:start] + new + before.text[start + len(old) :]
        files.write(name, before.encode(name, text), session.agent)
    files.on_edit(session, files.directory.root / name, before.text, text)
    first = before.text.count("\n", 0, start) + 1
    shown = _numbered(
        _lines(replace(before, text=text).shown),
        max(1, first - CONTEXT_LINES),
        min(len(_lines(new)), MOST_LINES) + 2 * CONTEXT_LINES,
    )
    return "\n".join((say(state.locale, "file.edited", path=name, line=first), *shown))


def _found(name: str, before: FileText, arguments: EditFile) -> tuple[str, str, int]:
    """Return the text to replace, its replacement, and its position; raises WorkspaceError."""
    old, new = (
        one.replace("\r\n", "\n") if before.line_end else one for one in (arguments.old_text, arguments.new_text)
    )
    if not before.line_end and old not in before.text:  # a model may not see which of its lines end in \r\n
        old, new = (one.replace("\r\n", "\n").replace("\n", "\r\n") for one in (old, new))
    starts = list(islice(_starts(before.text, old), MOST_COUNTED + 1))
    if len(starts) != 1:
        times = f"{len(starts)} times" if len(starts) <= MOST_COUNTED else f"more than {MOST_COUNTED} times"
        many = f"stands {times} in" if starts else "does not stand in"
        hint = "Add lines before or after it." if starts else "Read the file, and copy the text exactly."
        raise WorkspaceError(problem=f"`old_text` {many} {quote(name)}", hint=f"{hint} Nothing was written.")
    if old == new:
        raise WorkspaceError(problem="`new_text` is the same as `old_text`", hint="Nothing was written.")
    if "\udc80" <= before.text[starts[0] - 1 : starts[0]] <= "\udcff":
        hint = "It may be half of a character. Begin `old_text` earlier or later. Nothing was written."
        raise WorkspaceError(problem="`old_text` begins directly after an unknown byte", hint=hint)
    return old, new, starts[0]


def _starts(text: str, part: str) -> Iterator[int]:
    """Yield the positions of a part in a text, overlapping ones included."""
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if not lines[-1] else lines


def _numbered(lines: list[str], offset: int, limit: int) -> Iterator[str]:
    """Yield numbered lines, at least one, up to the limits."""
    left = MOST_CHARACTERS
    for number, line in enumerate(lines[offset - 1 : offset - 1 + limit], offset):
        cut = f"… [+{len(line) - LONGEST_LINE}]" if len(line) > LONGEST_LINE else ""
        shown = f"{number:>6}\t{line[:LONGEST_LINE]}{cut}"
        left -= len(shown) + 1
        if left < 0:
            return
        yield shown


def _owner(state: State, name: str) -> str | None:
    """Return the participant that registered a file on the board as an artifact."""
    agents = board_document(state.board)["project_state"]["agents"]
    return next((one["id"] for one in agents for made in one["artifacts"] if made["path"] == name), None)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
