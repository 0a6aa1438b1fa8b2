"""The errors of commands: each rejects one, and nothing was written."""

from typing import Any

from renkei.errors.base import RenkeiError
from renkei.wording.values import quote


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
        "To change it, write `open` to /pending_decisions/{decision}/status, on its page in the view or with "
        "`renkei board set /pending_decisions/{decision}/status open`, and decide again. Open decisions: {known}."
    )


class UnknownTypeError(UnknownReferenceError):
    """The project does not know the message type of a vendor."""

    code = "UNKNOWN_TYPE"
    template = "The project does not know the message type {type!r}."
    hint_template = "A lead or a human registers it: `renkei project register`. Registered: {known}."


class UnknownExtensionError(UnknownReferenceError):
    """The project does not know an extension that a message requires; `extension` is its name."""

    code = "UNKNOWN_EXTENSION"
    template = "The message requires the extension {extension!r}, which the project does not know."
    hint_template = "A lead or a human registers it: `renkei project register`. Registered: {known}."


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
