"""Edges are indexed in both directions, and lead to the agents who are responsible."""

import pytest

from renkei.dispatch.graph.links import Links, Relation, agents_along, closed_by, node, to_networkx

TEAM = (
    Links()
    .add("contract:T-1", "assigned_to", "agent:ann")
    .add("contract:T-1", "delegated_by", "agent:lead")
    .add("contract:T-2", "delegated_by", "agent:lead")
    .add("contract:T-2", "depends_on", "contract:T-1")
    .add("decision:D-1", "owned_by", "agent:human")
    .add("decision:D-1", "asked_by", "agent:bob")
    .add("artifact:spec", "made_by", "agent:ann")
    .add("artifact:spec", "made_by", "agent:bob")
    .add("message:m-1", "owed_by", "agent:bob")
)


def waiting(*edges: str) -> Links:
    """Build a graph in which the first letter of each edge waits for the second."""
    links = Links()
    for start, end in edges:
        links = links.add(start, "waits_for", end)
    return links


def neighbours(links: Links, start: str, direction: str, *relations: Relation) -> list[str]:
    return list(links.neighbours(start, direction, relations))  # type: ignore[arg-type]


def test_a_node_is_named_by_kind_and_id() -> None:
    assert node("agent", "ann") == "agent:ann"


def test_an_edge_is_found_from_both_ends() -> None:
    links = Links().add("a", "waits_for", "b").add("a", "works_on", "c").add("d", "waits_for", "b")
    assert neighbours(links, "a", "out", "waits_for") == ["b"]
    assert neighbours(links, "a", "out", "waits_for", "works_on") == ["b", "c"]
    assert neighbours(links, "b", "in", "waits_for") == ["a", "d"]
    assert neighbours(links, "b", "in", "works_on") == []
    assert neighbours(links, "b", "out", "waits_for") == []
    assert neighbours(links, "e", "out", "waits_for") == []


def test_adding_an_edge_twice_changes_nothing() -> None:
    links = Links().add("a", "waits_for", "b")
    assert links.add("a", "waits_for", "b") is links


def test_removing_a_relation_removes_its_edges_from_both_ends() -> None:
    links = waiting("ab").add("a", "works_on", "b").add("a", "waits_for", "c").add("d", "waits_for", "b")
    left = links.remove("a", "waits_for")
    assert dict(left.out) == {"a": (("works_on", "b"),), "d": (("waits_for", "b"),)}
    assert dict(left.into) == {"b": (("works_on", "a"), ("waits_for", "d"))}
    assert left.remove("a", "waits_for") is left


def test_removing_the_last_edge_of_a_node_leaves_no_trace() -> None:
    links = Links().add("a", "waits_for", "b").remove("a", "waits_for")
    assert (dict(links.out), dict(links.into), dict(links.order.positions)) == ({}, {}, {})


def test_a_node_with_another_edge_keeps_its_position() -> None:
    links = Links().add("a", "waits_for", "b").add("c", "waits_for", "b").remove("a", "waits_for")
    assert set(links.order.positions) == {"b", "c"}


def test_every_edge_of_a_node_is_removed_and_edges_to_it_stay() -> None:
    links = Links().add("a", "waits_for", "b").add("a", "works_on", "c").add("d", "waits_for", "a").without("a")
    assert dict(links.out) == {"d": (("waits_for", "a"),)}


def test_removing_the_edges_of_an_unknown_node_changes_nothing() -> None:
    assert TEAM.without("agent:eve") is TEAM


def test_an_id_may_contain_a_colon() -> None:
    links = Links().add("contract:T:1", "assigned_to", "agent:team:ann")
    assert links.responsible("agent:team:ann") == ("team:ann",)
    assert links.responsible("contract:T:1") == ("team:ann",)


@pytest.mark.parametrize("relation", ["waits_for", "assigned_to", "depends_on", "owned_by", "made_by", "owed_by"])
def test_relations_that_pass_waiting_on_close_cycles(relation: Relation) -> None:
    links = Links().add("a", "waits_for", "b").add("b", relation, "a")
    assert links.order.back == (("b", "a"),)


@pytest.mark.parametrize("relation", ["works_on", "delegated_by", "reads", "touches", "asked_by"])
def test_other_relations_close_no_cycle(relation: Relation) -> None:
    links = Links().add("a", "waits_for", "b").add("b", relation, "a")
    assert links.order.back == ()
    assert set(links.order.positions) == {"a", "b"}


def test_a_cycle_is_open_again_when_one_of_its_edges_is_removed() -> None:
    links = waiting("ab", "ba", "cd", "dc")
    assert links.remove("a", "waits_for").order.back == (("d", "c"),)
    assert links.remove("b", "waits_for").order.back == (("d", "c"),)


def test_an_edge_that_closes_two_cycles_stays_set_aside_until_both_are_open() -> None:
    links = (
        Links()
        .add("a", "waits_for", "b")
        .add("b", "waits_for", "c")
        .add("b", "owed_by", "d")
        .add("d", "waits_for", "c")
    )
    links = links.add("c", "waits_for", "a")
    left = links.remove("b", "waits_for")
    assert left.order.back == (("c", "a"),)
    assert left.remove("b", "owed_by").order.back == ()


def test_removing_another_relation_leaves_cycles_alone() -> None:
    links = Links().add("a", "waits_for", "b").add("b", "waits_for", "a").add("a", "works_on", "c")
    assert links.remove("a", "works_on").order == links.order


@pytest.mark.parametrize(
    ("start", "agents"),
    [
        ("agent:ann", ("ann",)),
        ("contract:T-1", ("ann",)),
        ("contract:T-2", ("lead",)),
        ("decision:D-1", ("human",)),
        ("artifact:spec", ("ann", "bob")),
        ("message:m-1", ("bob",)),
        ("contract:T-9", ()),
        ("blocker:B-1", ()),
    ],
)
def test_a_node_has_its_responsible_agents(start: str, agents: tuple[str, ...]) -> None:
    assert TEAM.responsible(start) == agents


def test_without_hops_the_agents_responsible_for_the_starts_are_found() -> None:
    assert agents_along(TEAM, ["artifact:spec", "contract:T-1", "artifact:spec"], ()) == {
        "ann": ("artifact:spec", "contract:T-1"), "bob": ("artifact:spec",),
    }  # fmt: skip


def test_hops_lead_from_node_to_node() -> None:
    assert agents_along(TEAM, ["contract:T-1"], (("in", ("depends_on",)),)) == {"lead": ("contract:T-2",)}
    found = agents_along(TEAM, ["agent:ann"], (("in", ("assigned_to",)), ("in", ("depends_on",))))
    assert found == {"lead": ("contract:T-2",)}


def test_a_node_that_is_reached_twice_counts_once() -> None:
    found = agents_along(TEAM, ["agent:ann", "agent:lead"], (("in", ("assigned_to", "delegated_by")),))
    assert found == {"ann": ("contract:T-1",), "lead": ("contract:T-2",)}


def test_a_cycle_begins_where_the_closing_edge_starts() -> None:
    links = (
        Links()
        .add("a", "waits_for", "b")
        .add("b", "waits_for", "c")
        .add("b", "waits_for", "x")
        .add("c", "waits_for", "a")
    )
    assert closed_by(links, ("c", "a")) == ("c", "a", "b")


def test_an_agent_waiting_for_itself_is_a_cycle() -> None:
    assert closed_by(waiting("aa"), ("a", "a")) == ("a",)


def test_the_graph_of_waiting_has_the_edges_that_pass_waiting_on() -> None:
    graph = to_networkx(TEAM, ["contract:T-2", "decision:D-1"])
    assert sorted(graph.edges) == [("contract:T-2", "contract:T-1"), ("decision:D-1", "agent:human")]
