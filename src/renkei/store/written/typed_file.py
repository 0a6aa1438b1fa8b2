"""Reads a file as a value of a type."""

from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from renkei.documents.explain import explain, schema_of
from renkei.documents.read import read_documents
from renkei.documents.source import MAX_BYTES, SourceError
from renkei.errors import DocumentError, Problem

Document = TypeVar("Document")


def read_one(path: Path, kind: TypeAdapter[Document]) -> Document:
    """Return the first document of a file; raises DocumentError with the location of every fault."""
    try:
        with path.open("rb") as file:
            source = next(iter(read_documents(file.read(MAX_BYTES + 1), str(path))))
    except OSError as error:
        problem = Problem("UNREADABLE", "", 1, 1, error.strerror or str(error), "Name a file that exists.")
        raise DocumentError(str(path), [problem]) from None
    if isinstance(source, SourceError):
        raise DocumentError(str(path), [source.problem])
    try:
        return kind.validate_python(source.value)
    except ValidationError as error:
        raise DocumentError(str(path), explain(error, source, schema_of(kind))) from None
