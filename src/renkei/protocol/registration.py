"""A project's knowledge beyond the protocol: types of messages and extensions of vendors, with their schemas."""

from typing import Annotated

from pydantic import Field, JsonValue

from renkei.protocol.messages import LONGEST_TYPE, VENDOR_TYPE, ReplyType
from renkei.protocol.primitives import Frozen

OWN_EXTENSIONS = frozenset(("task_contract", "evidence", "outputs", "clause", "violated_assumptions"))
"""The extensions that belong to the protocol, and that every project knows."""

NAME = rf"^({VENDOR_TYPE}|[A-Za-z][A-Za-z0-9+.-]*:[^\s]+)$"
"""A vendor's type, or the URI of an extension."""


class Registration(Frozen):
    """A vendor's type of message, or an extension, that a project knows."""

    name: Annotated[str, Field(pattern=NAME, max_length=LONGEST_TYPE)]
    """The type, such as `acme.example/INCIDENT`, or the URI of the extension."""
    json_schema: dict[str, JsonValue]
    """JSON Schema (2020-12) of the payload, or of the value of the extension."""
    description: str = ""
    """Its purpose in a sentence."""
    replies: tuple[ReplyType, ...] = ()
    """Types that reply to a message of this type; empty: it asks for no reply."""
