"""Show the shared state board, edit it, look at its history."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from renkei.board.document import board_document
from renkei.board.state import Board, brief
from renkei.documents.json_pointer import join
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import (
    agent_option,
    all_option,
    as_option,
    at_option,
    field_option,
    format_choice,
    format_option,
    limit_option,
    outcome_options,
    pager_option,
    point_option,
    utc_option,
)
from renkei.edges.cli.arguments.points import POINT, Point, seq_of
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_data, print_outcome
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.edges.times import shown_time
from renkei.engine.views.agent_context.field_text import value_text
from renkei.engine.views.past.changes import BoardChange
from renkei.errors import UnknownActorError, UnknownFieldError
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.store.layout import Layout
from renkei.wording.visible import one_line

NAMES = ("show", "set", "revert", "edit", "apply", "log", "diff", "blame")

command = LazyGroup("board", sections={"Commands": NAMES}, help=__doc__)


CHANGES = 8
"""The newest changelog entries that a screen shows."""


@command.command("show")
@format_choice(("text", "yaml", "json", "jsonl"), "A summary, or the whole board.")
@all_option
@at_option
@pager_option
@utc_option
def show_board(output_format: str, everything: bool, at: Point | None) -> None:
    """Show the board.

    Without --all, resolved blockers and decisions are only counted.
    """
    with open_project() as project:
        state = project.state if at is None else project.state_at(seq_of(project, at, "--at"))
        document = board_document(state.board)
    if output_format in DATA:
        print_data(output_format, document)
    elif output_format == "yaml":
        echo(to_yaml(document), nl=False)
    else:
        shown = document["project_state"]
        for one in shown["pending_decisions"]:
            one |= _made(state.board, one)
        _show_board(shown, state.board.change_total, everything)


def _made(board: Board, decision: Mapping[str, Any]) -> dict[str, str]:
    """Return who made a decision, and when."""
    made = board.cells[join("pending_decisions", decision["id"], "resolution")] if decision["resolution"] else None
    by, at = (made.author, shown_time(made.at)) if made is not None else ("", "")
    return {"decided by": by, "decided at": at}


def _show_board(board: Mapping[str, Any], changes: int, everything: bool) -> None:
    """Print the board: a table for each list, generated from the fields of its entries."""
    out = console()
    lists = {name: value for name, value in board.items() if isinstance(value, list)}
    for name, value in board.items():
        if name not in lists:
            out.print(Paragraph(Text(_cell(value)), Text(f"{name.replace('_', ' '):<15}", "dim")))
    artifacts = [{"owner": one["id"], **ref} for one in board["agents"] for ref in one["artifacts"]]
    agents = [one | {"artifacts": [ref["ref"] for ref in one["artifacts"]]} for one in board["agents"]]
    newest = board["changelog"][-CHANGES:]
    resolved = 0
    for name, rows in (lists | {"agents": agents}).items():
        shown = rows if everything else [row for row in rows if not _is_resolved(row)]
        resolved += len(rows) - len(shown)
        if name != "changelog":
            _table(name.replace("_", " "), shown)
        if name == "agents":
            _table("artifacts", artifacts)
    if resolved:
        out.print(Text(f"{counted(resolved, 'entry', 'entries')} resolved: renkei board show --all", "dim"))
    if newest:
        out.print(Text("newest changes", "bold"))
    for change in newest:
        out.print(_change(change))
    if changes > len(newest):
        out.print(Text(f"{counted(changes - len(newest), 'earlier change')}: renkei board log", "dim"))


def _table(title: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print the entries of a list; a field that none of them sets has no column."""
    cells = [{name: _cell(value) for name, value in row.items()} for row in rows]
    columns = tuple(name for name in (cells[0] if cells else ()) if any(row[name] for row in cells))
    if columns:
        print_table(table(columns, ([row[name] for name in columns] for row in cells), title))


def _is_resolved(entry: Mapping[str, Any]) -> bool:
    return entry.get("resolved") is True or entry.get("status") == "resolved"


def _change(change: Mapping[str, Any]) -> Paragraph:
    what = Text.assemble(
        (f"{change['agent']}  ", "actor"), one_line(f"{change['action']}  {change['diff_summary']}".strip())
    )
    return Paragraph(what, Text(f"{shown_time(change['timestamp'])}  ", "dim"))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value_text(value)


@command.command("edit")
@as_option
@outcome_options
def edit_board(actor: str, output_format: str) -> None:
    """Open the board in your editor ($EDITOR) and write your changes.

    An edit that is refused is kept beside the board. The next call opens it again, as it opens edits that somebody made
    in `board.yaml` itself.
    """
    from renkei.edges.cli.board.edited_copy import apply_file  # reads YAML, which is slow to import

    layout = Layout(project_directory())
    with open_project() as project:
        copy = next(iter(layout.edited_boards()), layout.next_edited_board())
        original = copy if copy.exists() else layout.board
        if original is copy:
            echo(f"Opening an edit that was not applied: {copy} (delete it to start over).", err=True)
        edited = click.edit(read_plain(original).decode(), extension=".yaml", require_save=True)
        if edited is None:
            print_outcome(None, "", output_format, fields=[], conflicts=[])
            return
        write_atomically(copy, edited.encode())
        record, sentence, data = apply_file(project, str(copy), actor, None)
        copy.unlink()
    print_outcome(record, sentence, output_format, **data)


@command.command("apply")
@click.argument("file", metavar="FILE")
@as_option
@point_option("--at", "The record that FILE was copied at.")
@outcome_options
def apply_copy(file: str, actor: str, at: Point | None, output_format: str) -> None:
    """Write the changes made in FILE, an edited copy of the board.

    FILE is `board.yaml`, or the output of `renkei board show --format yaml`.
    """
    from renkei.edges.cli.board.edited_copy import apply_file  # reads YAML, which is slow to import

    with open_project() as project:
        base = None if at is None else seq_of(project, at, "--at")
        with set_aside(Path(file), Layout(project_directory())) as copy:
            record, sentence, data = apply_file(project, str(copy), actor, base)
    print_outcome(record, sentence, output_format, **data)


@contextmanager
def set_aside(file: Path, layout: Layout) -> Iterator[Path]:
    """Move `board.yaml` itself away while its edits are applied: it is written again. A refused one is moved back."""
    if not (file.exists() and layout.board.exists() and file.samefile(layout.board)):
        yield file
        return
    copy = layout.next_edited_board()
    file.replace(copy)
    try:
        yield copy
    except BaseException:
        copy.replace(layout.board)
        raise
    copy.unlink()


@command.command("log")
@point_option("--after", "Only changes after this record or time.", default=0)
@agent_option("Only changes by this participant.")
@field_option
@limit_option("Only the last N changes.")
@pager_option
@utc_option
@format_option
def list_changes(after: Point, agent: str | None, field: str | None, limit: int | None, output_format: str) -> None:
    """List all changes of the board, from the first record on."""
    with open_project() as project:
        state = project.state
        every = list(project.changes(seq_of(project, after, "--after")))
    found = [one for one in every if agent in (None, one.agent) and _is_below(one.path, field)]
    if not found and agent is not None and agent not in state.actors:  # who left may still have changed something
        raise UnknownActorError(actor=agent, known=state.known_actors())
    if not found and field is not None and not any(_is_below(path, field) for path in state.board.cells):
        raise _no_field(field, state.board.cells)
    _show_changes(found if limit is None else found[-limit:], output_format)


def _show_changes(changes: list[BoardChange], output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, [_change_data(one) for one in changes])
        return
    if not changes:
        echo("No changes.")
    out = console()
    for one in changes:
        what = Text.assemble((f"{one.agent}  ", "actor"), (one.path, "field"), f"  {one_line(one.difference)}")
        if one.action:
            what.append(f"  {one_line(one.action)}", "dim")
        out.print(
            Paragraph(Text.assemble(Text(f"{shown_time(one.timestamp)}  ", "dim"), what), Text(f"{one.seq:>5} ", "dim"))
        )


def _change_data(change: BoardChange) -> dict[str, object]:
    named = asdict(change)
    return {{"timestamp": "at", "agent": "actor"}.get(name, name): value for name, value in named.items()}


@command.command("diff")
@click.argument("before", type=POINT, metavar="SEQ|TIME")
@click.argument("after", type=POINT, metavar="SEQ|TIME")
@pager_option
@format_option
def show_difference(before: Point, after: Point, output_format: str) -> None:
    """Show which fields of the board differ between two points in the log."""
    with open_project() as project:
        old, new = (project.state_at(seq_of(project, point, "SEQ")).board for point in (before, after))
    paths = sorted(set(old.cells) | set(new.cells))
    values = [(path, old.get(path), new.get(path)) for path in paths]
    rows = [row for row in values if row[1] != row[2]]
    if output_format in DATA:
        print_data(output_format, [{"path": path, "before": was, "after": now} for path, was, now in rows])
        return
    if not rows:
        echo("No difference.")
    out = console()
    for path, was, now in rows:
        shown_before, shown_after = (one_line(brief(value)) for value in (was, now))
        change = Text.assemble((path, "field"), "  ", (shown_before, "red"), " → ", (shown_after, "green"))
        out.print(Paragraph(change, margin=Text("  ")))


@command.command("blame")
@field_option
@pager_option
@utc_option
@format_option
def show_authors(field: str | None, output_format: str) -> None:
    """Show who wrote each value, when, and in which record."""
    with open_project() as project:
        cells = project.state.board.cells
    rows = [(path, cells[path]) for path in sorted(cells) if _is_below(path, field)]
    if field is not None and not rows:
        raise _no_field(field, cells)
    if output_format in DATA:
        print_data(
            output_format, [{"path": p, "value": c.value, "actor": c.author, "at": c.at, "seq": c.seq} for p, c in rows]
        )
        return
    out = console()
    for path, cell in rows:
        when = Text(f"{shown_time(cell.at)}  ", "dim")
        what = Text.assemble((f"{cell.author}  ", "actor"), (path, "field"), f"  {one_line(brief(cell.value))}")
        out.print(Paragraph(Text.assemble(when, what), Text(f"{cell.seq:>5} ", "dim")))


def _is_below(path: str, field: str | None) -> bool:
    """Return whether a path is a field or below it; every path is below None."""
    return field is None or path == field or path.startswith(field.rstrip("/") + "/")


def _no_field(field: str, known: Iterable[str]) -> UnknownFieldError:
    """Return the error for a field that was never written; it names those that were."""
    first = sorted({"/".join(path.split("/")[:3]) for path in known})
    return UnknownFieldError(path=field, known=", ".join(first))
