"""The scripted coding agent as a fixture."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from scripted_coding_agent import Scripted, scripted


@pytest.fixture
def scripted_agent(tmp_path: Path) -> Callable[..., Scripted]:
    """A function that makes a scripted agent of the members of its script, and a name where a test has several."""
    return partial(scripted, tmp_path)


@pytest.fixture
def idle_lead(scripted_agent: Callable[..., Scripted]) -> Scripted:
    """A lead that does nothing."""
    return scripted_agent("lead")
