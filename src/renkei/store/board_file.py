"""Keeps `board.yaml` beside the log: the board for people and for anything that reads YAML.

The file is derived from the log; deleting it loses nothing. Writing it costs what changed: the text of each agent,
decision and blocker is kept, and only entries that an event touched are written anew.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from renkei.board.document import LISTS, change_document, entry_document, top_document
from renkei.board.events import CommentsKept, EntryAdded, FieldWritten
from renkei.board.state import Board, Change
from renkei.documents.json_pointer import split
from renkei.documents.yaml_writer import to_yaml
from renkei.engine.events import AnyEvent
from renkei.log.writer_lock import WriterLock

NAME = "board.yaml"
ROOT = "/project_state"


class BoardFile:
    """The file in a project's directory, and the texts that it was last made of."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME
        self._gate = WriterLock(directory / "board.lock")
        self._texts: dict[tuple[str, str], str] = {}
        self._changes: dict[Change, str] = {}

    def touch(self, events: Iterable[AnyEvent]) -> bool:
        """Forget the texts of entries that events changed; tell whether there were any."""
        touched = False
        for event in events:
            if isinstance(event, CommentsKept):
                touched = True
                self._texts.clear()
            elif isinstance(event, EntryAdded | FieldWritten):
                touched = True
                name, *rest = split(event.path)
                self._texts.pop((name, rest[0] if rest else ""), None)
        return touched

    def held(self) -> AbstractContextManager[None]:
        """Keep other processes from writing the file; whoever reads the newest board while it holds writes that."""
        return self._gate.held()

    def close(self) -> None:
        """Give back what keeps others out."""
        self._gate.close()

    def write(self, board: Board) -> None:
        """Replace the file in one step: a reader sees the old board or the new one, never half of one."""
        self._replace(self._text(board))

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
        return "".join((*parts, *(f"{line}\n" for line in below)))

    def _changelog(self, board: Board) -> list[str]:
        """Write the newest changes; one that was written before is not written anew."""
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

    def _replace(self, text: str) -> None:
        fresh = self.path.with_name(".board.yaml")  # only one process at a time holds the gate
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.path)


def _indented(text: str, indent: str) -> str:
    return "".join(indent + line if line.strip() else line for line in text.splitlines(keepends=True))
