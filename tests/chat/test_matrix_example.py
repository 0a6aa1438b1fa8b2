"""The example of a team in a room of a homeserver that it starts itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from local_synapse import interpreter


@pytest.mark.long
@pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh")
def test_the_example_runs_a_team_in_a_room_of_its_own_server() -> None:
    example = Path(__file__).parents[2] / "examples" / "on-your-chat" / "matrix.py"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, example], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env) as one:
        for line, answer in (
            ("@lead we need a storage", "@renkei_lead: @you:team.test: → all, human · DECISION_REQUEST D-1"),
            ("1️⃣", "@renkei_ann: → bob"),
            ("", "def save(key: str, value: bytes) -> None:"),
            ("", "@renkei_bob: → ann"),
            ("", "@renkei_ann: → lead · TASK_RESULT T-1"),
            ("!accept T-1", "T-1 is completed"),
        ):
            if line:
                one.stdin.write(f"{line}\n")
                one.stdin.flush()
            next(shown for shown in one.stdout if answer in shown and "!" not in shown)
        _, errors = one.communicate(timeout=30)
    assert (one.returncode, errors) == (0, "")
