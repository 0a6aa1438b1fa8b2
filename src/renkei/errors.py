"""Every error that renkei raises, in one tree.

    RenkeiError
    ├── DocumentError            a file or text is not a valid document (its problems are located)
    ├── ProtocolError            the command is not allowed here and now; never retried
    │   ├── UnknownActorError, UnknownRecipientError, NobodyReachedError, UnknownContractError, UnknownDecisionError, UnknownFieldError,
    │   │   UnknownMessageError
    │   ├── AlreadyExistsError, NotAllowedError, IllegalTransitionError, NotReadyError, BadValueError, FieldMovedError
    │   ├── DuplicateIdError, FutureTimestampError, TurnOpenError, TurnLostError, SuspendedError, QuotaExceededError, BudgetTooSmallError
    │   └── CascadeTooDeepError
    ├── ExtraMissingError             an optional part of renkei is not installed
    ├── ProjectError             the project directory cannot be used
    │   └── ProjectMissingError, ProjectExistsError, UnsupportedLocationError
    └── LogError                 storage
        ├── ConflictError        somebody appended first; the only error that is retried, by the runtime
        └── LogBrokenError, LogTooNewError, LogNotWritableError, LogUncertainError

A class is a row of a table: a stable `code`, a sentence of what is wrong, a sentence of what to do next. Facts are
attributes; the sentences are made from them, never the other way round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a document, with its place (lines and columns count from 1)."""

    code: str
    path: str
    line: int
    column: int
    message: str
    hint: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Give the problem as plain data, in the published order of keys."""
        return asdict(self)


class RenkeiError(Exception):
    """Base of all; `code` is stable, `facts` are what the sentences were made from."""

    code: ClassVar[str] = "ERROR"
    sentence: ClassVar[str] = "{text}"
    advice: ClassVar[str] = ""
    retryable: ClassVar[bool] = False

    def __init__(self, **facts: Any) -> None:
        self.facts: Mapping[str, Any] = facts
        for name, value in facts.items():
            setattr(self, name, value)
        self.message = self.sentence.format_map(facts)
        self.hint = self.advice.format_map(facts)
        super().__init__(f"{self.message} {self.hint}".strip())

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), dict(self.facts))

    def as_dict(self) -> dict[str, Any]:
        """Give the one shape that every edge shows: code, message, hint, retryable, details."""
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "retryable": self.retryable,
            "details": [],
        }


def _rebuild(kind: type[RenkeiError], facts: dict[str, Any]) -> RenkeiError:
    return kind(**facts)


class DocumentError(RenkeiError):
    """A document is not valid; `problems` says where and why, `source` names the file."""

    code = "INVALID_DOCUMENT"
    sentence = "{source}: {count} problem(s); first: {first}"

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        self.source = source
        worst = self.problems[0]
        first = f"line {worst.line}, column {worst.column}, {worst.path or '(root)'}: {worst.message}"
        super().__init__(source=source, count=len(self.problems), first=first)
        self.hint = worst.hint

    def __reduce__(self) -> tuple[Any, ...]:
        return DocumentError, (self.source, self.problems)

    def as_dict(self) -> dict[str, Any]:
        """Give the error with its located problems as details."""
        return super().as_dict() | {"details": [problem.as_dict() for problem in self.problems]}


class ProtocolError(RenkeiError):
    """The command is not allowed in this state; nothing was written."""

    code = "REFUSED"


class UnknownActorError(ProtocolError):
    """Nobody of that name takes part."""

    code = "UNKNOWN_ACTOR"
    sentence = "{actor!r} does not take part in this project."
    advice = "Those who do: {known}."


class UnknownRecipientError(ProtocolError):
    """A message is addressed to nobody."""

    code = "UNKNOWN_RECIPIENT"
    sentence = "{recipient!r} is neither an actor nor a group of this project."
    advice = "Allowed in `to`: {known}."


class NobodyReachedError(ProtocolError):
    """A message reaches nobody."""

    code = "NOBODY_REACHED"
    sentence = "The message reaches nobody: {recipient!r} has no other members."
    advice = "Address somebody by name; those who take part: {known}."


class UnknownContractError(ProtocolError):
    """No such contract."""

    code = "UNKNOWN_CONTRACT"
    sentence = "There is no contract {contract!r}."
    advice = "Known: {known}."


class UnknownDecisionError(ProtocolError):
    """No such pending decision."""

    code = "UNKNOWN_DECISION"
    sentence = "There is no open decision {decision!r}."
    advice = "Open: {known}."


class UnknownFieldError(ProtocolError):
    """The board has no such field."""

    code = "UNKNOWN_FIELD"
    sentence = "The board has no field {path!r}."
    advice = "Allowed here: {known}."


class UnknownMessageError(ProtocolError):
    """No such message."""

    code = "UNKNOWN_MESSAGE"
    sentence = "There is no message {message_id!r} in this project."
    advice = "`renkei inbox` and `renkei log` list the ids."


class AlreadyExistsError(ProtocolError):
    """The id is taken."""

    code = "ALREADY_EXISTS"
    sentence = "The {what} {name!r} is there already."
    advice = "Choose another id."


class NotAllowedError(ProtocolError):
    """The actor may not do this; the advice says who may."""

    code = "NOT_ALLOWED"
    sentence = "{actor!r} may not {what}."
    advice = "Allowed: {allowed}."


class IllegalTransitionError(ProtocolError):
    """The life cycle has no such step from here."""

    code = "ILLEGAL_STEP"
    sentence = "Contract {contract!r} is {status}: it cannot {step}."
    advice = "From {status} it can: {allowed}."


class NotReadyError(ProtocolError):
    """Something must happen first."""

    code = "NOT_READY"
    sentence = "{what} is not possible yet: {reason}."
    advice = "{next}"


class BadValueError(ProtocolError):
    """A value does not fit its field."""

    code = "BAD_VALUE"
    sentence = "{path}: {got!r} is not allowed."
    advice = "Expected: {expected}."


class FieldMovedError(ProtocolError):
    """A compare-and-set lost."""

    code = "FIELD_MOVED"
    sentence = "{path} was written at seq {seq} by {author!r}, after seq {if_seq}."
    advice = "Read the board again, then write with `if_seq={seq}` or without."


class DuplicateIdError(ProtocolError):
    """The id was used for other content."""

    code = "DUPLICATE_ID"
    sentence = "The id {name!r} was used before, with other content."
    advice = "Give new content a new id; the same content may be sent again."


class FutureTimestampError(ProtocolError):
    """A time too far ahead of the runtime's clock."""

    code = "FUTURE_TIMESTAMP"
    sentence = "The timestamp {timestamp} is more than {allowance} s ahead of {now}."
    advice = "Set the clock of the writer, or leave the timestamp out."


class TurnOpenError(ProtocolError):
    """The agent has a turn under way."""

    code = "TURN_OPEN"
    sentence = "{agent!r} has a turn under way until {until}."
    advice = "End that turn, or wait until its lease is over."


class TurnLostError(ProtocolError):
    """The turn is no longer the agent's current one."""

    code = "TURN_LOST"
    sentence = "The turn {turn!r} of {agent!r} is over or was taken over."
    advice = "Begin a new turn: its messages are still unread."


class SuspendedError(ProtocolError):
    """Somebody was stopped because it goes in cycles."""

    code = "STOPPED"
    sentence = "{actor!r} was stopped: {why}."
    advice = "A human or lead lets it go on: `renkei resume {actor}`."


class QuotaExceededError(ProtocolError):
    """The project has spent what it may."""

    code = "LIMITS_SPENT"
    sentence = "The project has spent its limits ({turns} turns, {tokens} tokens)."
    advice = "A human or lead sets new ones: `renkei resume --turns N --tokens N`."


class BudgetTooSmallError(ProtocolError):
    """Less than a context's own frame needs."""

    code = "BUDGET_TOO_SMALL"
    sentence = "A budget of {budget} tokens cannot hold a context."
    advice = "Give at least {least}."


class CascadeTooDeepError(ProtocolError):
    """Rules set each other off without end."""

    code = "CASCADE_TOO_DEEP"
    sentence = "The rules {rules} set each other off more than {bound} times."
    advice = "Nothing was written. Change one of these rules so that it stops firing."


class ExtraMissingError(RenkeiError):
    """An optional part of renkei is not installed."""

    code = "EXTRA_MISSING"
    sentence = "{what} needs the package {package!r}, which is not installed."
    advice = "Install it: python -m pip install 'renkei[{extra}]'"


class ProjectError(RenkeiError):
    """A project directory cannot be used as asked."""

    code = "PROJECT"


class ProjectMissingError(ProjectError):
    """No project at that place."""

    code = "PROJECT_MISSING"
    sentence = "There is no renkei project in {place!r}."
    advice = "`renkei init` makes one; `--project DIR` names another place."


class ProjectExistsError(ProjectError):
    """The place is taken."""

    code = "PROJECT_EXISTS"
    sentence = "{place!r} already holds a project."
    advice = "Choose another place."


class UnsupportedLocationError(ProjectError):
    """There is no log for this kind of location."""

    code = "UNSUPPORTED_LOCATION"
    sentence = "{location!r} cannot hold a project: locations of the kind {kind!r} are not supported."
    advice = "Give {supported}."


class LogError(RenkeiError):
    """Storage said no."""

    code = "LOG"


class ConflictError(LogError):
    """Somebody appended first: read on, decide again."""

    code = "CONFLICT"
    sentence = "The log is at seq {seq}, not at {after}."
    advice = "The runtime reads on and decides again by itself."
    retryable = True


class LogBrokenError(LogError):
    """The stored bytes are not a log."""

    code = "LOG_BROKEN"
    sentence = "The log {place!r} cannot be read: {reason}."
    advice = "Keep the file as it is and restore a copy."


class LogTooNewError(LogError):
    """A later release wrote it."""

    code = "LOG_TOO_NEW"
    sentence = "The log {place!r} has format {found}; this release reads up to {known}."
    advice = "Use a newer renkei. Nothing was changed."


class LogUncertainError(LogError):
    """The disk did not say whether it has written."""

    code = "LOG_UNCERTAIN"
    sentence = "The disk of the log {place!r} did not confirm a write: {reason}."
    advice = "It may or may not be there: send the same command with the same id again; it is done once."


class LogNotWritableError(LogError):
    """The place cannot be written."""

    code = "LOG_NOT_WRITABLE"
    sentence = "The log {place!r} cannot be written: {reason}."
    advice = "Nothing was written. Free space or give write permission, then try again."
