"""The rows of files: how their actions are decided, and what their events mean."""

from collections.abc import Callable, Iterable
from typing import Any

from renkei.engine import commands as c
from renkei.engine.file_work import decide, effects
from renkei.engine.rows import ActionRow, EventRow, Subject, nothing
from renkei.engine.state import State
from renkei.files import state as files
from renkei.files.events import FilePolicySet, FilesChanged, FilesReleased, FilesReserved
from renkei.files.patterns import key_of
from renkei.files.state import paths_of
from renkei.immutable.replacing import replace

Change = Callable[[files.Files, Any, int], files.Files]


def _on_files(change: Change) -> Callable[[State, Any], State]:
    return lambda state, event: replace(state, files=change(state.files, event, state.seq + 1))


def _policy(state: State, event: FilePolicySet) -> State:
    return replace(state, files=replace(state.files, policy=event.overlap))


def _changed(state: State, event: FilesChanged) -> State:
    """Set the changes; of those for a contract that is closed, nothing is kept but the record."""
    entry = None if event.contract is None else state.contracts.entries.get(event.contract)
    is_over = event.contract is not None and (entry is None or entry.closed)
    return state if is_over else replace(state, files=files.apply_changed(state.files, event, state.seq + 1))


def _subjects(event: FilesChanged) -> Iterable[Subject]:
    if event.contract is not None:
        yield "contract", event.contract
    for path in (*(path for one in event.changes for path in paths_of(one)), *event.undone):
        yield "file", key_of(path)


ACTIONS: dict[type[Any], ActionRow] = {
    c.ReserveFiles: ActionRow(decide.reserve, contracts=nothing),
    c.ReleaseFiles: ActionRow(decide.release, contracts=nothing),
    c.SetFilePolicy: ActionRow(decide.set_policy, contracts=nothing),
    c.RecordChanges: ActionRow(decide.record, contracts=lambda action: (action.contract,)),
}

EVENTS: dict[type[Any], EventRow] = {
    FilesReserved: EventRow(
        _on_files(files.apply_reserved),
        links=nothing,
        effects=effects.reserved,
        occurrences=nothing,
        ends=nothing,
        subjects=nothing,
    ),
    FilesReleased: EventRow(
        _on_files(files.apply_released),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=nothing,
    ),
    FilePolicySet: EventRow(
        _policy, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    FilesChanged: EventRow(
        _changed,
        links=nothing,
        effects=effects.changed,
        occurrences=nothing,
        ends=nothing,
        subjects=_subjects,
    ),
}
