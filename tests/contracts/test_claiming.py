"""Open work is claimed once, in the right order, and comes back when its holder is gone."""

import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from renkei.engine import commands as c
from renkei.errors import IllegalTransitionError
from team import START, small_team, work


def test_the_queue_is_ordered_by_priority_then_by_what_unblocks_most_then_by_age() -> None:
    project = small_team()
    project.do(
        work("old"), work("opener"), work("urgent", priority="high"),
        work("later", depends_on=["opener"]), work("last", depends_on=["later"]),
        actor="lead",
    )  # fmt: skip
    assert [entry.terms.id for entry in project.state.contracts.ready()] == ["urgent", "opener", "old"]


CLAIMER = """
import sys, renkei
from renkei.engine.commands import ClaimContract
from renkei.errors import ProtocolError
project, agent = renkei.open(sys.argv[1]), sys.argv[2]
sys.stdin.readline()
for number in range(40):
    try:
        project.do(ClaimContract(f"T-{number}"), actor=agent)
        print(number)
    except ProtocolError:
        pass
"""


def test_of_many_processes_that_claim_the_same_work_each_part_goes_to_one(tmp_path: Path) -> None:
    with small_team(tmp_path) as project:
        project.do(*(work(f"T-{number}") for number in range(40)), actor="lead")
    env = {"PYTHONPATH": ":".join(sys.path)}
    agents = ["ann", "bob", "lead"]
    processes = [
        subprocess.Popen([sys.executable, "-c", CLAIMER, str(tmp_path), agent], stdin=-1, stdout=-1, text=True, env=env)
        for agent in agents
    ]
    won = {agent: process.communicate("go\n")[0].split() for agent, process in zip(agents, processes, strict=True)}
    assert sorted(int(one) for mine in won.values() for one in mine) == list(range(40))
    with renkei.open(tmp_path) as project:
        for agent, mine in won.items():
            assert {f"T-{one}" for one in mine} == {e.terms.id for e in project.state.contracts.of(agent)}


def test_a_claim_outlives_its_lease_by_signs_of_life_and_ends_without(tmp_path: Path) -> None:
    times = iter(f"2026-01-05T{hour:02d}:{minute:02d}:00.000000Z" for hour in range(9, 20) for minute in range(60))
    project = small_team(tmp_path, now=lambda: next(times))
    project.do(work("T-1"), actor="lead")
    project.do(c.ClaimContract("T-1", lease=600), actor="ann")
    for _ in range(3):  # 7 minutes each: the lease of 10 minutes is over before the second tick
        for _ in range(6):
            next(times)
        project.heartbeat("ann")
        assert project.tick() is None
    for _ in range(12):
        next(times)
    record = project.tick()
    assert record is not None
    entry = project.state.contracts.entries["T-1"]
    assert (entry.status, entry.assignee) == ("open", None)
    assert entry.notes == ("renkei: the lease of ann ran out",)
    assert project.state.board.get("/agents/ann/status") == "error"


def test_a_broken_heartbeat_counts_as_no_heartbeat(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    project.heartbeat("ann")
    (tmp_path / "heartbeats" / "ann").write_bytes(b"\xff\xfe not a time")
    assert project.tick() is None


def test_cancelling_goes_down_to_the_parts_and_their_results_come_up() -> None:
    project = small_team()
    project.do(work("whole", assignee="ann"), actor="lead")
    project.do(work("part-1", parent="whole", assignee="bob", delegator="ann"), actor="ann")
    project.do(work("part-2", parent="whole", assignee="bob", delegator="ann"), actor="ann")
    project.do(c.TransitionContract("part-1", "submit"), actor="bob")
    project.do(c.AcceptContract("part-1", "it runs"), actor="ann")
    assert project.state.contracts.entries["whole"].notes == ("renkei: subcontract part-1 is completed: it runs",)
    project.do(c.TransitionContract("whole", "cancel"), actor="lead")
    assert {n: e.status for n, e in project.state.contracts.entries.items()} == {
        "whole": "cancelled", "part-1": "completed", "part-2": "cancelled",
    }  # fmt: skip


def test_terms_are_dated_when_they_are_opened() -> None:
    project = small_team()
    project.do(work("T-1"), actor="lead")
    dated = project.state.contracts.entries["T-1"].terms.created_at
    assert dated is not None
    assert dated > START


def test_a_refused_claim_names_who_holds_the_work() -> None:
    project = small_team()
    project.do(work("T-1"), actor="lead")
    project.do(c.ClaimContract("T-1"), actor="ann")
    with pytest.raises(IllegalTransitionError, match=r"cannot be claimed while claimed, assigned to 'ann'\.") as error:
        project.do(c.ClaimContract("T-1"), actor="bob")
    assert error.value.details["assignee"] == "ann"
