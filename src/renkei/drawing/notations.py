"""Writes the dependency graph in each notation."""

from collections.abc import Callable

from renkei.drawing.edges import NOTHING, Edge, nodes_of
from renkei.engine.state import State

SHAPES = {"agent": ("([", "])"), "contract": ("[", "]"), "artifact": ("[/", "/]"), "decision": ("{{", "}}")}
COLOURS = {"agent": "#4f7cac", "contract": "#5a9367", "artifact": "#c08552", "decision": "#8e5572"}


def _mermaid(edges: list[Edge], state: State) -> str:
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
    return "\n".join(lines if edges else ["graph LR", f'  nothing["{NOTHING}"]'])


def _dot(edges: list[Edge], state: State) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'

    lines = ["digraph renkei {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    for name in nodes_of(edges):
        kind, _, label = name.partition(":")
        lines.append(f"  {quoted(name)} [label={quoted(label)}, color={quoted(COLOURS.get(kind, '#888888'))}];")
    lines += [f"  {quoted(start)} -> {quoted(end)} [label={quoted(relation)}];" for start, relation, end in edges]
    if not edges:
        lines.append(f"  nothing [label={quoted(NOTHING)}];")
    return "\n".join([*lines, "}"])


def _svg(edges: list[Edge], state: State) -> str:
    from renkei.drawing.svg import svg  # measures text with rich, which is slow to import

    return svg(edges, state)


DRAW: dict[str, Callable[[list[Edge], State], str]] = {"mermaid": _mermaid, "dot": _dot, "svg": _svg}
"""The function that writes each notation."""
