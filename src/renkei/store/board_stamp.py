"""The first line of `board.yaml`: its origin, and a hash that reveals edits."""

from hashlib import sha256

MARK = "# Written by renkei from the log"
"""Beginning of the first line; it is not a comment of the board."""

_LINE = MARK + " ({content_hash}). Change the board with `renkei board edit`, or `renkei board apply FILE`.\n"


def stamped(text: str) -> str:
    """Return the text of a board file below a line with its content hash."""
    return _LINE.format(content_hash=_content_hash(text.encode())) + text


def is_as_written(content: bytes) -> bool:
    """Return whether a file is unchanged since it was stamped."""
    line, _, text = content.partition(b"\n")
    return line + b"\n" == _LINE.format(content_hash=_content_hash(text)).encode()


def _content_hash(text: bytes) -> str:
    return sha256(text).hexdigest()[:16]
