"""Validates and loads documents for users of the library, with the located problems that `renkei validate` prints."""

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from renkei.board.model import ProjectState
from renkei.budget.delivery.model import ContextDelivery
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.documents.read import read_documents
from renkei.documents.source import MAX_BYTES, Source, SourceError
from renkei.edges.document_kinds import check_document
from renkei.engine.validation import ValidationResult
from renkei.errors import DocumentError, Problem
from renkei.protocol.messages import AnyMessage
from renkei.scenario.model import Scenario

Document: TypeAlias = AnyMessage | ProjectState | TaskContract | tuple[Rule, ...] | ContextDelivery | Scenario
"""The content of one document."""


def validate(document: Mapping[str, object] | str | bytes | PathLike[str]) -> tuple[Problem, ...]:
    """Return what is wrong with a document, empty when it is valid: the problems that `renkei validate` prints.

    A mapping is the plain data of one document. A string (or UTF-8 bytes) is its text: JSON or JSON Lines when it
    begins with `{` or `[`, else YAML. A `pathlib.Path` names a file, whose suffix decides. Text may hold several
    documents; their problems follow each other. Lines and columns count from 1; in a mapping, which has neither, both
    are 1. A file that cannot be read is the problem `UNREADABLE`.
    """
    return tuple(problem for checked in _check(document) for problem in checked.problems)


def load(path: str | PathLike[str]) -> tuple[Document, ...]:
    """Return the models in a file, one for each of its documents.

    Messages, contracts, boards, context deliveries and scenarios are models; an `events` document is a tuple of rules.
    Raises DocumentError with every problem of the file, as `validate` returns them.
    """
    checked = list(_check(Path(path)))
    problems = [problem for one in checked for problem in one.problems]
    if problems:
        raise DocumentError(str(path), problems)
    return tuple(one.model for one in checked)


def _check(document: Mapping[str, object] | str | bytes | PathLike[str]) -> Iterator[ValidationResult]:
    if isinstance(document, Mapping):
        yield check_document(Source(dict(document)))
        return
    for source in _read(document):
        if isinstance(source, SourceError):
            yield ValidationResult(None, None, (source.problem,))
        else:
            yield check_document(source)


def _read(document: str | bytes | PathLike[str]) -> Iterator[Source | SourceError]:
    if isinstance(document, bytes):
        return read_documents(document)
    if isinstance(document, str):
        return read_documents(document.encode(errors="surrogatepass"))
    try:
        with Path(document).open("rb") as file:
            return read_documents(file.read(MAX_BYTES + 1), str(document))
    except OSError as error:
        text, hint = f"the file cannot be read: {error.strerror or error}", "Check the path and its permissions."
        return iter([SourceError("UNREADABLE", (1, 1), text, hint)])
