"""Draws how far each benchmark is from its goal: one bar a figure, on a logarithmic scale, as SVG."""

import math
from collections import Counter
from html import escape
from typing import Any

ROW, WIDTH, TOP, LETTER = 26, 530, 40, 6.7
"""Heights of a row and of the head, the width of the bars, the width of a letter; names are as wide as they need."""

DECADES = 3
"""How many powers of ten the scale shows on each side of the goal."""

MET, MISSED = "#2a9d62", "#d97a1c"


def bars(rows: list[dict[str, Any]]) -> str:
    """Draw bars from the goal to the left (better) or to the right (worse)."""
    names = _names(rows)
    label = math.ceil(LETTER * max(map(len, names))) + 20
    width, height = label + WIDTH, TOP + ROW * len(rows) + 30
    middle = label + WIDTH * DECADES // (DECADES + 1)
    scale = (middle - label) / DECADES
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12" fill="#24292f">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{middle}" y="16" text-anchor="middle" font-weight="bold">goal</text>',
        f'<text x="{label}" y="16">1,000 × better</text>',
    ]
    for power in range(-DECADES, 2):
        x = middle + power * scale
        parts.append(f'<path d="M{x:.0f} 24V{height - 24}" stroke="#d0d7de" stroke-width="{1 + (power == 0)}"/>')
    for index, (row, name) in enumerate(zip(rows, names, strict=True)):
        y = TOP + ROW * index
        parts.append(f'<text x="{label - 10}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        parts += _bar(row, y, middle, scale, width)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """Return a name for each row; where several have the same, each also says what it is compared with."""
    count = Counter(row["name"] for row in rows)
    return [row["name"] + (f", against {row['limit_name']}" if count[row["name"]] > 1 else "") for row in rows]


def _bar(row: dict[str, Any], y: int, middle: float, scale: float, full: int) -> list[str]:
    share = row["share"]
    offset = max(-DECADES, min(1.0, math.log10(share) if share > 0 else -DECADES)) * scale
    colour = MET if row["met"] else MISSED
    left, width = min(middle, middle + offset), max(2.0, abs(offset))
    text = f"{share:.2g} × goal" if share > 0 else ""
    right = left + width > full - 90
    anchor = f'x="{left - 6:.0f}" text-anchor="end"' if right or offset < 0 else f'x="{left + width + 6:.0f}"'
    return [
        f'<rect x="{left:.1f}" y="{y + 2}" width="{width:.1f}" height="14" rx="2" fill="{colour}"/>',
        f'<text {anchor} y="{y + 13}" fill="#57606a">{text}</text>',
    ]
