"""`renkei graph`: drawings and queries."""

import json
from pathlib import Path

from process import renkei

WORK = """
task_contract:
  id: T-1
  delegator: lead
  inputs: {description: Add a route}
  expected_output: {format: code}
  acceptance_criteria: [{criterion: the tests pass}]
  paths: ["src/api/**"]
"""


def test_the_graph_is_drawn_and_answers(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent.parent / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--at", "12", cwd=tmp_path)
    assert renkei("graph", cwd=tmp_path).stdout.startswith("graph LR")
    assert renkei("graph", "--format", "dot", cwd=tmp_path).stdout.startswith("digraph")
    assert renkei("graph", "--format", "svg", cwd=tmp_path).stdout.startswith("<svg")
    edges = json.loads(renkei("graph", "--format", "json", cwd=tmp_path).stdout)["edges"]
    assert {"from": "agent:agent-frontend", "relation": "waits_for", "to": "contract:TC-007"} in edges
    assert "TC-007" in renkei("contract", "graph", cwd=tmp_path).stdout
    assert "agent:agent-frontend" in renkei("graph", "--waits-for", "TC-007", cwd=tmp_path).stdout
    assert "contract:TC-007" in renkei("graph", "--touches", "D-013", cwd=tmp_path).stdout


def test_a_name_that_is_not_in_the_graph_is_refused(project: Path) -> None:
    done = renkei("graph", "--waits-for", "zoe", cwd=project)
    assert (done.returncode, "ID: 'zoe' is not in the graph." in done.stderr) == (1, True)


def test_work_that_waits_for_files_is_drawn_and_answers(project: Path) -> None:
    renkei("files", "reserve", "src/**", "--as", "ann", cwd=project)
    (project / "work.yaml").write_text(WORK, encoding="utf-8")
    opened = renkei("contract", "new", "work.yaml", "--as", "lead", cwd=project)
    assert opened.returncode == 0, opened.stderr
    wanted = {"from": "contract:T-1", "relation": "waits_for_files", "to": "agent:ann"}
    for command in (("graph",), ("contract", "graph")):
        assert wanted in json.loads(renkei(*command, "--format", "json", cwd=project).stdout)["edges"]
    assert renkei("graph", "--waits-for", "ann", cwd=project).stdout == "contract:T-1\n"
