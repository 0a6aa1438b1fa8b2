"""Write `board.yaml` beside the log: the board for people and for anything that reads YAML.

The file is derived from the log; deleting it loses nothing. Manual edits are copied to `board.edited.yaml` before it is
overwritten. The YAML of each agent, decision and blocker is cached, so only entries changed by an event are converted
again.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager

from renkei.board.document import LISTS, change_document, entry_document, top_document
from renkei.board.events import CommentsKept, EntryAdded, EntryRemoved, FieldWritten
from renkei.board.state import Board, Change
from renkei.documents.json_pointer import split
from renkei.documents.yaml_writer import to_yaml
from renkei.engine.events import AnyEvent
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.store.board_stamp import is_as_written, stamped
from renkei.store.layout import Layout

ROOT = "/project_state"


class BoardFile:
    """The file, and the YAML of each entry and change as last written."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.path = layout.board
        self._lock = WriterLock(layout.board_lock)
        self._texts: dict[tuple[str, str], str] = {}
        self._changes: dict[Change, str] = {}

    def touch(self, events: Iterable[AnyEvent]) -> bool:
        """Drop the cached YAML of the entries that events changed; return whether there were any."""
        touched = False
        for event in events:
            if isinstance(event, CommentsKept):
                touched = True
                self._texts.clear()
            elif isinstance(event, EntryAdded | EntryRemoved | FieldWritten):
                touched = True
                name, *rest = split(event.path)
                self._texts.pop((name, rest[0] if rest else ""), None)
        return touched

    def held(self) -> AbstractContextManager[None]:
        """Keep other processes from writing; the board must be read inside the block to be the newest."""
        return self._lock.held()

    def close(self) -> None:
        """Close the lock file."""
        self._lock.close()

    def write(self, board: Board) -> None:
        """Replace the file by a board, keeping a copy of an edited one; raises OSError."""
        self._keep_edits()
        write_atomically(self.path, self._text(board).encode())

    def _keep_edits(self) -> None:
        try:
            content = read_plain(self.path)
        except OSError:  # missing, or not a file: nothing can be kept
            return
        kept = self._layout.edited_boards()
        if not is_as_written(content) and content not in map(read_plain, kept):
            write_atomically(self._layout.next_edited_board(), content)

    def shows(self, board: Board) -> bool:
        """Return whether the file is exactly as written for a board, whose size has no limit."""
        try:
            return read_plain(self.path) == self._text(board).encode()
        except OSError:
            return False

    def _text(self, board: Board) -> str:
        top = top_document(board)
        del top["changelog"]
        parts = [to_yaml({"project_state": top}, board.comments)]
        for name in LISTS:
            ids = board.ids(name)
            heading = to_yaml({name: []}, board.comments, ROOT).rstrip("\n")
            parts.append(_indented(heading.replace(": []", ":" if ids else ": []", 1) + "\n", "  "))
            parts += [self._entry(board, name, one) for one in ids]
        parts += self._changelog(board)
        below, _ = board.comments.get("/#", ((), ""))
        return stamped("".join((*parts, *(f"{line}\n" for line in below))))

    def _changelog(self, board: Board) -> list[str]:
        """Return the lines of the newest changes."""
        self._changes = {
            change: self._changes.get(change) or _indented(to_yaml([change_document(change)]), "    ")
            for change in board.changelog
        }
        heading = to_yaml({"changelog": []}, board.comments, ROOT).rstrip("\n")
        return [_indented(heading.removesuffix(" []") + "\n", "  "), *(self._changes[one] for one in board.changelog)]

    def _entry(self, board: Board, name: str, one: str) -> str:
        text = self._texts.get((name, one))
        if text is None:
            text = _indented(to_yaml([entry_document(board, name, one)], board.comments, f"{ROOT}/{name}"), "    ")
            self._texts[name, one] = text
        return text


def _indented(text: str, indent: str) -> str:
    return "".join(indent + line if line.strip() else line for line in text.splitlines(keepends=True))
