"""A process that is killed while it writes loses nothing that it acknowledged, and leaves nothing half done."""

import os
import random
import sys
from pathlib import Path

from renkei import open as open_project
from renkei import replay
from renkei.testing import ChildProcess
from team import small_team
from thoroughness import EVERY_KILL

KILLS = 50 if EVERY_KILL else 12

WRITER = """
import sys
import renkei
from renkei.board.decide import Write

project = renkei.open(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    name = f"{sys.argv[2]}-{number}"
    project.do(Write("/agents/bob/blocked_by", "ann"), Write("/agents/bob/status", "blocked"), actor="bob")
    project.do(Write("/agents/ann/current_task", name), Write("/agents/ann/status", "working"), actor="ann")
    record = project.do(Write("/agents/ann/status", "completed"), actor="ann", command_id=name)
    print(name, flush=True)
"""


def test_kills_lose_no_completion_and_none_of_its_consequences(tmp_path: Path) -> None:
    small_team(tmp_path).close()
    chance = random.Random(7)
    acknowledged: list[str] = []
    for kill in range(KILLS):
        acknowledged += _write_until_killed(tmp_path, kill, chance.randrange(1, 12))
    with open_project(tmp_path) as project:
        records = {record.id: record for record in project.records()}
        assert set(acknowledged) <= set(records)
        completions = [r for r in records.values() if r.id.split("-")[0].isdigit() and "-" in r.id]
        assert len(completions) >= len(acknowledged) >= KILLS
        for record in completions:
            assert [e.event for e in record.events if e.kind == "rule_fired"] == ["task_completed"]
            assert any(e.kind == "message_sent" and e.recipients == ("bob",) for e in record.events)
            freed = [e.value for e in record.events if e.kind == "field_written" and e.path == "/agents/bob/status"]
            assert freed == ["idle"]
        assert replay(project.records()) == project.state


def _write_until_killed(directory: Path, kill: int, lines: int) -> list[str]:
    """Run a writer, kill it without warning after some acknowledgements, and give all that it acknowledged."""
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with ChildProcess([sys.executable, "-c", WRITER, directory, str(kill)], variables=path) as writer:
        writer.wait_for_lines(1 + lines)
        writer.kill()
        ready, *said = writer.output
    assert ready == "ready"
    return said
