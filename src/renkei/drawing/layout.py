"""Places boxes, arrows and their labels without overlaps (the extra `renkei[svg]`)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from rich.cells import cell_len

from renkei.dispatch.graph.order import reachable
from renkei.extras import require
from renkei.immutable.frozen import frozen

Point = tuple[float, float]

WIDTH, HEIGHT = 220, 76
"""The size of a box."""

PAGE_WIDTH, GAP = 1300, 40
"""The minimum width of a row of unconnected parts, and the space between them."""

LABEL_HEIGHT, LETTER = 15, 6.4
"""The height of a label, and the width of one of its letters."""


@frozen
class Arrow:
    """An arrow: its ends, the corners of its line, its label, and the middle of the label."""

    ends: tuple[str, str]
    points: tuple[Point, ...]
    label: str
    middle: Point


@frozen
class GraphLayout:
    """The upper left corners of the boxes, the arrows, and the size of the whole."""

    boxes: dict[str, Point]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


def layout(nodes: Sequence[str], labels: Mapping[tuple[str, str], str]) -> GraphLayout:
    """Return a layout of nodes with an arrow between each pair that has a label.

    Unconnected parts are laid out separately, the largest first, in rows from left to right, which keeps the picture
    narrow. Raises ExtraMissingError when the extra is not installed.
    """
    parts = [_connected(names, {pair: labels[pair] for pair in pairs}) for names, pairs in _components(nodes, labels)]
    boxes: dict[str, Point] = {}
    arrows: dict[tuple[str, str], Arrow] = {}
    width = height = 0.0
    for (left, top), part in zip(_in_rows(parts), parts, strict=True):
        boxes |= {name: (x + left, y + top) for name, (x, y) in part.boxes.items()}
        arrows |= {one.ends: _shifted(one, left, top) for one in part.arrows}
        width, height = max(width, left + part.width), max(height, top + part.height)
    return GraphLayout({name: boxes[name] for name in nodes}, tuple(arrows[pair] for pair in labels), width, height)


def _components(
    nodes: Sequence[str], pairs: Collection[tuple[str, str]]
) -> list[tuple[list[str], list[tuple[str, str]]]]:
    """Return the connected parts of a graph as nodes and edges, the largest first."""
    beside: dict[str, list[str]] = {one: [] for one in nodes}
    for start, end in pairs:
        beside[start].append(end)
        beside[end].append(start)
    first: dict[str, str] = {}
    for one in nodes:
        if one not in first:
            first |= dict.fromkeys(reachable(one, beside.__getitem__), one)
    found: dict[str, tuple[list[str], list[tuple[str, str]]]] = {one: ([], []) for one in first.values()}
    for one in nodes:
        found[first[one]][0].append(one)
    for pair in pairs:
        found[first[pair[0]]][1].append(pair)
    return sorted(found.values(), key=lambda part: -len(part[0]))


def _in_rows(parts: Sequence[GraphLayout]) -> Iterator[Point]:
    """Yield the upper left corner of each part, in rows that keep a large picture roughly square."""
    area = sum((one.width + GAP) * (one.height + GAP) for one in parts)
    widest = max([PAGE_WIDTH, sqrt(area), *(one.width for one in parts)])
    left = top = tallest = 0.0
    for one in parts:
        if left and left + one.width > widest:
            left, top, tallest = 0.0, top + tallest + GAP, 0.0
        yield left, top
        left, tallest = left + one.width + GAP, max(tallest, one.height)


def _shifted(one: Arrow, left: float, top: float) -> Arrow:
    points = tuple((x + left, y + top) for x, y in one.points)
    return Arrow(one.ends, points, one.label, (one.middle[0] + left, one.middle[1] + top))


def _connected(nodes: Sequence[str], labels: Mapping[tuple[str, str], str]) -> GraphLayout:
    require("svg", "A drawing as SVG")
    import graphlay

    graph = graphlay.Graph()
    for name in nodes:
        graph.node(name, width=WIDTH, height=HEIGHT)
    for (start, end), label in labels.items():
        graph.edge(start, end, label_size={"width": label_width(label), "height": LABEL_HEIGHT})
    found = graphlay.layout(graph, preset="process_map")  # the one that kept all labels apart when tried
    boxes = {name: _corner(node) for name, node in zip(nodes, found.nodes, strict=True)}
    arrows = [_arrow(edge, *pair) for edge, pair in zip(found.edges, labels.items(), strict=True)]
    return _from_zero(boxes, arrows)


def label_width(label: str) -> float:
    """Return the width of a label; a Chinese or Japanese character is twice as wide as a Latin one."""
    return LETTER * cell_len(label)


def _corner(node: Mapping[str, Any]) -> Point:
    x, y = _point(node["center"])
    return x - WIDTH / 2, y - HEIGHT / 2


def _arrow(edge: Mapping[str, Any], ends: tuple[str, str], label: str) -> Arrow:
    return Arrow(ends, tuple(map(_point, edge["points"])), label, _point(edge["label_anchor"] or edge["points"][0]))


def _point(point: Mapping[str, float]) -> Point:
    return point["x"], point["y"]


def _from_zero(boxes: Mapping[str, Point], arrows: Sequence[Arrow]) -> GraphLayout:
    """Return the layout moved so that everything, including labels, has positive coordinates."""
    corners = [*boxes.values(), *((x + WIDTH, y + HEIGHT) for x, y in boxes.values())]
    for arrow in arrows:
        (x, y), half = arrow.middle, label_width(arrow.label) / 2
        corners += [*arrow.points, (x - half, y - LABEL_HEIGHT / 2), (x + half, y + LABEL_HEIGHT / 2)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    return GraphLayout(
        {name: moved(place) for name, place in boxes.items()},
        tuple(_shifted(one, -left, -top) for one in arrows),
        max(x for x, _ in corners) - left,
        max(y for _, y in corners) - top,
    )
