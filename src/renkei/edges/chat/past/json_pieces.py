"""Reads a large JSON file piece by piece, in flat memory: the elements of its array, or of the arrays in its object."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, Protocol

READ = 65_536
"""Bytes that are read at once."""

LONGEST = 16 * 1024**2
"""Most characters of one piece."""

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")

Piece = tuple[str, int, Any]
"""The key of an object that it belongs to, or ""; its line; and its value."""


class Readable(Protocol):
    """A file."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end."""


class BrokenJsonError(Exception):
    """The file is no JSON from this line on, or has a piece that is too long."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


def pieces(opened: Readable) -> Iterator[Piece]:
    """Yield each element of a top-level array, or each value of an object; of a value that is an array, its elements.

    Raises BrokenJsonError.
    """
    text = _Text(opened)
    match text.peek():
        case "[":
            for line, value in text.elements():
                yield "", line, value
        case "{":
            yield from _values(text)
        case _:
            raise text.broken("neither a JSON array nor a JSON object")
    if text.peek():
        raise text.broken("more after the end of the JSON")


def _values(text: "_Text") -> Iterator[Piece]:
    for _ in text.items("{", "}"):
        key = text.value()
        if not isinstance(key, str) or text.peek() != ":":
            raise text.broken("not JSON: an object needs keys with values")
        text.skip()
        if text.peek() == "[":
            for line, value in text.elements():
                yield key, line, value
        else:
            line = text.line
            yield key, line, text.value()


class _Text:
    """The text of a file; only the part around the current position is in memory."""

    def __init__(self, opened: Readable) -> None:
        self._opened = opened
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = self._counted = 0
        self._line = 1
        self._ended = False

    @property
    def line(self) -> int:
        """The line of the current position."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def broken(self, reason: str) -> BrokenJsonError:
        """Return the error for the current position."""
        return BrokenJsonError(self.line, reason)

    def peek(self) -> str:
        """Return the next character that is no space; "" at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found is not None else self._at
            if self._at < len(self._text) or not self._fill():
                return self._text[self._at : self._at + 1]

    def skip(self) -> None:
        """Skip the next character."""
        self._at += 1

    def items(self, begin: str, end: str) -> Iterator[None]:
        """Yield at the position of each item between two brackets; the caller reads the item."""
        assert self.peek() == begin
        self.skip()
        if self.peek() == end:
            self.skip()
            return
        while True:
            self.peek()
            yield
            sign = self.peek()
            self.skip()
            if sign == end:
                return
            if sign != ",":
                raise self.broken(f"not JSON: a comma or {end} is missing")

    def elements(self) -> Iterator[tuple[int, Any]]:
        """Yield each element of an array with its line."""
        for _ in self.items("[", "]"):
            line = self.line
            yield line, self.value()

    def value(self) -> Any:
        """Return the value at the current position."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise self.broken("nested too deeply") from None
            except ValueError as error:
                if len(self._text) - self._at > LONGEST:
                    raise self.broken(f"one entry has more than {LONGEST // 1024**2} MiB, or is no JSON") from None
                if not self._fill():
                    reason = getattr(error, "msg", str(error))
                    at = self.line + self._text.count("\n", self._at, getattr(error, "pos", self._at))
                    raise BrokenJsonError(at, f"not JSON: {reason}") from None
                continue
            if end < len(self._text) or not self._fill():  # a number may continue
                self._at = end
                return value

    def _fill(self) -> bool:
        """Read on, as much again as is in memory; return whether there was more."""
        if self._ended:
            return False
        line = self.line
        data = self._opened.read(max(READ, len(self._text) - self._at))
        self._ended = not data
        try:
            more = self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            raise BrokenJsonError(line + data.count(b"\n", 0, error.start), "not UTF-8") from None
        self._text = self._text[self._at :] + more
        self._at = self._counted = 0
        return bool(more) or not self._ended
