"""`renkei graph`: draws the dependency graph, and answers questions that it knows the answer to."""

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

import click

from renkei.dispatch.graph.links import Links
from renkei.dispatch.graph.queries import affected_by, critical_path, cycles, layers, who_waits_for
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.terminal import print_json
from renkei.engine.references import find_node
from renkei.engine.state import State
from renkei.errors import BadValueError

Edge = tuple[str, str, str]
SHAPES = {"agent": ("([", "])"), "contract": ("[", "]"), "artifact": ("[/", "/]"), "decision": ("{{", "}}")}
COLOURS = {"agent": "#4f7cac", "contract": "#5a9367", "artifact": "#c08552", "decision": "#8e5572"}
BOX, GAP, ROW = 190, 40, 120


@click.command("graph")
@project_option
@click.option(
    "--format",
    "form",
    default="mermaid",
    show_default=True,
    type=click.Choice(["mermaid", "dot", "svg", "json"]),
    help="Notation.",
)
@click.option("--waits-for", metavar="ID", help="List everything that waits for ID.")
@click.option("--feeds", metavar="ID", help="List what a change of the artifact or contract ID is felt by.")
@click.option("--touches", metavar="ID", help="List the contracts that the decision ID touches.")
@click.option("--ready", is_flag=True, help="List what can be claimed now.")
@click.option("--critical-path", "path", is_flag=True, help="List the longest chain of unsettled contracts.")
@click.option("--cycles", "circular", is_flag=True, help="List who waits in a cycle.")
@click.option("--all", "everything", is_flag=True, help="Draw settled contracts as well.")
def graph_command(place: Path, form: str, everything: bool, **questions: Any) -> None:
    """Draw the dependency graph, or ask it."""
    with open_project(place) as project:
        state = project.state
    asked = [(name, value) for name, value in questions.items() if value]
    if len(asked) > 1:
        raise click.UsageError("Ask one thing at a time.")
    if asked:
        name, value = asked[0]
        answer = QUESTIONS[name](state, str(value))
        click.echo("\n".join(answer) if answer else "Nothing.")
        return
    edges = edges_of(state, everything)
    if form == "json":
        print_json({"nodes": _nodes(edges), "edges": [{"from": a, "relation": r, "to": b} for a, r, b in edges]})
    else:
        click.echo(DRAW[form](edges, state.links))


def _node(state: State, name: str) -> str:
    if ":" in name and name in (set(state.links.out) | set(state.links.into)):
        return name
    node = find_node(state, name)
    if node not in state.links.into and node not in state.links.out:
        known = sorted(set(state.links.out) | set(state.links.into))
        raise BadValueError(path="ID", got=name, expected=", ".join(known[:30]) or "something in the graph")
    return node


def _touches(state: State, name: str) -> list[str]:
    found = state.links.neighbours(f"decision:{name}", "in", ("touches",))
    return [f"{one}  {', '.join(state.links.responsible(one))}" for one in found]


QUESTIONS: dict[str, Callable[[State, str], list[str]]] = {
    "waits_for": lambda state, name: who_waits_for(state.links, _node(state, name)),
    "feeds": lambda state, name: affected_by(state.links, _node(state, name)),
    "touches": _touches,
    "ready": lambda state, _: [f"{e.terms.id}  {e.terms.inputs.description}" for e in state.contracts.ready()],
    "path": lambda state, _: critical_path(
        state.links, (name for name, entry in state.contracts.entries.items() if not entry.closed)
    ),
    "circular": lambda state, _: [" → ".join((*cycle, cycle[0])) for cycle in cycles(state.links)],
}
"""How each question is answered."""


def edges_of(state: State, everything: bool) -> list[Edge]:
    """Give the edges of the graph, those of settled contracts only when `everything` is asked for."""
    settled = {f"contract:{name}" for name, entry in state.contracts.entries.items() if entry.closed}
    found = [(start, str(relation), end) for start in state.links.out for relation, end in state.links.out[start]]
    return sorted(edge for edge in found if everything or not settled & {edge[0], edge[2]})


def _nodes(edges: Iterable[Edge]) -> list[str]:
    return sorted({one for start, _, end in edges for one in (start, end)})


def _mermaid(edges: list[Edge], links: Links) -> str:
    nodes = _nodes(edges)
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
    for name in _nodes(edges):
        kind, _, label = name.partition(":")
        lines.append(f"  {quoted(name)} [label={quoted(label)}, color={quoted(COLOURS.get(kind, '#888888'))}];")
    lines += [f"  {quoted(start)} -> {quoted(end)} [label={quoted(relation)}];" for start, relation, end in edges]
    return "\n".join([*lines, "}"])


def _svg(edges: list[Edge], links: Links) -> str:
    rows = layers(links, _nodes(edges))
    place: dict[str, tuple[int, int]] = {}
    for depth, row in enumerate(rows):
        for index, name in enumerate(row):
            place[name] = (GAP + index * (BOX + GAP), GAP + depth * ROW)
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
    parts += [_arrow(place[start], place[end], ", ".join(names)) for (start, end), names in named.items()]
    parts += [_box(name, *place[name]) for name in place]
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
"""How each notation is written."""
