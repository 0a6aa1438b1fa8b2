"""Lines for the members of a team: each is written again until it was read, whatever the readers do.

The readers read a whole file and then truncate or delete it, without a lock. A line appended between the two steps
disappears unread. Nothing can prevent that, but it can be detected: in the sequence of events, either there is a read
of the file between our write and the line's disappearance, or there is not. The theory, for one line:

- A mark follows our write. Any read after the mark includes the line: a reader reads to the end of the file, so each of
  its reads is followed by one more, at an end that is behind our line.
- After a change of the file, we look at it. If the line is still there, the change was a foreign write. If it is gone
  and a read came before the first change, the line was read. Otherwise it counts as lost and is written again. If a
  foreign write, a read and a truncation all happen before our look, a line that was read is written again. So a line
  may be delivered twice in this one case, but it is never lost.
- A line that has been in the file for `SAFE_SECONDS` can no longer be lost: a reader that read before our write has
  truncated the file by then. It need not be watched, and when it disappears, it was read.

Lines written together share a mark and their state.

The state of a line is stored before and after it is written. After a kill, lines already in the inbox are kept; missing
lines that were not yet safe are written again. So a kill can double the lines of the last seconds.
"""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from renkei.edges.chat.mailboxes.inbox_file import NoInboxError, open_inbox
from renkei.edges.chat.mailboxes.mailbox_file import MailboxFile, Pending
from renkei.edges.chat.mailboxes.watch import CHANGED, GONE, MARK, OVERFLOW, READ, FileEvent, Watch

SAFE_SECONDS = 10.0
"""Seconds after a write in which a reader may still be between reading a file and truncating it."""


@dataclass
class Batch:
    """Lines that were written together and are in an inbox, each with its offset, and the events since."""

    lines: list[tuple[Pending, int]] = field(default_factory=list)
    written: float = 0.0
    mark: int = 0
    """The mark behind the write; 0 until there is one."""
    armed: bool = False
    """Events processed now came after the mark."""
    read: bool = False
    changed: bool = False
    """The file changed since our last look."""
    read_after_change: bool = False
    intact: int = 0
    """The mark before which no line had disappeared, so that no earlier change matters."""
    gone: int = 0
    """The mark before which the lines disappeared; their fate is known once all events before it are processed."""
    safe: bool = False


@dataclass
class Inbox:
    """An inbox that contains a line of ours. While it is open, no other file gets its inode."""

    path: Path
    descriptor: int
    inode: int
    batches: list[Batch] = field(default_factory=list)
    seen: tuple[int, int] = (0, 0)
    """Its size and modification time when our newest line was last seen in it."""
    changed: bool = False
    """It must be looked at."""
    looking: bool = False
    """The reads processed now are our own look at the file."""


class Outbox:
    """The lines that were not read yet. Used by one thread.

    `path_of` returns the path of an owner's inbox. `report` receives, at each attempt, why an inbox cannot be opened.
    """

    def __init__(
        self, file: MailboxFile, watch: Watch, path_of: Callable[[str], Path], report: Callable[[str], None]
    ) -> None:
        self._file = file
        self._report = report
        self._watch = watch
        self._path_of = path_of
        self._inboxes: dict[Path, Inbox] = {}
        self._looks: dict[int, tuple[Inbox, bool]] = {}
        self._passed = 0
        self.repeated = 0
        """How many lines were written again."""

    def write(self) -> None:
        """Write every new line, once all events are processed and changes looked at; raises OSError."""
        fresh: dict[Path, Batch] = {}
        skipped: set[str] = set()
        written: list[int] = []
        last = 0
        try:
            while found := self._file.lines("new", after=last):
                for one in found:
                    last = one.number
                    if one.name in skipped or not self._append(one, fresh):
                        skipped.add(one.name)  # the lines that follow for this member wait as well
                    else:
                        written.append(one.number)
        finally:
            self._file.set_status(written, "written")

    def happened(self, event: FileEvent) -> None:
        """Process an event."""
        if event.what == MARK:
            self._pass(event.number)
        elif event.what == OVERFLOW:
            for inbox in self._inboxes.values():
                self._change(inbox)
        elif event.directory is not None and (found := self._inboxes.get(event.directory / event.name)):
            if event.what in (CHANGED, GONE):
                self._change(found)
            elif event.what == READ and not found.looking:
                for batch in self._alive(found):
                    batch.read = batch.read or (batch.armed and not batch.changed)
                    batch.read_after_change = batch.read_after_change or (batch.armed and batch.changed)

    def look(self) -> list[Pending]:
        """Look at every changed inbox; return the lines that are now known to be read."""
        now = time.monotonic()
        done: list[Pending] = []
        lost: list[Pending] = []
        for inbox in list(self._inboxes.values()):
            if inbox.changed:
                self._look_at(inbox)
            for batch in inbox.batches:
                if 0 < batch.gone <= self._passed:
                    (done if batch.read or batch.safe else lost).extend(one for one, _ in batch.lines)
                    batch.lines = []
                elif not batch.safe and now - batch.written > SAFE_SECONDS:
                    batch.safe = True
                    self._file.set_status([one.number for one, _ in batch.lines], "safe")
            inbox.batches = [one for one in inbox.batches if one.lines]
            if not inbox.batches:
                os.close(inbox.descriptor)
                del self._inboxes[inbox.path]
        self.repeated += len(lost)
        self._file.set_status([one.number for one in lost], "new")
        self._file.set_status([one.number for one in done], "settled")
        return done

    def recover(self) -> None:
        """Find an earlier process's lines in the inboxes. Lines that are gone and were not safe are written again."""
        found: list[Pending] = []
        while more := self._file.lines("new", "written", "safe", after=found[-1].number if found else 0):
            found += more
        for name in dict.fromkeys(one.name for one in found):
            self._recover(self._path_of(name), [one for one in found if one.name == name])

    def close(self) -> None:
        """Close the files."""
        for inbox in self._inboxes.values():
            os.close(inbox.descriptor)
        self._inboxes.clear()

    def _recover(self, path: Path, lines: list[Pending]) -> None:
        inbox = self._open(path, create=False)
        there = _positions(inbox.descriptor) if inbox else {}
        states: dict[str, list[int]] = {"new": [], "written": [], "settled": []}
        kept: dict[bool, list[tuple[Pending, int]]] = {True: [], False: []}
        for one in lines:
            if one.line in there:
                kept[one.status == "safe"].append((one, there[one.line]))
                if one.status == "new":
                    states["written"].append(one.number)
            elif one.status != "new":
                states["settled" if one.status == "safe" else "new"].append(one.number)
        self.repeated += len(states["new"])
        for status, numbers in states.items():
            self._file.set_status(numbers, status)
        if inbox is not None:
            mark, now = self._watch.mark(), time.monotonic()
            inbox.batches = [Batch(found, now, mark, safe=safe) for safe, found in kept.items() if found]
            inbox.changed = True

    def _change(self, inbox: Inbox) -> None:
        inbox.changed = True
        for batch in self._alive(inbox):
            batch.changed = batch.changed or self._passed >= batch.intact

    def _alive(self, inbox: Inbox) -> Iterator[Batch]:
        """Yield the batches that the current events may concern."""
        return (one for one in inbox.batches if not one.gone or self._passed < one.gone)

    def _pass(self, mark: int) -> None:
        """Process a mark: lines were written before it, or a look of our own begins or ends there."""
        self._passed = mark
        if mark in self._looks:
            inbox, begins = self._looks.pop(mark)
            inbox.looking = begins
            return
        for inbox in self._inboxes.values():
            for batch in inbox.batches:
                batch.armed = batch.armed or 0 < batch.mark <= mark

    def _look_at(self, inbox: Inbox) -> None:
        """Find the lines that are still in an inbox."""
        inbox.changed = False
        standing = [one for one in inbox.batches if not one.gone]
        gone: list[Batch] = []
        while standing and not (mark := self._stands(inbox, *standing[0].lines[0])):
            # The file is only ever truncated completely, so everything behind a remaining line remains too.
            if len(standing[0].lines) > 1:
                rest = replace(standing[0], lines=standing[0].lines[1:])
                standing[0].lines = standing[0].lines[:1]
                standing.insert(1, rest)
            gone.append(standing.pop(0))
        for batch in standing:
            batch.intact = mark
            batch.read = batch.read or batch.read_after_change
            batch.changed = batch.read_after_change = False
        end = self._watch.mark() if gone else 0
        for batch in gone:
            batch.gone = end
        inbox.batches = [one for one in inbox.batches if one.gone] + gone + standing if gone else inbox.batches

    def _stands(self, inbox: Inbox, pending: Pending, start: int) -> int:
        """Return a mark before which a line was in an inbox or its replacement; 0 if it is gone."""
        mark = self._watch.mark()
        seen = _seen(inbox)
        if seen[0] < start + len(pending.line) or not _is_at(inbox.path, inbox.inode):
            return 0
        if seen != inbox.seen:
            mark, data = self._read(inbox, len(pending.line), start)
            if data != pending.line:
                return 0
            inbox.seen = seen
        return mark

    def _read(self, inbox: Inbox, count: int, start: int) -> tuple[int, bytes]:
        """Read from an inbox between two marks, which distinguish our read from the reader's.

        Return the first mark, and the bytes.
        """
        mark = self._watch.mark()
        data = os.pread(inbox.descriptor, count, start)
        self._looks |= {mark: (inbox, True), self._watch.mark(): (inbox, False)}
        return mark, data

    def _append(self, pending: Pending, fresh: dict[Path, Batch]) -> bool:
        """Append a line, and return whether that was possible."""
        path = self._path_of(pending.name)
        inbox = self._open(path)
        if inbox is None:
            return False
        size, _ = seen = _seen(inbox)
        # After a killed writer's incomplete line, ours would be unreadable.
        half = size and seen != inbox.seen and self._read(inbox, 1, size - 1)[1] not in (b"\n", b"")
        before = b"\n" if half else b""
        count = os.write(inbox.descriptor, before + pending.line)
        if count < len(before + pending.line):
            raise OSError(f"only {count} bytes of a line could be written to {path}")
        end = os.lseek(inbox.descriptor, 0, os.SEEK_CUR)
        alone = not any(not one.gone for one in inbox.batches)
        if path not in fresh:
            fresh[path] = Batch(written=time.monotonic())
            inbox.batches.append(fresh[path])
        fresh[path].lines.append((pending, end - len(pending.line)))
        fresh[path].mark = self._watch.mark()
        now = _seen(inbox)
        known = (seen == inbox.seen or (alone and not size)) and end == size + count == now[0]
        inbox.seen = now if known else (0, 0)
        self._look_at(inbox)  # at once: the fewer events lie between a write and a look, the more they say
        return True

    def _open(self, path: Path, *, create: bool = True) -> Inbox | None:
        """Return an inbox; None while it cannot be opened, or if another file has replaced it.

        In the latter case, the events of the replaced file are processed first.
        """
        inbox = self._inboxes.get(path)
        if inbox is None:
            try:
                descriptor = open_inbox(path, os.O_RDWR | os.O_APPEND | (os.O_CREAT if create else 0))
            except FileNotFoundError:
                if create:
                    raise
                return None
            except NoInboxError as error:
                self._report(str(error))
                return None
            self._inboxes[path] = inbox = Inbox(path, descriptor, os.fstat(descriptor).st_ino)
        elif not _is_at(path, inbox.inode):
            inbox.changed = True  # but when it changed, the events say
            return None
        return inbox


def _seen(inbox: Inbox) -> tuple[int, int]:
    found = os.fstat(inbox.descriptor)
    return found.st_size, found.st_mtime_ns


def _is_at(path: Path, inode: int) -> bool:
    try:
        return path.lstat().st_ino == inode
    except OSError:
        return False


def _positions(descriptor: int) -> dict[bytes, int]:
    """Return the offset of each line of a file."""
    found: dict[bytes, int] = {}
    data = os.pread(descriptor, os.fstat(descriptor).st_size, 0)
    start = 0
    for line in data.splitlines(keepends=True):
        found[line] = start
        start += len(line)
    return found
