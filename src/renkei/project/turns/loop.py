"""The loop of an agent whose handler is a function: what `Project.run` and its async form share."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args

from renkei.errors import BadValueError, LogBrokenError, LogTooNewError, RecordUnfitError, UnknownActorError
from renkei.project.turns.pauses import OF_HANDLERS, Pauses
from renkei.project.turns.reports import clear_problem, has_problem, report_problem
from renkei.protocol.messages import AnyMessage, MessageType, is_vendor_type
from renkei.wording.values import quote

if TYPE_CHECKING:
    from renkei.project.project import Project
    from renkei.project.turns.turn import Turn

Handler: TypeAlias = "Callable[[Turn], object] | Mapping[str, Callable[[Turn, AnyMessage], object]]"
"""The handler of a turn: a function of the turn, or by message type a function of the turn and the message.

The row `*` is for all types without a row. A message without a row is only read.
"""

OTHERS = "*"
"""The row of a handler for all types that have none."""

LASTING = (LogBrokenError, LogTooNewError, RecordUnfitError, UnknownActorError)
"""Errors that no other attempt cures; the loop ends with them."""

FAILURES = logging.getLogger("renkei")
"""Where the program that runs an agent sees its failures; Python prints them on standard error by default."""

T = TypeVar("T")


def check_handler(handler: object) -> None:
    """Raise BadValueError for what is no handler, or a row whose name is no message type, of ours or a vendor's."""
    if callable(handler):
        return
    if not isinstance(handler, Mapping):
        raise BadValueError(
            path="/handler", got=handler, expected="a function, or a mapping from message types to them"
        )
    known = (*get_args(MessageType), OTHERS)
    for name, row in handler.items():
        if name not in known and not is_vendor_type(name):
            raise BadValueError(path=f"/handler/{name}", got=name, expected=" | ".join(known))
        if not callable(row):
            raise BadValueError(path=f"/handler/{name}", got=row, expected="a function of a turn and a message")


def calls(handler: Any, turn: Any, inbox: tuple[AnyMessage, ...]) -> Iterator[Callable[[], object]]:
    """Yield the calls of a handler in a turn: one, or one for each message that has a row."""
    if callable(handler):
        yield partial(handler, turn)
        return
    for message in inbox:
        row = handler.get(message.type, handler.get(OTHERS))
        if row is not None:
            yield partial(row, turn, message)


class Attempts:
    """The failures in a row of one agent's handler."""

    def __init__(self, project: Project, agent: str, pauses: Pauses = OF_HANDLERS) -> None:
        self._project = project
        self._agent = agent
        self._pauses = pauses
        self._failures = 0

    def failed(self, error: Exception) -> float:
        """Count and log a failure, and return the seconds before the next attempt.

        The third one is reported to those who rely on the agent. Raises the error if it lasts.
        """
        if isinstance(error, LASTING):
            raise error
        self._failures += 1
        pause = self._pauses.after(self._failures)
        FAILURES.warning("A turn of %r failed. The next attempt follows in %g s.", self._agent, pause, exc_info=error)
        if self._failures == self._pauses.told:
            reason = f"{type(error).__name__}: {error}".rstrip(": ")
            report_problem(self._project, self._agent, "teammate.handler_failed", reason=quote(reason))
        return pause

    def succeeded(self) -> None:
        """Note a turn that was written: a reported problem is over, also one that an earlier process reported."""
        if has_problem(self._project.known, self._agent):
            clear_problem(self._project, self._agent)
        self._failures = 0
