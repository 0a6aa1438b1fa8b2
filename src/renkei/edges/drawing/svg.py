"""Draws the dependency graph as SVG: a box for each thing, an arrow for each relation, a legend."""

from collections.abc import Collection
from html import escape

from rich.cells import cell_len, set_cell_size

from renkei.dispatch.graph.links import WAITING
from renkei.edges.drawing.boxes import Box, box_of
from renkei.edges.drawing.edges import Edge, nodes_of
from renkei.edges.drawing.layout import HEIGHT, WIDTH, Arrow, Layout, Point, layout
from renkei.edges.drawing.style import KINDS, STATUS, STYLE
from renkei.engine.state import State
from renkei.visible import visible

NOTHING = "Nothing to draw. With --all, closed contracts are drawn too."

PARTIES = ("assigned_to", "delegated_by")
"""Relations that also stand as text in the box of their contract."""

MANY = 40
"""With more arrows than this, those of `PARTIES` are left out: they would all end at a few agents."""

MARGIN, LEGEND, LEGEND_WIDTH = 24, 50, 720
LONGEST = 33
"""The most columns of a text in a box."""

ON_ARROWS = "Read a label along its arrow: A depends on B. Along solid arrows, whoever waits for A also waits for B."
LEFT_OUT = " Who delegates to whom stands in the boxes."


def svg(edges: list[Edge], state: State) -> str:
    """Return a picture of these edges; raises ExtraMissingError when the extra is not installed."""
    shown = [edge for edge in edges if edge[1] not in PARTIES] if len(edges) > MANY else edges
    if not edges:
        return _document(
            680, 2 * MARGIN, [f'<text class="text" x="{MARGIN}" y="{MARGIN + 5}">{escape(NOTHING)}</text>']
        )
    labels: dict[tuple[str, str], list[str]] = {}
    for start, relation, end in shown:
        labels.setdefault((start, end), []).append(relation)
    places = layout(nodes_of(edges), {pair: ", ".join(names).replace("_", " ") for pair, names in labels.items()})
    waiting = [any(name in WAITING for name in names) for names in labels.values()]
    parts = [_arrow(arrow, solid) for arrow, solid in zip(places.arrows, waiting, strict=True)]
    parts += [_label(arrow) for arrow in places.arrows]
    boxes = {name: box_of(state, name) for name in places.boxes}
    parts += [_box(box, places.boxes[name]) for name, box in boxes.items()]
    legend = [_in_colours(boxes.values()), escape(ON_ARROWS + (LEFT_OUT if len(shown) < len(edges) else ""))]
    return _with_legend(places, parts, legend)


def _with_legend(places: Layout, parts: list[str], legend: list[str]) -> str:
    width, top = max(places.width, LEGEND_WIDTH) + 2 * MARGIN, places.height + 2 * MARGIN
    lines = [f'<text class="small" y="{index * 18}">{row}</text>' for index, row in enumerate(legend)]
    moved = [_moved((MARGIN, MARGIN), parts), _moved((MARGIN, top + 14), lines)]
    return _document(width, top + LEGEND, moved)


def _in_colours(boxes: Collection[Box]) -> str:
    """Return the words of the kinds and the status that occur, each in its colour."""
    kinds, found = {box.kind for box in boxes}, {box.status for box in boxes}
    words = [(one, one) for one in KINDS if one in kinds] + [(one, STATUS[one]) for one in STATUS if one in found]
    return " · ".join(f'<tspan class="{style}">{word}</tspan>' for word, style in words)


def _document(width: float, height: float, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">'
    )
    return "\n".join([head, STYLE, '<rect class="page" width="100%" height="100%"/>', *parts, "</svg>"])


def _moved(place: Point, parts: list[str]) -> str:
    inside = "\n".join(parts)
    return f'<g transform="translate({place[0]:.0f} {place[1]:.0f})">\n{inside}\n</g>'


def _cut(text: str, columns: int = LONGEST) -> str:
    line = " ".join(visible(text).split())
    return escape(line if cell_len(line) <= columns else set_cell_size(line, columns - 1).rstrip() + "…")


def _box(box: Box, place: Point) -> str:
    """Return a box; it is a picture of its own, so that no text runs out of it."""
    x, y = place
    status = f'<tspan class="{STATUS.get(box.status, "quiet")}">{_cut(box.status)}</tspan>' if box.status else ""
    lines = [
        f'<text class="small" x="10" y="15"><tspan class="{box.kind}">{box.kind}</tspan> {status}</text>',
        f'<text class="name" x="10" y="31">{_cut(box.name, 25)}</text>',
    ]
    lines += [
        f'<text class="small" x="10" y="{45 + 12 * index}">{text}</text>'
        for index, text in enumerate(one for one in (_cut(box.text), _cut(box.parties)) if one)
    ]
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{WIDTH}" height="{HEIGHT}"><title>{escape(visible(box.title))}</title>'
        f'<rect class="box {box.kind}-line" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8"/>'
        + "".join(lines)
        + "</svg>"
    )


def _arrow(arrow: Arrow, solid: bool) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in arrow.points)
    return f'<polyline class="arrow{"" if solid else " dashed"}" points="{corners}" marker-end="url(#head)"/>'


def _label(arrow: Arrow) -> str:
    x, y = arrow.middle
    return f'<text class="label" x="{x:.1f}" y="{y + 3.5:.1f}">{escape(arrow.label)}</text>'
