"""`renkei board apply` and `renkei board edit`: what people change in the YAML becomes ordinary field writes.

The file says by its `updated_at` which board its editor was given, so that others' later writes are seen as such: the
same rules of last writer wins, the same re-read notices. Comments are kept in the log and survive every rewriting.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from renkei.board.difference import writes_between
from renkei.board.document import board_document, top_document
from renkei.board.events import FieldWritten, RereadNoticed
from renkei.documents.json_pointer import join
from renkei.documents.source import Path as DocumentPath
from renkei.documents.source import Source
from renkei.documents.yaml_comments import comments_of
from renkei.documents.yaml_writer import Comments
from renkei.edges.cli.files import read_one, read_text, refuse
from renkei.edges.cli.options import open_project, project_option
from renkei.engine import commands as c
from renkei.engine.apply import apply
from renkei.engine.state import HUMAN, State
from renkei.engine.validation import check
from renkei.errors import BadValueError, DocumentError, Problem
from renkei.project.project import Project
from renkei.store.board_file import NAME

as_option = click.option("--as", "actor", default=HUMAN, show_default=True, metavar="ID", help="Who edits.")


@click.command("apply")
@project_option
@click.argument("file", metavar="FILE")
@as_option
@click.option("--base", type=click.IntRange(1), metavar="SEQ", help="The record up to which FILE's editor had read.")
def apply_command(place: Path, file: str, actor: str, base: int | None) -> None:
    """Write what was changed in FILE, an edited copy of the board (board.yaml or `board show --format yaml`)."""
    with open_project(place) as project:
        click.echo(apply_file(project, file, actor, base))


@click.command("edit")
@project_option
@as_option
def edit_command(place: Path, actor: str) -> None:
    """Open the board in your editor ($EDITOR) and write what you changed.

    What was refused is kept beside the board, and opened again by the next call.
    """
    with open_project(place) as project:
        copy = place / "board.edited.yaml"
        begun = copy if copy.exists() else place / NAME
        if begun is copy:
            click.echo(f"Opening what was refused last time: {copy} (delete it to begin afresh).", err=True)
        edited = click.edit(begun.read_text(encoding="utf-8"), extension=".yaml", require_save=True)
        if edited is None:
            click.echo("Nothing was changed.")
            return
        copy.write_text(edited, encoding="utf-8")
        click.echo(apply_file(project, str(copy), actor, None))
        copy.unlink()


def apply_file(project: Project, file: str, actor: str, base: int | None) -> str:
    """Write what was changed in a file, and say how much; raises DocumentError or ProtocolError."""
    source = read_one(file)
    checked = check(source)
    refuse(file, checked.problems)
    if checked.kind != "project_state":
        hint = "A board has the root key `project_state:`."
        raise DocumentError(file, [Problem("UNKNOWN_KIND", "", source.line, 1, f"this is a {checked.kind}", hint)])
    given = _given(project, source.value["project_state"].get("updated_at"), base)
    edited = checked.model.model_dump(mode="json", by_alias=True)
    document = board_document(given.board)["project_state"]
    writes = writes_between(document, _with_system_fields(edited, document), given.seq)
    parts: list[c.Action] = [*writes]
    if project.state.privileged(actor):
        edited_comments = named_comments(read_text(file), source)
        parts.append(c.KeepComments(_merged(edited_comments, given.board.comments, project.state.board.comments)))
    record = project.do(*parts, actor=actor)
    if record is None:
        return "Nothing was changed."
    written = [event for event in record.events if isinstance(event, FieldWritten) and event.author == actor]
    lost = [event.path for event in written if event.old != given.board.get(event.path)]
    lost += [event.path for event in record.events if isinstance(event, RereadNoticed) and event.late]
    told = f"; others had written meanwhile: {', '.join(dict.fromkeys(lost))}" if lost else ""
    return f"{len(writes)} field(s) written at seq {record.seq}{told}."


def _merged(
    edited: Comments, given: Mapping[str, tuple[tuple[str, ...], str]], now: Mapping[str, tuple[tuple[str, ...], str]]
) -> dict[str, tuple[tuple[str, ...], str]]:
    """Change those comments that the editor changed, and leave what others commented meanwhile."""
    kept = {path: comment for path, comment in now.items() if path in edited or path not in given}
    return kept | {path: comment for path, comment in edited.items() if given.get(path) != comment}


def _with_system_fields(edited: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Take the changelog as it was given when the editor left it alone or cut it short."""
    shown = edited["changelog"]
    kept = [one for one in given["changelog"] if one in shown]
    return edited | {"changelog": given["changelog"] if shown == kept else shown}


def _given(project: Project, updated_at: str | None, base: int | None) -> State:
    """Find the board that the editor was given: by its seq, or by the time of its newest change."""
    found: State | None = None
    state = State()
    for record in project.records():
        state = apply(state, record)
        if base == record.seq or (base is None and top_document(state.board)["updated_at"] == updated_at):
            found = state
    if found is None:
        hint = "what a board of this project had; or give --base SEQ"
        raise BadValueError(path="/project_state/updated_at", got=updated_at, expected=hint)
    return found


def named_comments(text: str, source: Source) -> dict[str, tuple[tuple[str, ...], str]]:
    """Give the comments of a board file by JSON Pointer, list elements by their ids."""
    return {
        _pointer(path, source.value): (comment.above, comment.beside)
        for path, comment in comments_of(text, source).items()
    }


def _pointer(path: DocumentPath, value: Any) -> str:
    parts = []
    for part in path:
        value = value[part] if part != "#" else None
        name = value.get("id", value.get("ref", part)) if isinstance(part, int) and isinstance(value, dict) else part
        parts.append(str(name))
    return join(*parts)
