"""What holds the log in a simulation: the disk of one machine, or a stream that several machines share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simulation import mutants, run
from simulation.machines import mutants as machines_mutants
from simulation.machines import run as machines_run
from simulation.mutants import Mutant


@dataclass(frozen=True)
class Medium:
    """How the schedule of a seed is run, with its steps in a list, and what can be broken."""

    run: Callable[[int, list[tuple[str, str]] | None], object]
    mutants: Mapping[str, Mutant]


MEDIA = {
    "disk": Medium(run.run, mutants.MUTANTS),
    "stream": Medium(machines_run.run, machines_mutants.MUTANTS),
}
"""Each by its name on the command line."""
