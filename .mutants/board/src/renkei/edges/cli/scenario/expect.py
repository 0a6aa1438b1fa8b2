"""Checks what a scenario expects of a step, and says what was there instead."""

from collections.abc import Callable, Iterator

from renkei.edges.cli.scenario.model import Expectation
from renkei.edges.cli.scenario.outcome import Failure, Played
from renkei.engine.events import RuleFired
from renkei.engine.state import State


def failures(played: Played, state: State) -> list[Failure]:
    """Give what does not hold after a step; a refusal that nobody expected is one."""
    code = played.error.code if played.error else None
    found: list[Failure] = []
    if code != played.step.refused:
        shown = f"{code} ({played.error.message})" if played.error else None
        found.append(Failure("refused", played.step.refused, shown))
    if played.step.expect is not None:
        for check in CHECKS:
            found += check(played.step.expect, played, state)
    return found


def _board(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    for path, value in expect.board.items():
        if state.board.get(path) != value:
            yield Failure(f"board {path}", value, state.board.get(path))


def _contracts(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    for name, status in expect.contracts.items():
        entry = state.contracts.find(name)
        if entry is None or entry.status != status:
            yield Failure(f"contract {name}", status, entry.status if entry else None)


def _rules(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    fired = [e.event for record in played.records for e in record.events if isinstance(e, RuleFired)]
    if expect.rules is not None and list(expect.rules) != fired:
        yield Failure("rules", list(expect.rules), fired)


def _unread(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    for reader, types in expect.unread.items():
        found = [kept.message.type for kept in state.unread_of(reader)]
        if found != list(types):
            yield Failure(f"unread of {reader}", list(types), found)


def _notices(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    for reader, paths in expect.notices.items():
        found = [notice.path for notice in state.board.notices.get(reader, ())]
        if found != list(paths):
            yield Failure(f"re-read notices of {reader}", list(paths), found)


def _owes(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    for debtor, ids in expect.owes.items():
        found = [one.message_id for one in state.owed_by(debtor)]
        if found != list(ids):
            yield Failure(f"replies that {debtor} owes", list(ids), found)


def _context(expect: Expectation, played: Played, state: State) -> Iterator[Failure]:
    if expect.context is None:
        return
    text = played.context.text if played.context else ""
    for wanted in expect.context.contains:
        if wanted not in text:
            yield Failure("context contains", wanted, text)
    for unwanted in expect.context.lacks:
        if unwanted in text:
            yield Failure("context lacks", unwanted, text)


CHECKS: tuple[Callable[[Expectation, Played, State], Iterator[Failure]], ...] = (
    _board,
    _contracts,
    _rules,
    _unread,
    _notices,
    _owes,
    _context,
)
"""Every check, in the order in which failures are said."""
