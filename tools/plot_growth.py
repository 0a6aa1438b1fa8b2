"""Draws how figures grow with a size: one panel a size, all axes logarithmic, one scale of time, as SVG."""

import math
from html import escape
from typing import Any

WIDTH, COLUMNS = 960, 3
PANEL, HEIGHT = WIDTH // COLUMNS, 250
LEFT, RIGHT, TOP, BOTTOM = 58, 62, 40, 46
UNITS = (1_000_000, "s"), (1000, "ms"), (1, "µs")

APART = 13
"""Pixels between the labels of two lines that end near each other."""

STYLE = """
text { font: 12px sans-serif; fill: #24292f } .title { font-weight: bold } .faint { fill: #57606a }
.ground { fill: #ffffff } .grid { stroke: #d0d7de } path.line { fill: none; stroke-width: 2 }
.line0 { stroke: #0969da } .line1 { stroke: #1a7f37 } .line2 { stroke: #bc4c00 }
circle.line0 { fill: #0969da } circle.line1 { fill: #1a7f37 } circle.line2 { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .faint { fill: #9198a1 } .ground { fill: #0d1117 } .grid { stroke: #3d444d }
.line0 { stroke: #4493f8 } .line1 { stroke: #3fb950 } .line2 { stroke: #f0883e }
circle.line0 { fill: #4493f8 } circle.line1 { fill: #3fb950 } circle.line2 { fill: #f0883e }
}
"""


def growth(curves: list[dict[str, Any]]) -> str:
    """Draw a panel for each curve, and in the next cell what the lines are."""
    taken = [one for curve in curves for line in curve["lines"] for one in line["microseconds"]]
    low, high = math.floor(math.log10(min(taken))), math.ceil(math.log10(max(taken)))
    names = list(dict.fromkeys(line["name"] for curve in curves for line in curve["lines"]))
    height = HEIGHT * -(-(len(curves) + 1) // COLUMNS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
    ]
    for index, curve in enumerate(curves):
        parts += _panel(curve, *_corner(index), (low, high), names)
    parts += _legend(names, *_corner(len(curves)))
    return "\n".join([*parts, "</svg>"]) + "\n"


def in_words(microseconds: float) -> str:
    """Return a time with the unit that suits it, in two figures."""
    number, unit = _with_unit(microseconds)
    return f"{number:.1f} {unit}" if number < 9.95 else f"{number:.0f} {unit}"


def _with_unit(microseconds: float) -> tuple[float, str]:
    size, unit = next((one for one in UNITS if microseconds >= one[0]), UNITS[-1])
    return microseconds / size, unit


def _corner(index: int) -> tuple[int, int]:
    return index % COLUMNS * PANEL, index // COLUMNS * HEIGHT


def _panel(curve: dict[str, Any], x: int, y: int, decades: tuple[int, int], names: list[str]) -> list[str]:
    sizes = curve["sizes"]
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])
    bottom, low = y + HEIGHT - BOTTOM, decades[0]
    decade = (HEIGHT - TOP - BOTTOM) / (decades[1] - low)

    def across(size: int) -> float:
        return x + LEFT + (math.log10(size) - first) / (last - first) * (PANEL - LEFT - RIGHT)

    def up(microseconds: float) -> float:
        return bottom - (math.log10(microseconds) - low) * decade

    parts = [f'<text class="title" x="{x + LEFT}" y="{y + 24}">{escape(curve["name"])}</text>']
    for power in range(low, decades[1] + 1):
        height = bottom - (power - low) * decade
        parts.append(f'<path class="grid" d="M{x + LEFT} {height:.1f}H{x + PANEL - RIGHT}"/>')
        label = "{:.0f} {}".format(*_with_unit(10**power))
        parts.append(f'<text class="faint" text-anchor="end" x="{x + LEFT - 6}" y="{height + 4:.1f}">{label}</text>')
    for size in sizes:
        parts.append(f'<path class="grid" d="M{across(size):.1f} {y + TOP}V{bottom}"/>')
        parts.append(
            f'<text class="faint" text-anchor="middle" x="{across(size):.1f}" y="{bottom + 18}">{size:,}</text>'
        )
    for line in curve["lines"]:
        points = [(across(size), up(one)) for size, one in zip(sizes, line["microseconds"], strict=True)]
        kind = f"line{names.index(line['name'])}"
        parts.append(f'<path class="line {kind}" d="M{" L".join(f"{a:.1f} {b:.1f}" for a, b in points)}"/>')
        parts += [f'<circle class="{kind}" cx="{a:.1f}" cy="{b:.1f}" r="3"/>' for a, b in points]
    lowest = float(bottom + APART)
    for figure in sorted(line["microseconds"][-1] for line in curve["lines"]):
        lowest = min(up(figure) + 4, lowest - APART)
        parts.append(f'<text x="{x + PANEL - RIGHT + 8}" y="{lowest:.1f}">{in_words(figure)}</text>')
    return parts


def _legend(names: list[str], x: int, y: int) -> list[str]:
    parts = []
    for index, name in enumerate(names):
        at = y + TOP + 14 + 24 * index
        parts.append(f'<path class="line line{index}" d="M{x + LEFT} {at - 4}h26"/>')
        parts.append(f'<text x="{x + LEFT + 36}" y="{at}">{escape(name)}</text>')
    below = y + TOP + 30 + 24 * len(names)
    parts.append(f'<text class="faint" x="{x + LEFT}" y="{below}">Both axes are logarithmic:</text>')
    parts.append(f'<text class="faint" x="{x + LEFT}" y="{below + 18}">a level line does not grow.</text>')
    return parts
