"""The order of waiting finds a cycle when, and only when, an edge closes one: the same answers as networkx gives."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.dispatch.graph.links import Links, closed_by

NODES = st.integers(0, 7)
STEPS = st.lists(st.tuples(st.sampled_from(["add", "add", "add", "remove"]), NODES, NODES), max_size=40)


@given(STEPS)
@settings(max_examples=300)
def test_circles_are_found_as_networkx_finds_them(steps: list[tuple[str, int, int]]) -> None:
    links = Links()
    graph: networkx.DiGraph = networkx.DiGraph()
    graph.add_nodes_from(range(8))
    for step, start, end in steps:
        if step == "remove":
            links = links.remove(str(start), "waits_for")
            graph.remove_edges_from(list(graph.out_edges(start)))
        else:
            closes = not graph.has_edge(start, end) and networkx.has_path(graph, end, start)
            known = links.order.back
            links = links.add(str(start), "waits_for", str(end))
            graph.add_edge(start, end)
            assert ((str(start), str(end)) in links.order.back and (str(start), str(end)) not in known) == closes
        acyclic = graph.copy()
        acyclic.remove_edges_from([(int(a), int(b)) for a, b in links.order.back])
        assert networkx.is_directed_acyclic_graph(acyclic)
        assert bool(links.order.back) == (not networkx.is_directed_acyclic_graph(graph))


def test_the_circle_is_told_from_where_the_edge_starts() -> None:
    links = Links().add("a", "waits_for", "b").add("b", "waits_for", "c").add("c", "waits_for", "a")
    assert links.order.back == (("c", "a"),)
    assert closed_by(links, ("c", "a")) == ("c", "a", "b")


def test_whoever_waits_for_itself_is_a_circle() -> None:
    links = Links().add("a", "waits_for", "a")
    assert closed_by(links, links.order.back[0]) == ("a",)
