"""Queries over the whole dependency graph."""

from renkei.dispatch.graph.links import Links
from renkei.dispatch.graph.queries import affected_by, critical_path, cycles, who_waits_for

CHAIN = (
    Links()
    .add("contract:T-2", "depends_on", "contract:T-1")
    .add("contract:T-3", "depends_on", "contract:T-2")
    .add("contract:T-1", "reads", "artifact:spec")
    .add("contract:T-1", "assigned_to", "agent:ann")
    .add("contract:T-2", "assigned_to", "agent:bob")
    .add("agent:eve", "waits_for", "contract:T-1")
)


def test_everything_that_waits_is_found_the_nearest_first() -> None:
    assert who_waits_for(CHAIN, "contract:T-1") == ["contract:T-2", "agent:eve", "contract:T-3"]
    assert who_waits_for(CHAIN, "artifact:spec") == []


def test_a_node_of_a_cycle_does_not_wait_for_itself() -> None:
    links = Links().add("a", "waits_for", "b").add("b", "waits_for", "a")
    assert who_waits_for(links, "a") == ["b"]


def test_a_change_affects_contracts_what_depends_on_them_and_then_their_assignees() -> None:
    assert affected_by(CHAIN, "artifact:spec") == [
        "contract:T-1", "contract:T-2", "agent:eve", "contract:T-3", "agent:ann", "agent:bob",
    ]  # fmt: skip


def test_an_assignee_of_two_affected_contracts_is_named_once() -> None:
    links = CHAIN.add("contract:T-3", "assigned_to", "agent:eve").add("contract:T-4", "touches", "decision:D-1")
    assert affected_by(links, "contract:T-1").count("agent:eve") == 1
    assert affected_by(links, "decision:D-1") == ["contract:T-4"]


def test_a_cycle_is_shown_from_its_least_node() -> None:
    links = Links().add("c", "waits_for", "a").add("a", "waits_for", "b").add("b", "waits_for", "c")
    assert cycles(links) == [("a", "b", "c")]


def test_cycles_are_sorted_and_those_in_which_no_agent_waits_are_left_out() -> None:
    links = (
        Links()
        .add("y", "waits_for", "z")
        .add("z", "waits_for", "y")
        .add("a", "waits_for", "b")
        .add("b", "owed_by", "a")
    )
    links = (
        links.add("m", "depends_on", "n")
        .add("n", "depends_on", "m")
        .add("o", "works_on", "p")
        .add("p", "works_on", "o")
    )
    assert cycles(links) == [("a", "b"), ("y", "z")]


def test_a_cycle_that_an_agent_outside_of_it_waits_for_is_left_out() -> None:
    links = Links().add("m", "depends_on", "n").add("n", "depends_on", "m").add("x", "waits_for", "m")
    assert cycles(links) == []


def test_the_critical_path_is_the_longest_chain_of_unsettled_contracts() -> None:
    assert critical_path(CHAIN, ["T-3", "T-1", "T-2", "T-9"]) == ["contract:T-1", "contract:T-2", "contract:T-3"]
    assert critical_path(CHAIN, ["T-3", "T-2"]) == ["contract:T-2", "contract:T-3"]
    assert critical_path(CHAIN, []) == []


def test_the_critical_path_counts_dependencies_alone() -> None:
    links = CHAIN.add("contract:T-4", "waits_for", "contract:T-3")
    assert critical_path(links, ["T-1", "T-2", "T-3", "T-4"]) == ["contract:T-1", "contract:T-2", "contract:T-3"]


def test_contracts_that_depend_on_each_other_have_no_critical_path() -> None:
    assert critical_path(CHAIN.add("contract:T-1", "depends_on", "contract:T-3"), ["T-1", "T-2", "T-3"]) == []
