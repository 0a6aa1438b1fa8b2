"""A contract's diff as its page and its card show it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from renkei.contracts.state import Contract
from renkei.edges.view.diffs.colours import coloured
from renkei.edges.view.visit import Visit
from renkei.immutable.frozen import frozen
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.contract_changes import Stage, contract_changes
from renkei.workspace.repository.diffs import MOST_NAMED, Diff, FileDiff, Hunk, Line, diff_of
from renkei.workspace.repository.git import Git

DIFFS_KEPT = 16
"""Diffs that are kept with their colours."""

SHORT = 40
"""Lines up to which a diff is shown unfolded."""


@frozen
class ShownFile:
    """A file that differs. Each of its hunks has its place and its rows; a row is a line and its markup."""

    file: FileDiff
    hunks: tuple[tuple[str, tuple[tuple[Line, Markup], ...]], ...]


@frozen
class ShownDiff:
    """A diff. `only` is the file that the address asked for; `problem` says why there is no diff."""

    contract: str
    stage: Stage = "in_work"
    files: tuple[ShownFile, ...] = ()
    left_out: int = 0
    added: int = 0
    removed: int = 0
    is_short: bool = False
    only: str = ""
    problem: str = ""


def shown_diff(visit: Visit, contract: Contract, only: str = "") -> ShownDiff | None:
    """Return the diff of a contract as of now; None if it has none that this machine knows."""
    directory, name = visit.project.directory, contract.terms.id
    if directory is None or not visit.is_live:  # files have no past
        return None
    state = visit.state.files
    changed = (one.path for one in state.changes_of(contract.assignee or "", name).values())
    try:
        found = contract_changes(Path(directory).resolve(), contract, tuple(changed))
        if found is None:
            return None
        paths = (only,) if only else found.paths
        files, left_out = _shown(found.git, found.before, found.after, paths)
        unread = [one for one in found.unread if not paths or one in paths]
        shown = unread[: max(0, MOST_NAMED - len(files))]
        files += tuple(ShownFile(FileDiff(one, "changed", is_read=False), ()) for one in shown)
        left_out += len(unread) - len(shown)
    except (WorkspaceError, OSError) as error:
        return ShownDiff(name, problem=str(error))
    added, removed = sum(one.file.added for one in files), sum(one.file.removed for one in files)
    return ShownDiff(name, found.stage, files, left_out, added, removed, added + removed <= SHORT, only)


@lru_cache(DIFFS_KEPT)
def _shown(git: Git, before: str, after: str, paths: tuple[str, ...]) -> tuple[tuple[ShownFile, ...], int]:
    diff = diff_of(git, before, after, paths)
    return tuple(_files(diff)), diff.left_out


def _files(diff: Diff) -> Iterator[ShownFile]:
    """Yield the files with colours, which are looked up for all of them at once."""
    hunks = [(one, hunk) for one in diff.files for hunk in one.hunks]
    lines = iter(coloured([text for one, hunk in hunks for text in _texts(one, hunk)]))
    for one in diff.files:
        yield ShownFile(one, tuple((hunk.heading, _rows(hunk, next(lines), next(lines))) for hunk in one.hunks))


def _texts(file: FileDiff, hunk: Hunk) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the lines of a hunk before and after: each is code, both mixed are not."""
    yield file.path_before or file.path, tuple(one.text for one in hunk.lines if one.before)
    yield file.path, tuple(one.text for one in hunk.lines if one.after)


def _rows(hunk: Hunk, before: Sequence[Markup], after: Sequence[Markup]) -> tuple[tuple[Line, Markup], ...]:
    old, new, plain = iter(before), iter(after), Markup()

    def row(line: Line) -> tuple[Line, Markup]:
        former, latter = next(old) if line.before else plain, next(new) if line.after else plain
        return line, latter if line.after else former

    return tuple(map(row, hunk.lines))
