"""The legend below the picture: the kinds and statuses that occur in it, and how to read its arrows."""

from collections.abc import Collection, Iterator
from html import escape

from rich.cells import cell_len

from renkei.drawing.boxes import Box
from renkei.drawing.style import KINDS, STATUS
from renkei.drawing.words import Words

LINE_HEIGHT = 18
"""The height of a line."""

LINE_COLUMNS = 118
"""Columns of a line."""


def legend_lines(boxes: Collection[Box], shown: Collection[str], say: Words) -> list[str]:
    """Return the lines of the legend as SVG text; `shown` are the keys of the sentences that apply."""
    return [_in_colours(boxes, say), *map(escape, _packed([say(f"legend.{one}") for one in shown]))]


def _in_colours(boxes: Collection[Box], say: Words) -> str:
    """Return the words of the kinds and statuses that occur, each in its colour."""
    kinds, found = {box.kind for box in boxes}, {box.status for box in boxes}
    words = [(say(f"kind.{one}"), one) for one in KINDS if one in kinds]
    words += [(say(f"status.{one}"), STATUS[one]) for one in STATUS if one in found]
    return " · ".join(f'<tspan class="{style}">{escape(word)}</tspan>' for word, style in dict.fromkeys(words))


def _packed(sentences: list[str]) -> Iterator[str]:
    """Yield the sentences, as many on each line as fit."""
    line = ""
    for one in sentences:
        if line and cell_len(line) + cell_len(one) > LINE_COLUMNS:
            yield line
            line = ""
        line = f"{line} {one}".strip()
    if line:
        yield line
