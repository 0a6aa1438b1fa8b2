"""Plays scenarios as tests: plays each document and locates the failed expectations in it."""

from contextlib import closing
from dataclasses import dataclass, field

from renkei.documents.source import Source
from renkei.errors import Problem, RenkeiError
from renkei.immutable.frozen import frozen
from renkei.scenario.expect import Mismatch, StepResult
from renkei.scenario.model import Scenario
from renkei.scenario.play import Player


@frozen
class Failure:
    """A failed expectation and its location."""

    line: int
    column: int
    mismatch: Mismatch


@frozen
class PlayedStep:
    """A step that was played, and its failures."""

    number: int
    actor: str
    note: str
    failures: tuple[Failure, ...]


@dataclass(slots=True)
class Played:
    """The result of one scenario. A scenario with `problems` was not played, because its document is invalid."""

    file: str
    name: str
    problems: tuple[Problem, ...] = ()
    steps: list[PlayedStep] = field(default_factory=list)

    @property
    def failures(self) -> list[Failure]:
        """All failures, in the order they were found."""
        return [one for step in self.steps for one in step.failures]

    @property
    def passed(self) -> bool:
        """Whether the document is valid and every expectation holds."""
        return not self.problems and not self.failures


def play_document(file: str, source: Source, scenario: Scenario) -> Played:
    """Play a document's scenario; if it cannot begin, the result holds the problem."""
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
    """Return a step's failure with the location of its expectation in the document."""
    return Failure(*source.location((*result.path, *one.step_path)), one)
