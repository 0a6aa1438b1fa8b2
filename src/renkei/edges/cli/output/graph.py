"""Prints a graph: drawn in a notation, or as data."""

from collections.abc import Sequence

from renkei.drawing.edges import Edge, nodes_of
from renkei.drawing.notations import DRAW
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.engine.state import State


def print_graph(edges: Sequence[Edge], state: State, output_format: str) -> None:
    """Print edges with their nodes; as data, `nodes` and `edges`."""
    kept = list(edges)
    if output_format in DATA:
        rows = [{"from": start, "relation": relation, "to": end} for start, relation, end in kept]
        print_data(output_format, {"nodes": nodes_of(kept), "edges": rows})
    else:
        echo(DRAW[output_format](kept, state))
