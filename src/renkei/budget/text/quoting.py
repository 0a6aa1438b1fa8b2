"""Mark participants' text in a context, so that none of it can be mistaken for renkei's own.

A value within one of renkei's lines stays on that line (`renkei.wording.visible.one_line`). A text of several lines
becomes a block: each of its lines begins with `QUOTE`, and none of renkei's own lines does.
"""

from renkei.wording.visible import visible

QUOTE = "> "


def quoted(text: str) -> str:
    """Return a text as a block, with its hidden characters escaped; "" for ""."""
    return QUOTE + continued(text) if text else ""


def continued(text: str) -> str:
    """Return a text that begins on one of renkei's lines, and continues as a block if it has several lines."""
    return visible(text).replace("\n", f"\n{QUOTE}")


def resumed(text: str, start: int, end: int) -> str:
    """Return a part of a text that contains blocks, without the line break at its end.

    A part that begins within a line is marked like a block.
    """
    within = start > 0 and text[start - 1] != "\n"
    return (QUOTE if within else "") + text[start:end].removesuffix("\n")
