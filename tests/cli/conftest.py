"""Projects that tests of several commands start from."""

from pathlib import Path

import pytest

from process import renkei


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A directory with a project of a lead and two agents."""
    team = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")
    assert renkei("init", "--goal", "a goal", *team, cwd=tmp_path).returncode == 0
    return tmp_path


@pytest.fixture
def conversation(tmp_path: Path) -> Path:
    """A directory with a project in which ann has sent two messages."""
    renkei("init", "--goal", "Users can log in", "--agent", "ann", "--agent", "bob", cwd=tmp_path)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "the port is 8080", cwd=tmp_path)
    renkei("send", "--as", "ann", "--to", "all", "--text", "lunch at noon?", cwd=tmp_path)
    return tmp_path
