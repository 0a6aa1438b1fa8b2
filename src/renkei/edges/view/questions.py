"""Both sides of a conflict that a person decides."""

from renkei.board.document import artifact_document, entry_document
from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import ConflictReportMessage


@frozen
class Side:
    """A side of a conflict: a node of the graph and its text on the board."""

    node: str
    text: str
    owners: tuple[str, ...] = ()
    version: int | None = None
    path: str = ""


def sides_of(state: State, report: ConflictReportMessage) -> list[Side]:
    """Return the sides of a conflict."""
    found = []
    for ref in report.payload.conflicting_artifacts:
        owners = tuple(state.board.artifact_owners(ref))
        entry = artifact_document(state.board, owners[0], ref) if owners else {}
        text = str(entry.get("description") or "")
        found.append(Side(f"artifact:{ref}", text, owners, entry.get("version"), str(entry.get("path") or "")))
    for decision in report.payload.conflicting_decisions or ():
        known = state.board.has_entry(join("pending_decisions", decision))
        entry = entry_document(state.board, "pending_decisions", decision) if known else {}
        text = " → ".join(str(entry[name]) for name in ("question", "resolution") if entry.get(name))
        found.append(Side(f"decision:{decision}", text, (str(entry["owner"]),) if known else ()))
    return found
