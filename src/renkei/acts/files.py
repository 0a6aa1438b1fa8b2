"""Acts on files: reserve and release them, set the policy, record what was changed."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field

from renkei.acts.act import Act, ActContext
from renkei.acts.errors import NothingToClaimError
from renkei.engine import commands as c
from renkei.engine.commands import LEASE
from renkei.engine.views.contracts.claimable import claimable
from renkei.errors import BadValueError
from renkei.files.model import ChangeSource, FileChange, FilePolicy
from renkei.protocol.primitives import Count, Flag, Frozen, Id, TupleOf


class ReserveFilesArguments(Frozen):
    """Reserve files so that others do not change them, or renew a reservation.

    Patterns are relative to the repository: `*` and `?` match characters of a name, `**` matches any directories, and a
    directory matches everything in it. Raises FilesTakenError for files that another participant holds, BadValueError,
    or NotAllowedError.
    """

    paths: Annotated[TupleOf[str], Field(min_length=1)]
    """Patterns of the files, such as `src/api/**`."""
    shared: Flag = False
    """Others may reserve the same files, if they share them too."""
    lease: Annotated[int, Field(ge=1, le=604_800)] = LEASE
    """Seconds without activity after which the reservation ends."""
    participant: Id | None = None
    """The participant to reserve them for, if not you. Only leads and humans may."""


class ReleaseFilesArguments(Frozen):
    """Release files that were reserved.

    Returns None when nothing was reserved. Raises BadValueError for a pattern that was not, UnknownActorError, or
    NotAllowedError.
    """

    paths: TupleOf[str] = ()
    """Patterns as they were reserved; by default all."""
    participant: Id | None = None
    """The participant who reserved them, if not you. Only leads and humans may."""


class SetFilePolicyArguments(Frozen):
    """Set what happens when agents want to change the same files.

    Returns None if the policy stays the same. Raises NotAllowedError for actors other than leads and humans.
    """

    overlap: FilePolicy
    """warn: they are notified; ask: a lead or a human has to allow it; refuse: it is rejected."""


class RecordChangesArguments(Frozen):
    """Record files that you changed, so that others who change them too are notified.

    Returns None if all of them were recorded before. Raises BadValueError for a path outside of the repository or a
    range of lines that ends before it begins, UnknownContractError, or NotAllowedError.
    """

    changes: TupleOf[FileChange]
    """The changed files; the first 1,000 are listed, the others counted."""
    source: ChangeSource = "edit"
    """How the changes were found: by an edit, a command, or git."""
    complete: Flag = False
    """These are all changes for the contract: others that were recorded are undone."""
    contract: Id | None = None
    """The contract that they were made for; by default the present one."""
    omitted: Count = 0
    """The number of further changed files."""
    participant: Id | None = None
    """The participant who changed them, if not you. Only leads and humans may."""


def work_to_claim(context: ActContext, *, overlapping: bool) -> str:
    """Return the contract that an actor is given to claim; raises NothingToClaimError, which names work held up."""
    state, actor = context.state, context.actor
    for entry in claimable(state, actor, overlapping=overlapping):
        return entry.terms.id
    waiting = next((one.terms.id for one in claimable(state, actor, overlapping=True)), None)
    hint = f"Others work on the files of {waiting}: name it to claim it anyway. " if waiting else ""
    raise NothingToClaimError(actor=actor, overlapping=hint)


def _reserve(context: ActContext, to: ReserveFilesArguments) -> Iterable[c.Action]:
    return [c.ReserveFiles(to.participant or context.actor, tuple(to.paths), to.lease, to.shared)]


def _release(context: ActContext, to: ReleaseFilesArguments) -> Iterable[c.Action]:
    return [c.ReleaseFiles(to.participant or context.actor, tuple(to.paths))]


def _record(context: ActContext, to: RecordChangesArguments) -> Iterable[c.Action]:
    agent, changes = to.participant or context.actor, tuple(to.changes)
    _check_lines(changes)
    return [c.RecordChanges(agent, changes, to.source, to.complete, to.contract, to.omitted)]


def _check_lines(changes: Sequence[FileChange]) -> None:
    """Raise BadValueError for a range of lines whose last line comes before its first."""
    for at, change in enumerate(changes):
        for number, (first, last) in enumerate(change.lines):
            if last < first:
                raise BadValueError(
                    path=f"/changes/{at}/lines/{number}",
                    got=f"{first}-{last}",
                    problem=f"line {last} comes before line {first}",
                    expected=f"{last}-{first}",
                )


ACTS = (
    Act("reserve_files", ReserveFilesArguments, _reserve, "files"),
    Act("release_files", ReleaseFilesArguments, _release, "files"),
    Act("set_file_policy", SetFilePolicyArguments, lambda context, to: [c.SetFilePolicy(to.overlap)], "project"),
    Act("record_changes", RecordChangesArguments, _record, "files"),
)
