"""A document's value with the location of each of its parts.

Both readers (`yaml_reader`, `json_reader`) feed parse events to one `Builder`, which enforces the limits: a bomb, a
duplicate key or excessive nesting is rejected the same way in both formats, before it costs memory. Nothing here
recurses over the input.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from renkei.documents.json_pointer import join
from renkei.errors import Problem

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 60
MAX_NODES = 100_000
MAX_DOCUMENTS = 10_000
LONGEST_KEY = 1024
MAX_INTEGER = 2**53 - 1

Path = tuple[str | int, ...]
"""Keys and list indexes from the root of a document to a value."""

Location = tuple[int, int]
"""Line and column, both from 1."""


class SourceError(Exception):
    """The text cannot be read as a document; `problem` says where and why."""

    def __init__(self, code: str, location: Location, message: str, hint: str = "", path: Path = ()) -> None:
        super().__init__(message)
        self.problem = Problem(code, join(*path), location[0], location[1], message, hint)


@dataclass(slots=True)
class Source:
    """One document: its plain value, its first line, and the location of each value and key.

    `locate`: reads the document again with all locations, if it was read without them.
    """

    value: Any = None
    line: int = 1
    values: dict[Path, Location] = field(default_factory=dict)
    keys: dict[Path, Location] = field(default_factory=dict)
    locate: "Callable[[], Source] | None" = None

    def location(self, path: Path, key: bool = False) -> Location:
        """Return the location of a value (or of its key), or of its nearest existing parent."""
        if self.locate is not None and path:
            located, self.locate = self.locate(), None
            self.values, self.keys = located.values, located.keys
        if key and path in self.keys:
            return self.keys[path]
        while path not in self.values and path:
            path = path[:-1]
        return self.values.get(path, (self.line, 1))


class Builder:
    """Builds a `Source` from parse events; each method raises SourceError beyond a limit."""

    def __init__(self, line: int = 1) -> None:
        self.source = Source(line=line)
        self._stack: list[dict[str, Any] | list[Any]] = []
        self._path: list[str | int] = []
        self._key: str | None = None
        self._nodes = 0

    @property
    def wants_key(self) -> bool:
        """Whether the next scalar is a key of a mapping."""
        return bool(self._stack) and isinstance(self._stack[-1], dict) and self._key is None

    def open(self, container: dict[str, Any] | list[Any], location: Location) -> None:
        """Begin a mapping or list."""
        if self.wants_key:
            raise SourceError("SYNTAX", location, "a mapping or list cannot be a key", "Use a string as the key.")
        self._add(container, location)
        if len(self._stack) >= MAX_DEPTH:
            raise SourceError(
                "TOO_DEEP", location, f"nested more than {MAX_DEPTH} levels deep", "Flatten the document."
            )
        self._stack.append(container)

    def close(self) -> None:
        """End the innermost mapping or list."""
        self._stack.pop()
        if self._path:
            self._path.pop()

    def key(self, text: str, location: Location) -> None:
        """Take the key of the next value; raises SourceError for a duplicate."""
        self._count(location)
        if len(text) > LONGEST_KEY:
            raise SourceError("TOO_LARGE", location, f"a key of {len(text)} characters", f"The limit is {LONGEST_KEY}.")
        top = self._stack[-1]
        path = (*self._path, text)
        if text in top:
            first = self.source.keys[path][0]
            hint = f"Keep one of them; the first is on line {first}."
            raise SourceError("DUPLICATE_KEY", location, f"duplicate key {shorten(text)!r}", hint, path)
        self.source.keys[path] = location
        self._key = text

    def scalar(self, value: Any, location: Location) -> None:
        """Take a string, number, boolean or null."""
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            raise SourceError("NUMBER_TOO_LARGE", location, "an integer beyond 2^53 - 1", "Quote it if it is an id.")
        if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
            raise SourceError("NOT_A_NUMBER", location, "not a finite number", "Quote it if it is a string.")
        self._add(value, location)
        if self._path and len(self._path) > len(self._stack) - 1:
            self._path.pop()

    def _count(self, location: Location) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise SourceError(
                "TOO_LARGE", location, f"more than {MAX_NODES} values in one document", "Split the document."
            )

    def _add(self, value: Any, location: Location) -> None:
        self._count(location)
        if not self._stack:
            self.source.value = value
        else:
            top = self._stack[-1]
            if isinstance(top, dict):
                assert self._key is not None
                top[self._key] = value
                self._path.append(self._key)
                self._key = None
            else:
                self._path.append(len(top))
                top.append(value)
        self.source.values[tuple(self._path)] = location


def decode(data: bytes, line: int = 1) -> str:
    """Decode bytes that begin on `line` as UTF-8; raises SourceError beyond `MAX_BYTES` or for invalid bytes."""
    if len(data) > MAX_BYTES:
        raise SourceError("TOO_LARGE", (line, 1), f"larger than {MAX_BYTES // 2**20} MiB", "Split the file.")
    try:
        data = data.removeprefix(b"\xef\xbb\xbf")  # here, so that locations count from the same byte
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        location = (before.count(b"\n") + line, len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1)
        raise SourceError(
            "NOT_UTF8", location, f"byte 0x{data[error.start]:02x} is not UTF-8", "Save the file as UTF-8."
        ) from None


def shorten(text: str, limit: int = 60) -> str:
    """Cut a text for quoting in an error, and escape its invisible characters."""
    text = text if text.isprintable() else text.encode("unicode_escape", "replace").decode()
    return text if len(text) <= limit else text[: limit - 1] + "…"
