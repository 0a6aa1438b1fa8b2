"""One fault of a document."""

from dataclasses import asdict
from typing import Any

from renkei.immutable.frozen import frozen


@frozen
class Problem:
    """One fault of a document with its code, JSON Pointer and location (lines and columns count from 1)."""

    code: str
    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    supported: tuple[str, ...] = ()
    """The versions that would be right, for a version that is not supported."""

    def as_dict(self) -> dict[str, Any]:
        """Return the problem as plain data, in the published order of keys."""
        found = asdict(self)
        supported = found.pop("supported")
        return found | {"supported": list(supported)} if supported else found

    def located(self, source: str) -> str:
        """Return the message with its place in a source, as terminals and editors can open it.

        A field at 1:1 is one of plain data, which has no lines, or has no location.
        """
        if self.path and (self.line, self.column) == (1, 1):
            return f"{source}: {self.path}: {self.message}"
        return f"{source}:{self.line}:{self.column}: {self.path or '(root)'}: {self.message}"
