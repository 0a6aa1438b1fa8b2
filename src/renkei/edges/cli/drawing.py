"""Drawings of the dependency graph: Mermaid, Graphviz DOT, SVG."""

from collections.abc import Callable, Iterable
from html import escape

from renkei.dispatch.graph.links import Links
from renkei.dispatch.graph.queries import layers
from renkei.engine.state import State

Edge = tuple[str, str, str]
"""The start, the relation and the end of an edge."""

SHAPES = {"agent": ("([", "])"), "contract": ("[", "]"), "artifact": ("[/", "/]"), "decision": ("{{", "}}")}
COLOURS = {"agent": "#4f7cac", "contract": "#5a9367", "artifact": "#c08552", "decision": "#8e5572"}
BOX, GAP, ROW = 190, 40, 120


def edges_of(state: State, everything: bool) -> list[Edge]:
    """Return the edges of the graph; `everything` includes those of closed contracts."""
    closed = {f"contract:{name}" for name, entry in state.contracts.entries.items() if entry.closed}
    found = [(start, str(relation), end) for start in state.links.out for relation, end in state.links.out[start]]
    return sorted(edge for edge in found if everything or not closed & {edge[0], edge[2]})


def nodes_of(edges: Iterable[Edge]) -> list[str]:
    """Return the nodes of these edges."""
    return sorted({one for start, _, end in edges for one in (start, end)})


def _mermaid(edges: list[Edge], links: Links) -> str:
    nodes = nodes_of(edges)
    number = {name: f"n{index}" for index, name in enumerate(nodes)}
    lines = ["graph LR"]
    for name in nodes:
        kind, _, label = name.partition(":")
        left, right = SHAPES.get(kind, ("(", ")"))
        text = label.replace('"', "#quot;").replace("\n", " ")
        lines.append(f'  {number[name]}{left}"{text}"{right}:::{kind}')
    lines += [f"  {number[start]} -->|{relation}| {number[end]}" for start, relation, end in edges]
    lines += [f"  classDef {kind} stroke:{colour},stroke-width:2px" for kind, colour in COLOURS.items()]
    return "\n".join(lines)


def _dot(edges: list[Edge], links: Links) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'

    lines = ["digraph renkei {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    for name in nodes_of(edges):
        kind, _, label = name.partition(":")
        lines.append(f"  {quoted(name)} [label={quoted(label)}, color={quoted(COLOURS.get(kind, '#888888'))}];")
    lines += [f"  {quoted(start)} -> {quoted(end)} [label={quoted(relation)}];" for start, relation, end in edges]
    return "\n".join([*lines, "}"])


def _svg(edges: list[Edge], links: Links) -> str:
    rows = layers(links, nodes_of(edges))
    positions: dict[str, tuple[int, int]] = {}
    for depth, row in enumerate(rows):
        for index, name in enumerate(row):
            positions[name] = (GAP + index * (BOX + GAP), GAP + depth * ROW)
    width = GAP + max((len(row) for row in rows), default=0) * (BOX + GAP)
    height = GAP + len(rows) * ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        '<defs><marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#888"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    named: dict[tuple[str, str], list[str]] = {}
    for start, relation, end in edges:
        named.setdefault((start, end), []).append(relation)
    parts += [_arrow(positions[start], positions[end], ", ".join(names)) for (start, end), names in named.items()]
    parts += [_box(name, *position) for name, position in positions.items()]
    return "\n".join([*parts, "</svg>"])


def _box(name: str, x: int, y: int) -> str:
    kind, _, label = name.partition(":")
    shown = escape(label if len(label) <= 24 else label[:23] + "…")
    colour = COLOURS.get(kind, "#888888")
    return (
        f'<g><rect x="{x}" y="{y}" width="{BOX}" height="40" rx="8" fill="white" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{x + 10}" y="{y + 15}" font-size="10" fill="{colour}">{escape(kind)}</text>'
        f'<text x="{x + 10}" y="{y + 31}" font-size="13" fill="#222">{shown}</text>'
        f"<title>{escape(name)}</title></g>"
    )


def _arrow(start: tuple[int, int], end: tuple[int, int], relation: str) -> str:
    up = start[1] > end[1]
    x1, y1 = start[0] + BOX // 2, start[1] + (0 if up else 40)
    x2, y2 = end[0] + BOX // 2, end[1] + (40 if up else 0)
    bend = (y2 - y1) // 2 if y1 != y2 else 40
    path = f"M{x1},{y1} C{x1},{y1 + bend} {x2},{y2 - bend} {x2},{y2}"
    x, y = x1 + (x2 - x1) // 5, y1 + (y2 - y1) // 4
    text = f'<text x="{x + 4}" y="{y}" font-size="9" fill="#777">{escape(relation)}</text>'
    return f'<path d="{path}" stroke="#aaa" fill="none" marker-end="url(#a)"/>{text}'


DRAW: dict[str, Callable[[list[Edge], Links], str]] = {"mermaid": _mermaid, "dot": _dot, "svg": _svg}
"""The function that writes each notation."""
