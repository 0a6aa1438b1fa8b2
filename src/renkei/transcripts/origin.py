"""The origin of an imported message, kept in its extension `imported_from`."""

from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.errors import BadValueError
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Count, Frozen
from renkei.transcripts.entries import ToolCall, Usage


class Origin(Frozen):
    """A message's location in a transcript, and its sender's work since its previous message."""

    file: str
    """The file."""
    line: Count
    """The line."""
    began: str
    """When its sender began (UTC)."""
    calls: tuple[ToolCall, ...] = ()
    """Its sender's tool calls."""
    usage: Usage = Usage()
    """The tokens reported by the provider."""
    stopped: bool = False
    """Whether its sender stopped without an answer; then the importer wrote the text."""


def origin_of(message: AnyMessage) -> Origin | None:
    """Return the origin of a message; None if it was not imported from a transcript."""
    found = message.extensions.get(IMPORTED_FROM)
    if found is None:
        return None
    try:
        return Origin.model_validate(found, strict=False)
    except BadValueError:  # an extension of somebody else
        return None
