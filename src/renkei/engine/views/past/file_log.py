"""The log of a file: each recorded change of it, its contract, and who decided that the contract is done."""

from collections.abc import Callable, Iterable, Iterator

from renkei.contracts.events import ContractTransitioned, MergeAwaited
from renkei.contracts.state import Contract
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM
from renkei.files.events import FilesChanged
from renkei.files.lines import Range
from renkei.files.model import ChangeKind, ChangeSource, FileChange
from renkei.files.patterns import key_of
from renkei.files.state import paths_of
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace


@frozen
class FileLogEntry:
    """A recorded change of a file. `kind` is None for changes that were undone; `lines` are empty if not known.

    `delegator`, `task`: the contract's delegator and description. `decided_by`, `reason`: the participant that accepted
    its result, if any, and why.
    """

    seq: int
    at: str
    path: str
    agent: str
    kind: ChangeKind | None
    source: ChangeSource
    renamed_from: str | None = None
    lines: tuple[Range, ...] = ()
    contract: str | None = None
    task: str = ""
    delegator: str | None = None
    decided_by: str | None = None
    reason: str = ""


@frozen
class Known:
    """A contract as the log records it."""

    task: str = ""
    delegator: str | None = None
    decided_by: str | None = None
    reason: str = ""


Find = Callable[[str], tuple[Contract, Iterable[Record]]]
"""Returns a contract and the records about it."""


def file_log(records: Iterable[Record], path: str, find: Find) -> Iterator[FileLogEntry]:
    """Yield the changes of a file, the oldest first, given the records that the log lists for it."""
    known: dict[str | None, Known] = {None: Known()}
    for record in records:
        for event in record.events:
            if isinstance(event, FilesChanged):
                name = event.contract
                if name is not None and name not in known:
                    known[name] = _known(name, *find(name))
                yield from (_entry(record, event, one, known[name]) for one in _changes(event, key_of(path)))


def _changes(event: FilesChanged, key: str) -> Iterator[FileChange | str]:
    """Yield the changes of a file, or its path if they were undone."""
    yield from (one for one in event.changes if key in map(key_of, paths_of(one)))
    yield from (one for one in event.undone if key_of(one) == key)


def _entry(record: Record, event: FilesChanged, change: FileChange | str, about: Known) -> FileLogEntry:
    entry = FileLogEntry(
        seq=record.seq,
        at=record.at,
        path=change if isinstance(change, str) else change.path,
        agent=event.agent,
        kind=None,
        source=event.source,
        contract=event.contract,
        task=about.task,
        delegator=about.delegator,
        decided_by=about.decided_by,
        reason=about.reason,
    )
    if isinstance(change, str):
        return entry
    return replace(entry, kind=change.kind, renamed_from=change.renamed_from, lines=tuple(change.lines))


def _known(name: str, contract: Contract, records: Iterable[Record]) -> Known:
    """Return what is said of a contract: of its decisions, the last one."""
    terms, decided = contract.terms, ("", "")
    for record in records:
        for event in record.events:
            if isinstance(event, MergeAwaited) and event.contract_id == name:
                decided = (event.by, event.reason)
            elif isinstance(event, ContractTransitioned) and event.contract_id == name:
                if event.transition != "complete":
                    decided = ("", "")
                elif event.by != SYSTEM or not decided[0]:
                    decided = (event.by, event.reason)
    return Known(terms.inputs.description, terms.delegator, decided[0] or None, decided[1])
