"""Fixtures for pytest: `pytest_plugins = ["renkei.testing.plugin"]` in a `conftest.py` makes them known.

pytest does not find them by itself: it would import renkei in every session of an environment, also in sessions that
cannot, such as in a cage that hides a checkout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from renkei.project.project import Project
    from renkei.testing.clock import ManualClock


@pytest.fixture
def renkei_clock() -> ManualClock:
    """The clock of `renkei_project`, which you move."""
    from renkei.testing.clock import ManualClock  # only for those who ask for it

    return ManualClock()


@pytest.fixture
def renkei_project(renkei_clock: ManualClock) -> Iterator[Project]:
    """A new project in memory, whose only participant is `human`; it is closed after the test."""
    from renkei.project.create import create  # only for those who ask for it

    with create(":memory:", name="test", goal="A goal", now=renkei_clock) as project:
        yield project
