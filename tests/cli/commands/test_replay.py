"""`renkei replay`: scenarios are played and checked; recorded projects are shown."""

from pathlib import Path

import pytest

from process import renkei

ROOT = Path(__file__).parent.parent.parent.parent

EXAMPLES = ROOT / "src" / "renkei" / "examples"


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
    place = "s.yaml:8:44  board /agents/ann/status"
    assert f"✗ {place}\n    expected: idle\n    found:    working\n" in done.stdout
    assert f"FAILED {place}: expected idle, found working" in done.stdout


@pytest.mark.parametrize(
    "step", ["send: [{type: FREEFORM, to: 5}]", "set: 5", "send: [{type: [x]}]", "expect: {rules: x}"]
)
def test_a_bad_scenario_is_refused_before_it_begins(step: str, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        f"scenario:\n  name: s\n  goal: g\n  agents: [{{id: ann}}]\n  steps:\n    - agent: ann\n      {step}\n"
    )
    done = renkei("replay", "s.yaml", "--into", "kept", cwd=tmp_path)
    assert done.returncode == 1
    assert "s.yaml:7:" in done.stderr
    assert not (tmp_path / "kept").exists()


def test_an_expectation_says_who_should_take_a_turn_and_who_should_not(tmp_path: Path) -> None:
    scenario = """scenario:
  name: s
  goal: g
  agents: [{id: ann}, {id: bob}]
  steps:
    - agent: ann
      send: [{type: KNOWLEDGE_SHARE, to: bob, priority: high, id: m-1, context_summary: "",
        payload: {topic: t, content: c, relevance_to_recipients: "", actionable: false}}]
      expect: {wakes: EXPECTED}
"""
    (tmp_path / "s.yaml").write_text(scenario.replace("EXPECTED", "{bob: m-1, ann: null}"))
    assert renkei("replay", "s.yaml", cwd=tmp_path).returncode == 0
    (tmp_path / "s.yaml").write_text(scenario.replace("EXPECTED", "{bob: null, ann: work}"))
    shown = renkei("replay", "s.yaml", cwd=tmp_path).stdout
    assert 'what wakes bob: expected null, found "m-1: to me"' in shown
    assert "what wakes ann: expected work, found null" in shown
