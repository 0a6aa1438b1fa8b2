"""Find a project's context delivery: by name, in a file, or as a model."""

from os import PathLike
from pathlib import Path

from renkei.budget.delivery.model import ContextDelivery
from renkei.documents.read import read_documents
from renkei.documents.source import MAX_BYTES, SourceError
from renkei.engine.turns.deliveries import DELIVERIES, named_delivery
from renkei.engine.validation import check
from renkei.errors import BadValueError, DocumentError, Problem


def find_delivery(wanted: ContextDelivery | str | PathLike[str]) -> ContextDelivery:
    """Return a delivery by the name of a packaged one, else by the path of its file.

    Raises BadValueError if there is neither, DocumentError for a file with another document or with faults.
    """
    if isinstance(wanted, ContextDelivery):
        return wanted
    if not isinstance(wanted, str | PathLike):
        raise BadValueError(path="/context_delivery", got=wanted, expected="a ContextDelivery, a name, or a path")
    for name in DELIVERIES:
        if wanted == name:
            return named_delivery(name)
    path = Path(wanted)
    if not path.is_file():
        expected = f"{', '.join(DELIVERIES)}, or the path of a file"
        raise BadValueError(path="/context_delivery", got=str(wanted), expected=expected)
    return _read(path)


def _read(path: Path) -> ContextDelivery:
    with path.open("rb") as file:
        sources = list(read_documents(file.read(MAX_BYTES + 1), str(path)))
    first = sources[0]
    if isinstance(first, SourceError):
        raise DocumentError(str(path), [first.problem])
    checked = check(first)
    problems = list(checked.problems)
    if checked.kind != "context_delivery" and not problems:
        hint = "A context delivery has the root key `context_delivery:`."
        problems.append(
            Problem("UNKNOWN_KIND", "", *first.location(()), f"this is `{checked.kind}`, not `context_delivery`", hint)
        )
    if len(sources) > 1 and not problems:
        line = sources[1].line if not isinstance(sources[1], SourceError) else sources[1].problem.line
        problems.append(Problem("TOO_MANY", "", line, 1, "the file holds a second document", "Remove it."))
    if problems:
        raise DocumentError(str(path), problems)
    delivery: ContextDelivery = checked.model
    return delivery
