"""Where a message of an imported project comes from: kept in the message, in the extension `imported_from`."""

from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.errors import BadValueError
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Count, Frozen
from renkei.transcripts.entries import ToolCall, Usage


class Origin(Frozen):
    """Where a message stands in a transcript, and what its sender had done since its message before."""

    file: str
    """The file."""
    line: Count
    """The line."""
    began: str
    """When its sender began (UTC)."""
    calls: tuple[ToolCall, ...] = ()
    """The tools that its sender called."""
    usage: Usage = Usage()
    """The tokens that the provider reported."""
    stopped: bool = False
    """Whether its sender stopped without an answer; then the text is not its own."""


def origin_of(message: AnyMessage) -> Origin | None:
    """Return the origin of a message; None for one that was not imported from a transcript."""
    found = message.extensions.get(IMPORTED_FROM)
    if found is None:
        return None
    try:
        return Origin.model_validate(found, strict=False)
    except BadValueError:  # an extension of somebody else
        return None
