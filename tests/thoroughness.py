"""How much the tests try: a part by default, and all of it with an environment variable of its own.

`THOROUGH=1` tries every property with eight times as many examples (`make test-thorough`), and `EVERY_KILL=1` kills at
every point (`make test-kills`).
"""

import os
from typing import Any

import pytest

THOROUGH = bool(os.environ.get("THOROUGH"))
EVERY_KILL = bool(os.environ.get("EVERY_KILL"))

FEWEST = 25
"""Examples that a property is tried with at least, unless its thorough count is smaller."""

every_kill = pytest.mark.skipif(not EVERY_KILL, reason="`make test-kills` runs it")
"""Marks a story of a kill that another story tells in `make test`, with another chat or at another moment."""


def thinned(cases: list[Any]) -> list[Any]:
    """Return the cases to try of many that differ little: every third one by default."""
    return cases if THOROUGH else cases[::3]


def examples(count: int) -> int:
    """Return how many examples a property is tried with whose thorough count is given."""
    return count if THOROUGH else min(count, max(count // 8, FEWEST))
