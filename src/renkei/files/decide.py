"""Decide the findings of a look at an agent's files: new changes, undone changes, and overlaps with others."""

from collections.abc import Iterable, Iterator, Sequence

from renkei.errors import BadValueError
from renkei.files.index import PatternIndex
from renkei.files.lines import common, merged
from renkei.files.model import MOST_CHANGES, ChangeKind, FileChange, FileOverlap, MergeVerdict
from renkei.files.patterns import MOST_PATTERNS, key_of, normal_path, normal_pattern
from renkei.files.state import Change, Files, pair, paths_of
from renkei.wording.values import count

FEWER = "fewer patterns, such as src/api/** for all in a directory"


def normal_patterns(patterns: Sequence[str], path: str = "/paths") -> tuple[str, ...]:
    """Return patterns in their normal form, each once; raises BadValueError."""
    if len(patterns) > MOST_PATTERNS:
        raise BadValueError(path=path, problem=f"there are more than {count(MOST_PATTERNS, 'pattern')}", expected=FEWER)
    return tuple(dict.fromkeys(normal_pattern(one, f"{path}/{at}") for at, one in enumerate(patterns)))


def pattern_faults(patterns: Sequence[str], path: str = "/paths") -> Iterator[BadValueError]:
    """Yield a fault for each pattern that `normal_patterns` rejects."""
    for at, one in enumerate(patterns[:MOST_PATTERNS]):
        try:
            normal_pattern(one, f"{path}/{at}")
        except BadValueError as fault:
            yield fault
    if len(patterns) > MOST_PATTERNS:
        yield BadValueError(path=path, problem=f"there are more than {count(MOST_PATTERNS, 'pattern')}", expected=FEWER)


def normal_changes(changes: Sequence[FileChange], path: str = "/changes") -> tuple[FileChange, ...]:
    """Return the first `MOST_CHANGES` changes with paths and lines in their normal form; raises BadValueError."""
    return tuple(_normal(one, f"{path}/{at}") for at, one in enumerate(changes[:MOST_CHANGES]))


def _normal(change: FileChange, path: str) -> FileChange:
    before = change.renamed_from
    found = {
        "path": normal_path(change.path, f"{path}/path"),
        "renamed_from": before and normal_path(before, f"{path}/renamed_from"),
        "lines": merged(tuple(change.lines)),
    }
    changed = {name: value for name, value in found.items() if value != getattr(change, name)}
    return change.model_copy(update=changed) if changed else change


def joined(files: Files, agent: str, contract: str, changes: Iterable[FileChange]) -> Iterator[FileChange]:
    """Yield changes joined with the agent's earlier changes to the same files for the same contract."""
    for one in changes:
        known = _known(files, one.path, agent, contract)
        yield one if known is None or one.kind == "deleted" else _joined(known, one)


def _joined(known: Change, change: FileChange) -> FileChange:
    kind: ChangeKind = known.kind if known.kind in ("added", "renamed") and change.kind == "edited" else change.kind
    clean = {*known.merges_with, *change.merges_with} - {*change.conflicts_with}
    conflicts = {*known.conflicts_with, *change.conflicts_with} - {*change.merges_with}
    both = {
        "lines": merged((*known.lines, *change.lines)) if known.lines and change.lines else (),
        "kind": kind,
        "merges_with": tuple(sorted(clean)),
        "conflicts_with": tuple(sorted(conflicts)),
    }
    return change.model_copy(update=both)


def different(files: Files, agent: str, contract: str, changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    """Return the changes that differ from what is known."""
    return tuple(one for one in changes if not _is_known(_known(files, one.path, agent, contract), one))


def _known(files: Files, path: str, agent: str, contract: str) -> Change | None:
    """Return what is known of the changes of a file by an agent for a contract."""
    who = (agent, contract)
    return next((one for one in files.file(path).changes if (one.agent, one.contract) == who), None)


def _is_known(known: Change | None, one: FileChange) -> bool:
    if known is None:
        return False
    now = (one.path, one.kind, tuple(one.lines), tuple(one.merges_with), tuple(one.conflicts_with))
    return now == (known.path, known.kind, known.lines, known.merges_with, known.conflicts_with)


def undone(files: Files, agent: str, contract: str, changes: Iterable[FileChange]) -> tuple[str, ...]:
    """Return the paths that the agent has changed for a contract and that a complete look no longer finds."""
    found = {key_of(path) for one in changes for path in paths_of(one)}
    return tuple(known.path for key, known in sorted(files.changes_of(agent, contract).items()) if key not in found)


def overlaps(files: Files, agent: str, contract: str, changes: Iterable[FileChange]) -> Iterator[FileOverlap]:
    """Yield overlaps with others' changes and reservations that were not reported before, or have grown to a conflict.

    `contract` is "" without one. Several with one agent in one file count as one overlap, the most serious.
    """
    others = (one for one in files.reserved() if one.agent != agent and not one.shared)
    reserved = PatternIndex((one.pattern, one) for one in others)
    for one in changes:
        for path in paths_of(one):
            entry = files.file(path)
            found = [_overlap(agent, one, path, other) for other in entry.by_others(agent, contract)]
            found += [
                FileOverlap(path=path, other_path=pattern, other=held.agent, is_reserved=True)
                for pattern, held in reserved.naming(path)
            ]
            told = {known.agents: known.is_conflict for known in entry.told}
            yield from _new(found, agent, told)


def _new(found: list[FileOverlap], agent: str, told: dict[tuple[str, str], bool]) -> Iterator[FileOverlap]:
    worst: dict[str, FileOverlap] = {}
    for one in sorted(found, key=lambda one: (not one.is_conflict, one.is_reserved)):
        worst.setdefault(one.other, one)
    for one in worst.values():
        before = told.get(pair(agent, one.other))
        if before is None or (one.is_conflict and not before):
            yield one


def _overlap(agent: str, change: FileChange, path: str, other: Change) -> FileOverlap:
    kind: ChangeKind = change.kind if path == change.path else "renamed"
    lines = common(change.lines, other.lines) if path == change.path else ()
    verdict: MergeVerdict = "unknown"
    if other.agent in change.conflicts_with or agent in other.conflicts_with:
        verdict = "conflict"
    elif other.agent in change.merges_with or agent in other.merges_with:
        verdict = "clean"
    clashes = bool(lines) or (kind == other.kind == "added") or {kind, other.kind} == {"edited", "deleted"}
    return FileOverlap(
        path=path,
        other_path=other.path,
        other=other.agent,
        other_contract=other.contract or None,
        lines=lines,
        merges=verdict,
        is_conflict=verdict == "conflict" or (verdict == "unknown" and clashes),
    )
