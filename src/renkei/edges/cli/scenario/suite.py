"""Plays scenarios as tests: finds the files, plays each document, and says where in it an expectation fails."""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from renkei.documents.source import Source, SourceError
from renkei.edges.cli.files import read_sources, require_kind
from renkei.edges.cli.scenario.check import check_document
from renkei.edges.cli.scenario.model import Scenario
from renkei.edges.cli.scenario.play import Player
from renkei.edges.cli.scenario.result import Mismatch, StepResult
from renkei.errors import DocumentError, Problem, RenkeiError
from renkei.frozen import frozen

SUFFIXES = (".yaml", ".yml", ".json")
"""Suffixes of the files in a directory that may be scenarios."""

_ROOT_KEY = re.compile(rb'^(\s*\{\s*"scenario"|"?scenario"?)[ \t]*:', re.MULTILINE)


@frozen
class Failure:
    """An expectation that does not hold, and where it stands."""

    line: int
    column: int
    mismatch: Mismatch


@frozen
class PlayedStep:
    """A step that was played, and what failed in it."""

    number: int
    actor: str
    note: str
    failures: tuple[Failure, ...]


@dataclass(slots=True)
class Played:
    """One scenario that was played. A scenario with `problems` was not: its document is not valid."""

    file: str
    name: str
    problems: tuple[Problem, ...] = ()
    steps: list[PlayedStep] = field(default_factory=list)

    @property
    def failures(self) -> list[Failure]:
        """All failures, in the order in which they were found."""
        return [one for step in self.steps for one in step.failures]

    @property
    def passed(self) -> bool:
        """Whether it is valid and every expectation holds."""
        return not self.problems and not self.failures


def find_scenarios(places: Iterable[str]) -> Iterator[str]:
    """Yield each file that is named, and the scenarios below each directory in the order of their names."""
    for place in places:
        if not Path(place).is_dir():
            yield place
            continue
        for path in sorted(Path(place).rglob("*")):
            hidden = any(part.startswith(".") for part in path.relative_to(place).parts)
            if path.suffix in SUFFIXES and not hidden and path.is_file() and _ROOT_KEY.search(path.read_bytes()):
                yield str(path)


def play_file(file: str) -> Iterator[Played]:
    """Play each document of a file."""
    for source in read_sources(file):
        if isinstance(source, SourceError):
            yield Played(file, "", (source.problem,))
        else:
            yield _play(file, source)


def _play(file: str, source: Source) -> Played:
    checked = check_document(source)
    try:
        require_kind("scenario", file, source, checked, "A scenario has the root key `scenario:`.")
    except DocumentError as error:
        return Played(file, "", error.problems)
    scenario: Scenario = checked.model
    played = Played(file, scenario.name)
    try:
        player = Player(scenario)
    except RenkeiError as error:
        place = source.location(("scenario",), key=True)
        return Played(file, scenario.name, (Problem(error.code, "/scenario", *place, error.message, error.hint),))
    with closing(player.project):
        for result in player.play():
            failures = tuple(locate(one, result, source) for one in result.failures)
            played.steps.append(PlayedStep(result.number, result.actor, result.step.note, failures))
    return played


def locate(one: Mismatch, result: StepResult, source: Source) -> Failure:
    """Return a failure of a step with the location of its expectation in the scenario's document."""
    return Failure(*source.location((*result.path, *one.step_path)), one)
