"""Values of the protocol as they arrive: any part of them may be missing or of another type."""

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]
"""An object of the protocol. An agent may send more than this version knows."""


def object_of(value: Any) -> Data:
    """Return a value if it is an object; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: Any) -> list[Any]:
    """Return a value if it is a list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def whole(text: str) -> str:
    """Return a text in which two halves of a character are one, and a half alone is a replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
