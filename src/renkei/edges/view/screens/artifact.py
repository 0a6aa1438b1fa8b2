"""An artifact: who registered it, and a preview of its file where this machine has it."""

from typing import Any

from renkei.board.document import artifact_document
from renkei.edges.view.previews.known import known_file
from renkei.edges.view.previews.shown import preview_of, size_words
from renkei.edges.view.visit import Visit


def show(visit: Visit) -> dict[str, Any]:
    """Return what the project knows of the artifact in the address. A file has no past: it is shown as it is now."""
    ref = visit.query.get("ref", "")
    board = visit.state.board
    owners = list(board.artifact_owners(ref))
    file = known_file(visit.project, visit.state, ref) if visit.is_live else None
    return {
        "ref": ref,
        "owners": owners,
        "entries": [(one, artifact_document(board, one, ref)) for one in owners],
        "file": file,
        "size": size_words(file.length) if file else "",
        "preview": preview_of(file) if file else None,
    }
