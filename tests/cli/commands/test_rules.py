"""`renkei rules`: rule files are checked, tried and explained."""

from pathlib import Path

from process import renkei


def test_rules_are_checked_explained_and_tried(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent.parent / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", cwd=tmp_path)
    (tmp_path / "r.yaml").write_text(
        "events:\n  - event: noted\n    trigger: {field: /agents/*/status, becomes: blocked}\n"
        "    auto_actions: [{notify: {filter: agent, message_type: FREEFORM, content_template: '{agent} is {new}'}}]\n"
    )
    assert renkei("rules", "check", "r.yaml", cwd=tmp_path).returncode == 0
    tried = renkei("rules", "test", "r.yaml", cwd=tmp_path)
    assert "agent-frontend is blocked" in tried.stdout
    assert "nothing was written" in tried.stdout
    explained = renkei("rules", "explain", "9", cwd=tmp_path)
    assert "task_blocked  because /agents/agent-frontend/status: working → blocked" in explained.stdout
    (tmp_path / "r.yaml").write_text((tmp_path / "r.yaml").read_text().replace("{new}", "{mood}"))
    assert "unknown variable 'mood'" in renkei("rules", "check", "r.yaml", cwd=tmp_path).stdout
