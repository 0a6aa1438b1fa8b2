"""A file of another kind than a command takes: only that is said, also when the file has other faults."""

from pathlib import Path

import pytest

from process import renkei

HALF = "type: STATUS_UPDATE\nto: lead\n"
SCENARIO = "scenario: {name: x, steps: []}\n"


@pytest.mark.parametrize(
    ("words", "root"),
    [
        (("contract", "new"), "task_contract:"),
        (("rules", "check"), "events:"),
        (("rules", "add"), "events:"),
        (("board", "apply"), "project_state:"),
        (("replay",), "scenario:"),
        (("test",), "scenario:"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_message_with_faults_is_called_a_message(project: Path, words: tuple[str, ...], root: str) -> None:
    (project / "half.yaml").write_text(HALF)
    done = renkei(*words, "half.yaml", cwd=project)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert "half.yaml:1:1 UNKNOWN_KIND (root)  this is of the kind message" in said
    assert f"the root key `{root}`" in said
    assert "MISSING_FIELD" not in said


@pytest.mark.parametrize("words", [("contract", "new"), ("send",), ("board", "apply")], ids=" ".join)
def test_a_scenario_is_known_to_be_one(project: Path, words: tuple[str, ...]) -> None:
    (project / "s.yaml").write_text(SCENARIO)
    done = renkei(*words, "s.yaml", cwd=project)
    assert (done.returncode, "this is of the kind scenario" in done.stderr) == (1, True)
