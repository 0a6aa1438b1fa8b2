"""Messages in files, with fields that were left out filled in."""

from collections.abc import Iterator
from typing import Any

from renkei.documents.source import SourceError
from renkei.edges.cli.files.reading import read_sources, require_kind
from renkei.edges.document_kinds import KINDS
from renkei.engine.validation import check
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.scenario.drafts import fill_header


def read_messages(project: Project, name: str, filled: dict[str, Any]) -> Iterator[AnyMessage]:
    """Yield the messages in a file, with `filled` for what they leave out; raises DocumentError or UsageError."""
    for source in read_sources(name):
        if isinstance(source, SourceError):
            raise DocumentError(name, [source.problem])
        fill_header(source, filled | project.new_header() | {"priority": "normal"})
        checked = check(source, KINDS)
        require_kind("message", name, source, checked, "Only messages can be sent.")
        yield checked.model
