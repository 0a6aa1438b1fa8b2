"""Finds places for boxes, arrows and the labels of arrows, so that none lies on another (the extra `renkei[svg]`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from renkei.errors import ExtraMissingError
from renkei.frozen import frozen

Point = tuple[float, float]

WIDTH, HEIGHT = 220, 66
"""The size of a box."""

LABEL_HEIGHT, LETTER = 14, 5.8
"""The size of a label: its height, and the width of one of its letters."""


@frozen
class Arrow:
    """An arrow: the corners of its line, its label, and the middle of the label."""

    points: tuple[Point, ...]
    label: str
    middle: Point


@frozen
class Layout:
    """The upper left corners of the boxes, the arrows, and the size of the whole."""

    boxes: dict[str, Point]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


def layout(nodes: Sequence[str], labels: Mapping[tuple[str, str], str]) -> Layout:
    """Return a layout of nodes with an arrow between each pair that has a label.

    Raises ExtraMissingError when the extra is not installed.
    """
    try:
        import graphlay
    except ImportError as error:
        raise ExtraMissingError(what="A drawing as SVG", package="graphlay", extra="svg") from error

    graph = graphlay.Graph()
    for name in nodes:
        graph.node(name, width=WIDTH, height=HEIGHT)
    for (start, end), label in labels.items():
        graph.edge(start, end, label_size={"width": label_width(label), "height": LABEL_HEIGHT})
    found = graphlay.layout(graph, preset="process_map")  # the one that kept all labels apart when tried
    boxes = {name: _corner(node) for name, node in zip(nodes, found.nodes, strict=True)}
    arrows = [_arrow(edge, label) for edge, label in zip(found.edges, labels.values(), strict=True)]
    return _from_zero(boxes, arrows)


def label_width(label: str) -> float:
    """Return the width of a label; a letter of Chinese or Japanese is twice as wide as a Latin one."""
    return LETTER * cell_len(label)


def _corner(node: Mapping[str, Any]) -> Point:
    x, y = _point(node["center"])
    return x - WIDTH / 2, y - HEIGHT / 2


def _arrow(edge: Mapping[str, Any], label: str) -> Arrow:
    return Arrow(tuple(map(_point, edge["points"])), label, _point(edge["label_anchor"] or edge["points"][0]))


def _point(point: Mapping[str, float]) -> Point:
    return point["x"], point["y"]


def _from_zero(boxes: Mapping[str, Point], arrows: Sequence[Arrow]) -> Layout:
    """Return the layout with everything, labels too, to the right of and below its upper left corner."""
    corners = [*boxes.values(), *((x + WIDTH, y + HEIGHT) for x, y in boxes.values())]
    for arrow in arrows:
        (x, y), half = arrow.middle, label_width(arrow.label) / 2
        corners += [*arrow.points, (x - half, y - LABEL_HEIGHT / 2), (x + half, y + LABEL_HEIGHT / 2)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    return Layout(
        {name: moved(place) for name, place in boxes.items()},
        tuple(Arrow(tuple(map(moved, one.points)), one.label, moved(one.middle)) for one in arrows),
        max(x for x, _ in corners) - left,
        max(y for _, y in corners) - top,
    )
