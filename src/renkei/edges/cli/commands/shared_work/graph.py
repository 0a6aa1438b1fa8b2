"""Draw or query the dependency graph."""

from collections.abc import Callable, Iterable
from typing import Any

import click

from renkei.dispatch.graph.links import Links
from renkei.dispatch.graph.queries import affected_by, critical_path, cycles, who_waits_for
from renkei.drawing.edges import edges_of
from renkei.drawing.notations import DRAW
from renkei.edges.cli.arguments.options import all_option, format_choice, pager_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.graph import print_graph
from renkei.edges.cli.project_directory import open_project
from renkei.engine.file_work.taken import links_with_files
from renkei.engine.references import find_node
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.wording.values import quote

Answer = dict[str, str | list[str]]
"""One row of an answer: a node and what is said of it, or a cycle of nodes."""


@click.command("graph", help=__doc__)
@pager_option
@format_choice((*DRAW, *DATA), "Notation of the drawing; or the graph, or the answer to a query, as data.")
@click.option("--waits-for", metavar="ID", help="List everything that waits for ID.")
@click.option("--feeds", metavar="ID", help="List everything affected by a change to the artifact or contract ID.")
@click.option("--touches", metavar="ID", help="List the contracts affected by the decision ID.")
@click.option("--ready", is_flag=True, help="List the contracts that can be claimed now.")
@click.option("--critical-path", is_flag=True, help="List the longest chain of open contracts.")
@click.option("--cycles", is_flag=True, help="List wait cycles.")
@all_option
def command(output_format: str, everything: bool, **queries: Any) -> None:
    with open_project() as project:
        state = project.state
    given = [(name, value) for name, value in queries.items() if value]
    if len(given) > 1:
        raise click.UsageError("Use one query option at a time.")
    if given:
        name, value = given[0]
        _print_answer(QUERIES[name](state, str(value)), output_format)
        return
    print_graph(edges_of(state, everything), state, output_format)


def _print_answer(answer: list[Answer], output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, answer)
        return
    for one in answer:
        echo("  ".join(value if isinstance(value, str) else " → ".join(value) for value in one.values()))
    if not answer:
        echo("None.")


def _node(state: State, links: Links, name: str) -> str:
    known = set(links.out) | set(links.into)
    if ":" in name and name in known:
        return name
    node = find_node(state, name)
    if node not in known:
        expected = ", ".join(sorted(known)[:30]) or "a node of the graph, which is empty"
        raise BadValueError(path="ID", got=name, problem=f"{quote(name)} is not in the graph", expected=expected)
    return node


def _nodes(found: Iterable[str]) -> list[Answer]:
    return [{"node": one} for one in found]


def _waits_for(state: State, name: str) -> list[Answer]:
    links = links_with_files(state)
    return _nodes(who_waits_for(links, _node(state, links, name)))


def _touches(state: State, name: str) -> list[Answer]:
    found = state.links.neighbours(f"decision:{name}", "in", ("touches",))
    return [{"node": one, "responsible": ", ".join(state.links.responsible(one))} for one in found]


def _ready(state: State, _: str) -> list[Answer]:
    entries = state.contracts.ready()
    return [{"node": f"contract:{one.terms.id}", "description": one.terms.inputs.description} for one in entries]


def _critical_path(state: State, _: str) -> list[Answer]:
    still_open = (name for name, entry in state.contracts.entries.items() if not entry.closed)
    return _nodes(critical_path(state.links, still_open))


QUERIES: dict[str, Callable[[State, str], list[Answer]]] = {
    "waits_for": _waits_for,
    "feeds": lambda state, name: _nodes(affected_by(state.links, _node(state, state.links, name))),
    "touches": _touches,
    "ready": _ready,
    "critical_path": _critical_path,
    "cycles": lambda state, _: [{"cycle": [*cycle, cycle[0]]} for cycle in cycles(links_with_files(state))],
}
"""The function that answers each query option."""
