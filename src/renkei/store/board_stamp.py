"""The first line of `board.yaml`: says where the file comes from, and shows whether somebody has edited it."""

from hashlib import sha256

MARK = "# Written by renkei from the log"
"""How the first line begins; it is not a comment of the board."""

_LINE = MARK + " ({content_hash}). Change the board with `renkei board edit`, or `renkei board apply FILE`.\n"


def stamped(text: str) -> str:
    """Return the text of a board file after a line with its content hash."""
    return _LINE.format(content_hash=_content_hash(text.encode())) + text


def is_as_written(content: bytes) -> bool:
    """Return whether a file is as it was stamped."""
    line, _, text = content.partition(b"\n")
    return line + b"\n" == _LINE.format(content_hash=_content_hash(text)).encode()


def _content_hash(text: bytes) -> str:
    return sha256(text).hexdigest()[:16]
