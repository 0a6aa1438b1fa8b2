"""Draw or query the dependency graph."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from renkei.dispatch.graph.queries import affected_by, critical_path, cycles, who_waits_for
from renkei.edges.cli.drawing import DRAW, edges_of, nodes_of
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import all_option, format_choice, open_project, project_option
from renkei.engine.references import find_node
from renkei.engine.state import State
from renkei.errors import BadValueError


@click.command("graph", help=__doc__)
@project_option
@format_choice((*DRAW, "json"), "Notation of the drawing.")
@click.option("--waits-for", metavar="ID", help="List everything that waits for ID.")
@click.option("--feeds", metavar="ID", help="List everything affected by a change to the artifact or contract ID.")
@click.option("--touches", metavar="ID", help="List the contracts affected by the decision ID.")
@click.option("--ready", is_flag=True, help="List the contracts that can be claimed now.")
@click.option("--critical-path", is_flag=True, help="List the longest chain of open contracts.")
@click.option("--cycles", is_flag=True, help="List wait cycles.")
@all_option
def command(directory: Path, output_format: str, everything: bool, **queries: Any) -> None:
    with open_project(directory) as project:
        state = project.state
    given = [(name, value) for name, value in queries.items() if value]
    if len(given) > 1:
        raise click.UsageError("Use one query option at a time.")
    if given:
        name, value = given[0]
        answer = QUERIES[name](state, str(value))
        echo("\n".join(answer) if answer else "None.")
        return
    edges = edges_of(state, everything)
    if output_format == "json":
        print_json({"nodes": nodes_of(edges), "edges": [{"from": a, "relation": r, "to": b} for a, r, b in edges]})
    else:
        echo(DRAW[output_format](edges, state.links))


def _node(state: State, name: str) -> str:
    known = set(state.links.out) | set(state.links.into)
    if ":" in name and name in known:
        return name
    node = find_node(state, name)
    if node not in known:
        raise BadValueError(path="ID", got=name, expected=", ".join(sorted(known)[:30]) or "a node of the graph")
    return node


def _touches(state: State, name: str) -> list[str]:
    found = state.links.neighbours(f"decision:{name}", "in", ("touches",))
    return [f"{one}  {', '.join(state.links.responsible(one))}" for one in found]


QUERIES: dict[str, Callable[[State, str], list[str]]] = {
    "waits_for": lambda state, name: who_waits_for(state.links, _node(state, name)),
    "feeds": lambda state, name: affected_by(state.links, _node(state, name)),
    "touches": _touches,
    "ready": lambda state, _: [f"{e.terms.id}  {e.terms.inputs.description}" for e in state.contracts.ready()],
    "critical_path": lambda state, _: critical_path(
        state.links, (name for name, entry in state.contracts.entries.items() if not entry.closed)
    ),
    "cycles": lambda state, _: [" → ".join((*cycle, cycle[0])) for cycle in cycles(state.links)],
}
"""The function that answers each query option."""
