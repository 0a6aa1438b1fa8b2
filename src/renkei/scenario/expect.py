"""The result of one step of a scenario, and how it differs from the expectations."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from renkei.budget.context.build import Context
from renkei.documents.source import Path
from renkei.engine.events import RuleFired
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.scenario.model import Expectation, ScenarioStep
from renkei.wording.values import quote


@frozen
class Mismatch:
    """A failed expectation: its subject, the expected value, the actual value.

    `step_path` is the path of the expectation within its step.
    """

    path: str
    expected: Any
    found: Any
    step_path: Path = ()

    def __str__(self) -> str:
        return f"{self.path}: expected {quote(self.expected)}, found {quote(self.found)}"


@dataclass
class StepResult:
    """The result of one step.

    A step with inner steps has two results: one when its turn begins, one with `resumed` set when it ends.
    """

    number: int
    step: ScenarioStep
    at: str
    records: list[Record] = field(default_factory=list)
    context: Context | None = None
    error: RenkeiError | None = None
    failures: list[Mismatch] = field(default_factory=list)
    resumed: bool = False
    path: Path = ()
    """The path of the step in its document."""
    awaited: bool = False
    """Whether the step waits for a person; a second result follows once the person has done it."""

    @property
    def actor(self) -> str:
        """The participant that acts in the step, or the time that passes."""
        return self.step.agent or self.step.human or f"{self.step.wait} passes"


def mismatches(result: StepResult, state: State) -> list[Mismatch]:
    """Return every expectation that does not hold after a step; an unexpected error counts as one."""
    code = result.error.code if result.error else None
    found: list[Mismatch] = []
    if code != result.step.refused:
        shown = f"{code} ({result.error.message})" if result.error else None
        found.append(Mismatch("refused", result.step.refused, shown, ("refused",)))
    if result.step.expect is not None:
        for check in CHECKS:
            found += check(result.step.expect, result, state)
    return found


def _board(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for path, value in expect.board.items():
        if state.board.get(path) != value:
            yield Mismatch(f"board {path}", value, state.board.get(path), ("expect", "board", path))


def _contracts(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for name, status in expect.contracts.items():
        entry = state.contracts.find(name)
        if entry is None or entry.status != status:
            yield Mismatch(f"contract {name}", status, entry.status if entry else None, ("expect", "contracts", name))


def _rules(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    fired = [e.event for record in result.records for e in record.events if isinstance(e, RuleFired)]
    if expect.rules is not None and list(expect.rules) != fired:
        yield Mismatch("rules", list(expect.rules), fired, ("expect", "rules"))


def _unread(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for reader, types in expect.unread.items():
        found = [kept.message.type for kept in state.unread_of(reader)]
        if found != list(types):
            yield Mismatch(f"unread of {reader}", list(types), found, ("expect", "unread", reader))


def _notices(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for reader, paths in expect.notices.items():
        found = [notice.path for notice in state.board.notices.get(reader, ())]
        if found != list(paths):
            yield Mismatch(f"re-read notices of {reader}", list(paths), found, ("expect", "notices", reader))


def _owes(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for debtor, ids in expect.owes.items():
        found = [one.message_id for one in state.owed_by(debtor)]
        if found != list(ids):
            yield Mismatch(f"replies that {debtor} owes", list(ids), found, ("expect", "owes", debtor))


def _wakes(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    for reader, wanted in expect.wakes.items():
        found = wake_reason(state, reader, result.at)
        if (found is None) != (wanted is None) or (wanted or "") not in (found or ""):
            yield Mismatch(f"what wakes {reader}", wanted, found, ("expect", "wakes", reader))


def _context(expect: Expectation, result: StepResult, state: State) -> Iterator[Mismatch]:
    if expect.context is None:
        return
    text = result.context.text if result.context else ""
    for number, wanted in enumerate(expect.context.contains):
        if wanted not in text:
            place = ("expect", "context", "contains", number)
            yield Mismatch("context contains", wanted, _most_like(wanted, text), place)
    for number, unwanted in enumerate(expect.context.lacks):
        if unwanted in text:
            place = ("expect", "context", "lacks", number)
            yield Mismatch("context lacks", f"no {unwanted}", _around(unwanted, text), place)


def _most_like(wanted: str, text: str) -> str | None:
    """Return the lines of a context that most resemble a missing text."""
    first = wanted.strip().partition("\n")[0]
    return "\n".join(get_close_matches(first, text.splitlines(), n=2, cutoff=0.3)) or None


def _around(unwanted: str, text: str) -> str:
    """Return the lines of a context around a text."""
    at = text.index(unwanted)
    end = text.find("\n", at + len(unwanted))
    return text[text.rfind("\n", 0, at) + 1 : None if end < 0 else end]


CHECKS: tuple[Callable[[Expectation, StepResult, State], Iterator[Mismatch]], ...] = (
    _board,
    _contracts,
    _rules,
    _unread,
    _notices,
    _owes,
    _wakes,
    _context,
)
"""All checks, in the order of their output."""
