"""Acts on the board: write fields, revert a record, register an artifact (section 1)."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import Field, JsonValue

from renkei.acts.act import Act, ActContext
from renkei.board.decide import Write
from renkei.board.reverting import reversal
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.protocol.primitives import Count, Frozen, Positive, Ref, TupleOf


class BoardWrite(Frozen):
    """One write of the board."""

    path: str
    """JSON Pointer of a field, or of an entry to add, such as /agents/ann/status."""
    value: JsonValue
    """The new value."""
    if_seq: Count | None = None
    """Write only if the field was not written after this record."""
    action: str = ""
    """The change in a sentence, for the changelog."""


class WriteArguments(Frozen):
    """Write fields of the board: all of them, or none.

    Raises UnknownFieldError, BadValueError, FieldMovedError for a field that was written after `if_seq`, or
    NotAllowedError.
    """

    writes: Annotated[TupleOf[BoardWrite], Field(min_length=1, max_length=1000)]
    """The writes, applied in this order."""


class RevertArguments(Frozen):
    """Undo what a record wrote to the board, by ordinary writes.

    Each write is a compare-and-set, and the changelog names the record that was reverted. Entries that the record added
    stay, and so do versions of artifacts, which only increase. Returns None when every field has its old value again.
    Raises NotReadyError that lists later writes, BadValueError for a record that wrote no field, or NotAllowedError.
    """

    seq: Positive
    """The record."""
    action: str = ""
    """Why, for the changelog."""


class AddArtifactArguments(Frozen):
    """Register one of your artifacts on the board, or its next version.

    Raises BadValueError, or NotAllowedError for participants without an entry on the board.
    """

    artifact_ref: Ref
    """Reference of the artifact."""
    path: str = ""
    """Where it is."""
    description: str = ""
    """Its description."""
    version: Positive | None = None
    """Its version; by default the next one."""


def _add_artifact(context: ActContext, to: AddArtifactArguments) -> Iterable[c.Action]:
    where = join("agents", context.actor, "artifacts", to.artifact_ref)
    version = to.version or context.state.board.get(f"{where}/version", 0) + 1
    texts = {name: text for name in ("path", "description") if (text := getattr(to, name))}
    entry: dict[str, Any] = {"version": version} | texts
    return [Write(where, entry, action=to.description)]


def board_writes(writes: Iterable[BoardWrite]) -> list[Write]:
    """Return the actions of some writes."""
    return [Write(write.path, write.value, if_seq=write.if_seq, action=write.action) for write in writes]


ACTS = (
    Act("write", WriteArguments, lambda context, to: board_writes(to.writes), "board"),
    Act(
        "revert",
        RevertArguments,
        lambda context, to: reversal(context.state.board, to.seq, context.record(to.seq).events, to.action),
        "board",
    ),
    Act("add_artifact", AddArtifactArguments, _add_artifact, "artifact", "artifact_ref"),
)
