"""`renkei replay`: scenarios are played and checked; recorded projects are shown."""

from pathlib import Path

import pytest

from process import renkei

ROOT = Path(__file__).parent.parent.parent.parent

EXAMPLES = ROOT / "examples"


def test_every_example_is_valid_and_plays_out(tmp_path: Path) -> None:
    scenarios = sorted(EXAMPLES.glob("*/scenario*.yaml"))
    assert len(scenarios) >= 2
    done = renkei("validate", *scenarios, cwd=tmp_path)
    assert (done.returncode, done.stdout.count("✓")) == (0, len(scenarios))
    for scenario in scenarios:
        played = renkei("replay", scenario, cwd=tmp_path)
        assert "all expectations met" in played.stdout
        assert played.returncode == 0


def test_a_played_scenario_is_kept_and_shown_again(tmp_path: Path) -> None:
    scenario = EXAMPLES / "auth-api" / "scenario.yaml"
    assert renkei("replay", scenario, "--into", "kept", cwd=tmp_path).returncode == 0
    again = renkei("replay", "kept", "--agent", "agent-backend", cwd=tmp_path)
    assert "context of agent-backend" in again.stdout
    assert "RE-READ /blockers/legacy-tokens/description" in again.stdout
    once = renkei("replay", scenario, "--into", "kept", cwd=tmp_path)
    assert once.returncode == 1
    assert "PROJECT_EXISTS" in once.stderr


def test_an_expectation_that_fails_says_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        "scenario:\n  name: s\n  goal: g\n  agents: [{id: ann}]\n"
        "  steps:\n    - agent: ann\n      set: {status: working}\n      expect: {board: {/agents/ann/status: idle}}\n"
    )
    done = renkei("replay", "s.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert 'board /agents/ann/status: expected "idle", found "working"' in done.stdout


@pytest.mark.parametrize(
    "step", ["send: [{type: FREEFORM, to: 5}]", "set: 5", "send: [{type: [x]}]", "expect: {rules: x}"]
)
def test_a_bad_scenario_is_refused_before_it_begins(step: str, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        f"scenario:\n  name: s\n  goal: g\n  agents: [{{id: ann}}]\n  steps:\n    - agent: ann\n      {step}\n"
    )
    done = renkei("replay", "s.yaml", "--into", "kept", cwd=tmp_path)
    assert done.returncode == 1
    assert "line 7" in done.stderr
    assert not (tmp_path / "kept").exists()
