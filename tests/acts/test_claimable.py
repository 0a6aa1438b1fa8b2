"""Every door gives the same answer to what an agent can claim."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from act_doors import DOORS
from process import renkei
from renkei import Project
from renkei.agent_tools.tools import TOOLS
from renkei.edges.server.app import create_app
from renkei.edges.server.watcher import Watcher
from renkei.project.turns.session import Session
from team import small_team, work


def project_with_work(path: str | Path = ":memory:") -> Project:
    """Make a project in which `ann`, of the role backend, can claim two of six contracts."""
    project = small_team(path)
    project.do(
        work("ROLE", roles=["backend"]),
        work("OWN", assignee="ann"),
        work("OTHER", roles=["frontend"]),
        work("BOBS", assignee="bob"),
        work("LATER", assignee="ann", depends_on=["BOBS"]),
        work("PAUSED"),
        actor="lead",
    )
    project.pause_contract("PAUSED", "wait", actor="lead")
    return project


def test_every_door_lists_the_same_contracts_as_claimable(tmp_path: Path) -> None:
    project = project_with_work(tmp_path / ".renkei")
    assert [one.terms.id for one in project.ready("ann")] == ["OWN", "ROLE"]
    tool = next(tool for tool in TOOLS if tool.name == "list_work")
    listed = tool.call(Session(project, "ann"), tool.parse({"which": "ready"}))
    assert isinstance(listed, dict)
    assert [one["id"] for one in listed["contracts"]] == ["OWN", "ROLE"]
    headers = {"Authorization": f"Bearer {project.create_token('ann')}"}
    with TestClient(create_app(project, Watcher(project)), base_url="http://127.0.0.1") as client:
        answer = client.get("/api/contracts", params={"which": "ready"}, headers=headers)
    assert [one["terms"]["id"] for one in answer.json()] == ["OWN", "ROLE"]
    shown = renkei("contract", "list", "--ready", "--agent", "ann", "--format", "json", cwd=tmp_path)
    assert [one["task_contract"]["id"] for one in json.loads(shown.stdout)] == ["OWN", "ROLE"]


@pytest.mark.parametrize("door", ["library", "http", "tools", "chat"])
def test_a_claim_without_an_id_takes_them_in_order_at_every_door(door: str) -> None:
    project = project_with_work()
    for name in ("OWN", "ROLE"):
        assert DOORS[door](project, "ann", "claim", {}) is None  # type: ignore[index]
        assert project.find_contract(name).status == "claimed"
