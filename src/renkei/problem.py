"""One fault of a document."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a document with its code, JSON Pointer and location (lines and columns count from 1)."""

    code: str
    path: str
    line: int
    column: int
    message: str
    hint: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the problem as plain data, in the published order of keys."""
        return asdict(self)
