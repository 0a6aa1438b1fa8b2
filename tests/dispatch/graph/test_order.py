"""The order of waiting finds a cycle when, and only when, an edge closes one: the same answers as networkx gives."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.dispatch.graph.links import Links
from renkei.dispatch.graph.order import Order, reachable
from thoroughness import examples

NODES = st.integers(0, 7)
STEPS = st.lists(st.tuples(st.sampled_from(["add", "add", "add", "remove"]), NODES, NODES), max_size=40)


@given(STEPS)
@settings(max_examples=examples(300))
def test_cycles_are_found_as_networkx_finds_them(steps: list[tuple[str, int, int]]) -> None:
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


def order_of(*edges: tuple[str, str]) -> Order:
    links = Links()
    for start, end in edges:
        links = links.add(start, "waits_for", end)
    return links.order


def test_a_waiting_node_comes_before_its_dependency() -> None:
    order = order_of(("a", "b"), ("c", "a"), ("b", "d"))
    assert sorted(order.positions, key=order.positions.__getitem__) == ["c", "a", "b", "d"]
    assert order.back == ()


def test_an_edge_against_the_order_moves_only_the_nodes_between_its_ends() -> None:
    before = order_of(("a", "b"), ("x", "y"), ("c", "d"))
    after = order_of(("a", "b"), ("x", "y"), ("c", "d"), ("b", "c"))
    positions = after.positions
    assert positions["a"] < positions["b"] < positions["c"] < positions["d"]
    assert positions["x"] == before.positions["x"]
    assert positions["y"] == before.positions["y"]
    assert sorted(positions.values()) == sorted(before.positions.values())


def test_nodes_that_are_moved_keep_their_order_among_themselves() -> None:
    order = order_of(("z", "y"), ("q", "s"), ("s", "z"))
    assert sorted(order.positions, key=order.positions.__getitem__) == ["q", "s", "z", "y"]


def test_an_edge_that_closes_a_cycle_is_set_aside() -> None:
    assert order_of(("a", "b"), ("b", "c"), ("c", "a")).back == (("c", "a"),)
    assert order_of(("a", "a")).back == (("a", "a"),)
    assert order_of(("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")).back == (("b", "a"), ("c", "b"))


def test_an_edge_that_closes_a_cycle_through_one_set_aside_is_set_aside_too() -> None:
    assert order_of(("a", "b"), ("b", "a"), ("a", "c"), ("c", "b")).back == (("b", "a"), ("c", "b"))


def test_nodes_without_edges_lose_their_positions() -> None:
    order = order_of(("a", "b"), ("c", "d"))
    assert set(order.without(["a", "b", "unknown"]).positions) == {"c", "d"}
    assert order.without(["unknown"]) is order


def test_what_is_reachable_is_found_once_the_nearest_first() -> None:
    after = {"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "f": ["a"]}
    assert list(reachable("a", lambda name: after.get(name, ()))) == ["a", "b", "c", "d", "e", "f"]
