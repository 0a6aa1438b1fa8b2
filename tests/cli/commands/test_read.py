"""`renkei read`: a turn that only reads."""

from pathlib import Path

from process import renkei


def test_a_second_delta_says_only_what_is_new(conversation: Path) -> None:
    assert "8080" in renkei("read", "--as", "bob", "--rendering", "delta", cwd=conversation).stdout
    again = renkei("read", "--as", "bob", "--rendering", "delta", cwd=conversation).stdout
    assert again == "=== Your task ===\nstatus: idle; task: –; waiting for: –\n"
    recalled = renkei("context", "--agent", "bob", "--recall", cwd=conversation).stdout
    assert "8080" in recalled


def test_the_option_for_who_acts_is_named_to_whoever_writes_the_one_for_who_is_looked_at(project: Path) -> None:
    assert "Did you mean '--as'?" in renkei("read", "--agent", "ann", cwd=project).stderr
    assert "Did you mean '--agent'?" in renkei("context", "--as", "ann", cwd=project).stderr
    assert "--as" not in renkei("doctor", "--agent", "ann", cwd=project).stderr
