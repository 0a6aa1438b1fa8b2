"""What the cage of a command adds to its start: `true` in a cage beside `true` without one, both supervised."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measure import Row, beside

from renkei.project.running.cage import Cage, problem_of_cages
from renkei.project.running.criteria import run
from renkei.project.running.supervise import RunLimits

COMMANDS = 5
"""Commands that are run in turn with as many others, several times."""


def start(directory: Path, cage: Cage | None) -> None:
    """Run `true`."""
    assert run(["true"], directory, RunLimits(), cage=cage).exit_status == 0


def rows() -> Iterator[Row]:
    """Measure; nothing where no cage can be made."""
    if problem_of_cages():
        return
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place).resolve()
        caged, bare = beside(partial(start, directory, Cage(directory)), partial(start, directory, None), COMMANDS)
        yield Row(
            "start a command in a cage", caged / 1000, bare / 1000, "without", "≤ bare + 30 ms", bare / 1000 + 30, "ms"
        )
