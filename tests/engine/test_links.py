"""The dependency graph follows what happens in a project: contracts, artifacts, who waits, and for what."""

from renkei import Project
from renkei.board.decide import Write
from renkei.dispatch.graph.queries import affected_by, critical_path, cycles, who_waits_for
from team import handoff, small_team, work


def team_at_work() -> Project:
    project = small_team()
    project.do(Write("/agents/lead/artifacts/spec", {"version": 1}), actor="lead")
    project.do(work("T-1", assignee="ann", inputs={"description": "API", "artifacts": ["spec"]}), actor="lead")
    project.do(work("T-2", assignee="bob", depends_on=["T-1"]), actor="lead")
    project.do(work("T-3", depends_on=["T-2"]), work("T-9"), actor="lead")
    return project


def test_indirectly_waiting_agents_are_found() -> None:
    project = team_at_work()
    project.do(Write("/agents/bob/blocked_by", "T-1"), actor="bob")
    assert who_waits_for(project.state.links, "agent:ann") == [
        "contract:T-1", "contract:T-2", "agent:bob", "contract:T-3",
    ]  # fmt: skip


def test_a_change_of_an_artifact_affects_the_whole_chain() -> None:
    found = affected_by(team_at_work().state.links, "artifact:spec")
    assert found == ["contract:T-1", "contract:T-2", "contract:T-3", "agent:ann", "agent:bob"]


def test_the_critical_path_is_the_longest_chain_of_unsettled_work() -> None:
    state = team_at_work().state
    assert critical_path(state.links, state.contracts.entries) == ["contract:T-1", "contract:T-2", "contract:T-3"]


def test_a_cycle_is_found_when_it_closes_and_is_gone_when_it_opens() -> None:
    project = team_at_work()
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")
    assert cycles(project.state.links) == []
    project.do(Write("/agents/ann/blocked_by", "bob"), actor="ann")
    assert cycles(project.state.links) == [("agent:ann", "agent:bob")]
    project.do(Write("/agents/ann/blocked_by", None), actor="ann")
    assert cycles(project.state.links) == []


def test_a_blocking_review_is_part_of_the_graph() -> None:
    project = small_team()
    project.do(Write("/agents/ann/blocked_by", "bob"), actor="ann")
    message = project.message("bob", handoff(), "ann")
    project.send(message)
    project.do(Write("/agents/bob/blocked_by", message.id), actor="bob")
    assert any("agent:ann" in cycle and "agent:bob" in cycle for cycle in cycles(project.state.links))


def test_an_agent_waits_for_a_contract_named_before_it_existed() -> None:
    project = small_team()
    for agent, text in (("ann", "D-7"), ("bob", "T-7が終わるまで")):
        project.do(Write(f"/agents/{agent}/blocked_by", text), actor=agent)
    project.do(Write("/pending_decisions/D-7", {"question": "port?", "owner": "bob"}), work("T-7"), actor="lead")
    waits = project.state.links.neighbours
    assert list(waits("agent:ann", "out", ("waits_for",))) == ["decision:D-7"]
    assert list(waits("agent:bob", "out", ("waits_for",))) == ["contract:T-7"]
