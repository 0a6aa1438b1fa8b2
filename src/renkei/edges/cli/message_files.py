"""Messages in files, with fields that were left out filled in."""

from collections.abc import Iterator
from typing import Any

from renkei.documents.source import Source, SourceError
from renkei.edges.cli.files import read_sources, refuse, wrong_kind
from renkei.engine.validation import DOCUMENTS, check, kind_of
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage


def read_messages(project: Project, name: str, filled: dict[str, Any]) -> Iterator[AnyMessage]:
    """Yield the messages in a file, with `filled` for what they leave out; raises DocumentError or UsageError."""
    for source in read_sources(name):
        if isinstance(source, SourceError):
            raise DocumentError(name, [source.problem])
        _fill(project, source, filled)
        checked = check(source)
        refuse(name, checked.problems)
        if checked.kind != "message":
            hint = "Only messages can be sent."
            raise wrong_kind(name, source.line, checked.kind, hint)
        yield checked.model


def _fill(project: Project, source: Source, filled: dict[str, Any]) -> None:
    value: Any = source.value
    header = value.get("message", value) if isinstance(value, dict) else None
    if isinstance(header, dict) and kind_of(value, DOCUMENTS)[0] in ("message", None):
        for name, given in (filled | project.new_header() | {"priority": "normal"}).items():
            header.setdefault(name, given)
