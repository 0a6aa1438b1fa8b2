"""Fixtures for pytest, which finds this module by itself wherever renkei is installed.

A session that uses no fixture of it pays for two small imports: everything else is imported by the fixtures.
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
