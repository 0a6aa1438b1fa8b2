"""`renkei graph`: drawings and queries."""

import json
from pathlib import Path

from process import renkei


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
