"""The example of five teammates in one repository: the savings of the radar, on real files with scripted models."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from attacks.hostile_commands import caged

EXAMPLE = Path(__file__).parents[2] / "examples" / "shared-files"


def row(output: str, name: str) -> list[str]:
    """Return the two values of a row of the table."""
    found = next(line for line in output.splitlines() if line.startswith(name))
    return re.split(r"\s{2,}", found.removeprefix(name).strip())


@pytest.mark.long
@caged
def test_with_the_radar_five_teammates_get_the_same_result_without_a_conflict_and_with_fewer_tokens(
    tmp_path: Path,
) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1"}
    command = [sys.executable, str(EXAMPLE / "play.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert row(done.stdout, "tasks merged") == ["5", "5"]
    assert row(done.stdout, "result") == ["as it should be", "as it should be"]
    assert row(done.stdout, "conflicts at the merge") == ["2", "0"]
    assert row(done.stdout, "overlaps noticed before") == ["0", "1"]
    for name in ("turns", "tokens"):
        without, radar = (int(one.replace(",", "")) for one in row(done.stdout, name))
        assert radar < without
    for name in ("without-the-radar", "with-the-radar"):
        app = tmp_path / name / "app"
        said = subprocess.run(["git", "status", "--porcelain"], cwd=app, capture_output=True, text=True, check=True)
        assert said.stdout == "", "everything is committed on the branch"
