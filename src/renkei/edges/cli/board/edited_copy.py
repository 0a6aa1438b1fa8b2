"""Turns an edited copy of the board file into ordinary field writes.

The `updated_at` of the copy tells which board its editor read. The last writer wins as always, and writes that others
made since then cause re-read notices. Comments are stored in the log and survive every rewrite of the file.
"""

from collections.abc import Mapping
from typing import Any

from renkei.board.difference import writes_between
from renkei.board.document import board_document, top_document
from renkei.board.events import FieldWritten, RereadNoticed
from renkei.board.model import ProjectState
from renkei.documents.json_pointer import join
from renkei.documents.source import Path as DocumentPath
from renkei.documents.source import Source
from renkei.documents.yaml_comments import END, comments_of
from renkei.documents.yaml_writer import Comments
from renkei.edges.cli.files.reading import read_one, read_text, require_kind
from renkei.edges.cli.output.terminal import counted
from renkei.edges.document_kinds import KINDS
from renkei.engine import commands as c
from renkei.engine.apply import apply
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.validation import check
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.store.board_stamp import MARK


def read_board(file: str) -> tuple[Source, ProjectState]:
    """Return the board document in a file; raises DocumentError with every problem."""
    source = read_one(file)
    checked = check(source, KINDS)
    require_kind("project_state", file, source, checked, "A board has the root key `project_state:`.")
    board: ProjectState = checked.model
    return source, board


def apply_file(project: Project, file: str, actor: str, base: int | None) -> tuple[Record | None, str, dict[str, Any]]:
    """Write the changes in a file; return the record, a summary and its data; raises DocumentError or ProtocolError."""
    source, board = read_board(file)
    given = _state_read(project, board.updated_at, base)
    edited = board.model_dump(mode="json", by_alias=True)
    document = board_document(given.board)["project_state"]
    writes = writes_between(document, _with_system_fields(edited, document), given.seq)
    actions: list[c.Action] = [*writes]
    if project.state.privileged(actor):
        edited_comments = _named_comments(read_text(file), source)
        actions.append(c.KeepComments(_merged(edited_comments, given.board.comments, project.state.board.comments)))
    record = project.do(*actions, actor=actor)
    if record is None:
        return None, "", {"fields": [], "conflicts": []}
    written = [event for event in record.events if isinstance(event, FieldWritten) and event.author == actor]
    lost = [event.path for event in written if event.old != given.board.get(event.path)]
    lost += [event.path for event in record.events if isinstance(event, RereadNoticed) and event.late]
    lost = list(dict.fromkeys(lost))
    conflicts = f"; others changed since you read: {', '.join(lost)}" if lost else ""
    sentence = f"Wrote {counted(len(writes), 'field')} at seq {record.seq}{conflicts}."
    return record, sentence, {"fields": [one.path for one in writes], "conflicts": lost}


def _merged(
    edited: Comments, given: Mapping[str, tuple[tuple[str, ...], str]], now: Mapping[str, tuple[tuple[str, ...], str]]
) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the current comments with those that the editor changed."""
    kept = {path: comment for path, comment in now.items() if path in edited or path not in given}
    return kept | {path: comment for path, comment in edited.items() if given.get(path) != comment}


def _with_system_fields(edited: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return the edited board with its full changelog if the editor left the changelog alone or shortened it."""
    shown = edited["changelog"]
    kept = [one for one in given["changelog"] if one in shown]
    return edited | {"changelog": given["changelog"] if shown == kept else shown}


def _state_read(project: Project, updated_at: str | None, base: int | None) -> State:
    """Return the state that the editor read, found by its seq or by the time of its newest change."""
    found: State | None = None
    state = State()
    for record in project.records():
        state = apply(state, record)
        if base == record.seq or (base is None and top_document(state.board)["updated_at"] == updated_at):
            found = state
    if found is None:
        expected = "the time of a board of this project; or pass --at SEQ"
        raise BadValueError(path="/project_state/updated_at", got=updated_at, expected=expected)
    return found


def _named_comments(text: str, source: Source) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the comments of a board file by JSON Pointer, with the root key and list elements named by their ids."""
    root = "" if "project_state" in source.value else "/project_state"
    return {
        ("" if path == END else root) + _pointer(path, source.value): (_without_stamp(comment.above), comment.beside)
        for path, comment in comments_of(text, source).items()
        if _without_stamp(comment.above) or comment.beside
    }


def _without_stamp(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if not line.startswith(MARK))


def _pointer(path: DocumentPath, value: Any) -> str:
    parts = []
    for part in path:
        value = value[part] if part != "#" else None
        name = value.get("id", value.get("ref", part)) if isinstance(part, int) and isinstance(value, dict) else part
        parts.append(str(name))
    return join(*parts)
