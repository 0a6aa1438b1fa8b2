"""The example of four different programs in one team, each with a scripted model."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from agents.acp_programs import REAL

PLAY = Path(__file__).parents[2] / "examples" / "mixed-team" / "play.py"

pytestmark = [
    pytest.mark.agents,
    pytest.mark.skipif(not all(one.is_installed for one in REAL.values()), reason="not all programs are installed"),
]


def test_four_programs_work_as_one_team(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1"}
    command = [sys.executable, str(PLAY), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"In {tmp_path / 'app'}: GUIDE.md, api.py, page.html\n")
    with renkei.open(tmp_path / ".renkei") as project:
        done_by = {one.assignee: one.status for one in project.state.contracts.entries.values()}
        assert done_by == dict.fromkeys(("ben", "fay", "ola"), "completed")
        assert project.problems() == []
