"""Every error that renkei raises, in one tree.

    RenkeiError
    ├── DocumentError                  a document is not valid; `problems` says where and why
    ├── ProtocolError                  a command was refused; nothing was written
    │   ├── UnknownReferenceError      it names something that does not exist
    │   │   ├── UnknownActorError, UnknownRecipientError, UnknownMessageError
    │   │   └── UnknownContractError, UnknownDecisionError (DecisionMadeError), UnknownFieldError
    │   ├── InvalidInputError          it is wrong in itself
    │   │   └── BadValueError, NobodyReachedError, FutureTimestampError, BudgetTooSmallError
    │   ├── IdTakenError               it uses an id that is taken
    │   │   └── AlreadyExistsError, DuplicateIdError, DuplicateCommandError
    │   ├── InvalidStateError          it does not fit the current state; it may succeed later
    │   │   ├── IllegalTransitionError, NotReadyError, FieldMovedError, FilesTakenError
    │   │   ├── TurnOpenError, TurnLostError, SessionTakenError
    │   │   └── SuspendedError, QuotaExceededError, UnreadLimitError
    │   ├── NotAllowedError            its actor lacks the permission
    │   └── CascadeTooDeepError        it starts a cascade of rules that does not end
    ├── ProviderError                  the provider of a language model cannot be reached
    ├── ExtraMissingError              an optional dependency is not installed
    ├── TokenRefusedError              a token names no participant
    ├── ProjectError                   a project directory cannot be used (`project.errors`)
    │   └── ProjectMissingError, ProjectExistsError, UnsupportedLocationError
    └── LogError                       storage failed
        ├── ConflictError              another writer appended first; the runtime retries
        ├── LogBrokenError, LogTooNewError, LogUncertainError
        ├── LogNotWritableError (StreamUnavailableError)
        └── StreamRefusedError         the stream of another project, or one that loses records

A class is a row of a table: a stable `code`, a template of the message and one of the hint (see `wording.fill`).
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from renkei.wording.problem import Problem as Problem
from renkei.wording.values import count, fill, quote


class RenkeiError(Exception):
    """Base of all errors: `details` holds the values behind `message` and `hint`; each is also an attribute."""

    code: ClassVar[str] = "ERROR"
    template: ClassVar[str] = "{text}"
    hint_template: ClassVar[str] = ""
    retryable: ClassVar[bool] = False

    def __init__(self, **details: Any) -> None:
        self.details: Mapping[str, Any] = details
        for name, value in details.items():
            setattr(self, name, value)
        self.message = fill(self.template, details)
        self.hint = fill(self.hint_template, details)
        super().__init__(f"{self.message} {self.hint}".strip())

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self.details), ()

    def as_dict(self) -> dict[str, Any]:
        """Return the error as JSON data: code, message, hint, retryable, details."""
        plain = {name: getattr(self, name) for name in ("code", "message", "hint", "retryable")}
        return plain | {"details": json.loads(json.dumps(dict(self.details), default=str))}


class DocumentError(RenkeiError):
    """A document is not valid; `problems` lists each fault, `source` names the document."""

    code = "INVALID_DOCUMENT"
    template = "{problem}{others}"

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first = next(
            (one for one in self.problems if one.code != "MISSING_FIELD"), self.problems[0]
        )  # a slip says more
        more = len(self.problems) - 1
        others = f" (and {count(more, 'more problem')})" if more else ""
        super().__init__(source=source, problem=first.located(source), others=others)
        self.details = {"source": source, "problems": [problem.as_dict() for problem in self.problems]}
        self.hint = first.hint

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.details["source"], self.problems)


class ProtocolError(RenkeiError):
    """A command was refused; nothing was written."""

    code = "REFUSED"


class UnknownReferenceError(ProtocolError):
    """A command names something that does not exist."""

    code = "UNKNOWN_REFERENCE"


class UnknownActorError(UnknownReferenceError):
    """There is no such participant."""

    code = "UNKNOWN_ACTOR"
    template = "{actor!r} is not a participant."
    hint_template = "Participants: {known}."


class UnknownRecipientError(UnknownReferenceError):
    """A message is addressed to an unknown name."""

    code = "UNKNOWN_RECIPIENT"
    template = "{recipient!r} {problem}."
    hint_template = "Recipients: {known}."


class UnknownMessageError(UnknownReferenceError):
    """There is no such message."""

    code = "UNKNOWN_MESSAGE"
    template = "There is no message {message_id!r} in this project."
    hint_template = "{near}List message ids with `renkei inbox` or `renkei log`."


class UnknownContractError(UnknownReferenceError):
    """There is no such contract."""

    code = "UNKNOWN_CONTRACT"
    template = "There is no contract {contract!r}."
    hint_template = "Contracts: {known}."


class UnknownDecisionError(UnknownReferenceError):
    """There is no such pending decision."""

    code = "UNKNOWN_DECISION"
    template = "There is no open decision {decision!r}."
    hint_template = "Open decisions: {known}."


class DecisionMadeError(UnknownDecisionError):
    """The decision is already made."""

    code = "DECISION_MADE"
    template = "The decision {decision!r} is made: {by} decided {resolution!r} at {at}."
    hint_template = (
        "To change it, write `open` to `/pending_decisions/{decision}/status`, then decide again. "
        "Open decisions: {known}."
    )


class UnknownFieldError(UnknownReferenceError):
    """The board has no such field."""

    code = "UNKNOWN_FIELD"
    template = "The board has no field {path!r}."
    hint_template = "Allowed: {known}."


class InvalidInputError(ProtocolError):
    """A command is wrong in itself, whatever the state."""

    code = "INVALID_INPUT"


class BadValueError(InvalidInputError):
    """A value does not fit: `path` locates it, `problem` is the fault, `expected` what would fit."""

    code = "BAD_VALUE"
    template = "{path}: {problem}."
    hint_template = "{hint}"

    def __init__(self, *, path: str, got: Any = None, expected: str = "", problem: str = "", hint: str = "") -> None:
        problem = problem or f"{quote(got)} is not allowed"
        hint = hint or (f"Expected: {expected}." if expected else "")
        super().__init__(path=path, got=got, expected=expected, problem=problem, hint=hint)
        self.message = self.message.removeprefix(": ")
        self.args = (f"{self.message} {self.hint}".strip(),)


class NobodyReachedError(InvalidInputError):
    """A message has no recipient besides its sender."""

    code = "NOBODY_REACHED"
    template = "No recipients: {recipient!r} has no members besides the sender."
    hint_template = "Address a participant by name: {known}."


class FutureTimestampError(InvalidInputError):
    """A timestamp is too far ahead of the runtime's clock; `allowance` is in seconds."""

    code = "FUTURE_TIMESTAMP"
    template = "The timestamp {timestamp} is more than {allowance:second} ahead of {now}."
    hint_template = "Correct the sender's clock, or omit the timestamp."


class BudgetTooSmallError(InvalidInputError):
    """A token budget cannot hold even the fixed parts of a context."""

    code = "BUDGET_TOO_SMALL"
    template = "A budget of {budget:token} is too small; at least {least} are needed."


class IdTakenError(ProtocolError):
    """A command uses an id that is taken."""

    code = "ID_TAKEN"


class AlreadyExistsError(IdTakenError):
    """The id of a new project, actor, group, contract or board entry is taken."""

    code = "ALREADY_EXISTS"
    template = "{name!r} is already taken by {what}."
    hint_template = "Choose another id."


class DuplicateIdError(IdTakenError):
    """A message id was used before, for different content."""

    code = "DUPLICATE_ID"
    template = "The message id {name!r} was already used for different content."
    hint_template = "Use a new id for new content; an identical message may be sent again."


class DuplicateCommandError(IdTakenError):
    """A command id was used before, for another command."""

    code = "DUPLICATE_COMMAND"
    template = "The command id {name!r} was already used for another command."
    hint_template = "Use a new id for each command; reuse an id only to retry the same command."


class InvalidStateError(ProtocolError):
    """A command does not fit the current state; it may succeed later."""

    code = "INVALID_STATE"


class IllegalTransitionError(InvalidStateError):
    """The life cycle of a contract has no such transition from its status."""

    code = "ILLEGAL_TRANSITION"
    template = "Contract {contract!r} cannot be {transition!p} while {status}{assignee!h}."
    hint_template = "Allowed {scope}: {allowed}."

    allowed: str

    def __init__(self, *, allowed: str, scope: str = "from this status", **details: Any) -> None:
        super().__init__(allowed=allowed, scope=scope, **details)


class NotReadyError(InvalidStateError):
    """Something else has to happen first; the hint says what."""

    code = "NOT_READY"
    template = "Cannot {what}: {reason}."
    hint_template = "{next}"


class FieldMovedError(InvalidStateError):
    """A compare-and-set write lost: the field has changed since `if_seq`."""

    code = "FIELD_MOVED"
    template = "{path} was written at seq {seq} by {author!r}, after seq {if_seq}."
    hint_template = "Read the board again, then retry with `if_seq={seq}` or without it."


class FilesTakenError(InvalidStateError):
    """Another participant has reserved the files, or works on them."""

    code = "FILES_TAKEN"
    template = "The files {pattern!r} are taken: {why}."
    hint_template = "{next}"


class TurnOpenError(InvalidStateError):
    """The agent already has an open turn."""

    code = "TURN_OPEN"
    template = "{agent!r} already has an open turn (lease expires {until})."
    hint_template = "Wait for that, or end the turn: `renkei interrupt {agent} TEXT --end-turn` or `take_over=True`."


class TurnLostError(InvalidStateError):
    """The turn is no longer the agent's current one."""

    code = "TURN_LOST"
    template = "Turn {turn!r} of {agent!r} has ended or was superseded."
    hint_template = "Begin a new turn; messages of an unfinished turn are still unread."


class SessionTakenError(InvalidStateError):
    """Another session of a program acts as the agent."""

    code = "SESSION_TAKEN"
    template = "Another session acts as {agent!r} since {since}; this one takes no turns."
    hint_template = "End the other session, or start this one as another agent: `renkei run PROGRAM --as {agent}-2`."


class SuspendedError(InvalidStateError):
    """An agent, a contract or the project is paused until a human or lead resumes it."""

    code = "SUSPENDED"
    template = "{what} is paused: {reason}."
    hint_template = "A human or lead can resume it: `renkei {resume}`."


class QuotaExceededError(InvalidStateError):
    """The project has used up its quota of turns or tokens."""

    code = "QUOTA_EXCEEDED"
    template = "The project has used up its quota ({turns:turn}, {tokens:token})."
    hint_template = "A human or lead can set a new one: `renkei project quota --turns N --tokens N`."


class UnreadLimitError(InvalidStateError):
    """A recipient has not read too many bytes of a sender."""

    code = "UNREAD_LIMIT"
    template = (
        "{recipient!r} has {unread:byte} of {sender!r} unread, so it cannot get another {size:byte}; the limit is "
        "{limit:byte}."
    )
    hint_template = "Wait until {recipient} has read, or write the text to a file and name it."


class NotAllowedError(ProtocolError):
    """The actor may not do this; the hint names who may."""

    code = "NOT_ALLOWED"
    template = "{actor!r} may not {what}."
    hint_template = "Allowed: {allowed}."


class CascadeTooDeepError(ProtocolError):
    """Rules trigger each other without end."""

    code = "CASCADE_TOO_DEEP"
    template = "Rules triggered each other more than {bound} times: {rules}."
    hint_template = "Nothing was written. Change one of them so that it stops firing."


class ProviderError(RenkeiError):
    """The provider of a language model cannot be reached, or refused the request."""

    code = "PROVIDER"
    template = "Cannot count tokens for {model!r}: {reason}."
    hint_template = "Set ANTHROPIC_API_KEY, check the model name, or omit --model: the estimate needs no key."
    retryable = True


class ExtraMissingError(RenkeiError):
    """An optional dependency of renkei is not installed."""

    code = "EXTRA_MISSING"
    template = "{what} needs the package {package!r}, which is not installed."
    hint_template = "Install it: python -m pip install 'renkei[{extra}]'"


class TokenRefusedError(RenkeiError):
    """A token names no participant. The reason is withheld: it would tell a stranger which tokens exist."""

    code = "TOKEN_REFUSED"
    template = "The token is not valid."
    hint_template = (
        "Send `Authorization: Bearer TOKEN`. Who runs the project makes one: `renkei token create --for ID`."
    )


class LogError(RenkeiError):
    """Storage failed."""

    code = "LOG"


class ConflictError(LogError):
    """Another writer appended first: read the new records and decide again."""

    code = "CONFLICT"
    template = "The log is at seq {seq}, not at {after}."
    hint_template = (
        "Nothing was written. Writers on other machines were first each time the command was decided again; retry."
    )
    retryable = True


class LogBrokenError(LogError):
    """The stored bytes are not a valid log."""

    code = "LOG_BROKEN"
    template = "The log {path!r} cannot be read: {reason}."
    hint_template = "Keep the file unchanged and restore a backup."


class LogTooNewError(LogError):
    """A newer release wrote the log."""

    code = "LOG_TOO_NEW"
    template = "The log {path!r} has format {found}; this release reads formats up to {known}."
    hint_template = "Use a newer release of renkei. Nothing was changed."


class LogNotWritableError(LogError):
    """The log cannot be written."""

    code = "LOG_NOT_WRITABLE"
    template = "The log {path!r} cannot be written: {reason}."
    hint_template = "Nothing was written. Free disk space or grant write permission, then retry."


class StreamUnavailableError(LogNotWritableError):
    """The servers of a stream do not answer, or do not let this machine write."""

    code = "STREAM_UNAVAILABLE"
    template = "The stream {path!r} cannot be used: {reason}."
    hint_template = "Nothing was written. What this machine knows can still be read; retry when the servers answer."
    retryable = True


class StreamRefusedError(LogError):
    """A stream is not the one of this project, or would lose records."""

    code = "STREAM_REFUSED"
    template = "The stream {path!r} is not used: {reason}."
    hint_template = "Nothing was written. {advice}"


class LogUncertainError(LogError):
    """A write was not confirmed by the disk, or by the servers of a stream."""

    code = "LOG_UNCERTAIN"
    template = "A write to {path!r} was not confirmed: {reason}."
    hint_template = "It may or may not have survived. Retry with the same command id: it is applied at most once."
