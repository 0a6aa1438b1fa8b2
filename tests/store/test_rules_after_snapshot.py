"""A state that was read from a snapshot behaves as the one that was written."""

from pathlib import Path

import renkei
from renkei.board.decide import Write


def test_rules_fire_on_a_state_from_a_snapshot(tmp_path: Path) -> None:
    with renkei.create(tmp_path / "p") as project:
        for name in ("ann", "bob"):
            project.join(name, role="dev")
        for number in range(110):  # enough records to write a snapshot at the end
            project.do(Write("/goal", f"goal {number}"))
    with renkei.open(tmp_path / "p") as project:
        project.do(Write("/agents/bob/blocked_by", "ann"), Write("/agents/bob/status", "blocked"), actor="bob")
        project.do(Write("/agents/ann/status", "completed"), actor="ann")
        fired = [
            event.event for record in project.records(110) for event in record.events if event.kind == "rule_fired"
        ]
    assert "task_completed" in fired
