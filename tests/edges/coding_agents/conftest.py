"""What the tests of coding agents share."""

from pathlib import Path

import pytest


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A directory to work in, with the directory of a project."""
    (tmp_path / ".renkei").mkdir()
    return tmp_path
