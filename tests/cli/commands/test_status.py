"""`renkei status`: one screen for the person in charge."""

import json
from pathlib import Path

from process import renkei


def test_one_screen_says_who_waits_for_whom(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent.parent / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--until", "12", cwd=tmp_path)
    screen = json.loads(renkei("status", "--format", "json", cwd=tmp_path).stdout)
    waits = {one["agent"]: one["waits_for"] for one in screen["agents"]}
    assert waits["agent-frontend"] == "TC-007"
    assert {one["id"] for one in screen["contracts"]} == {"TC-007", "TC-008"}
    assert renkei("status", cwd=tmp_path).returncode == 0
