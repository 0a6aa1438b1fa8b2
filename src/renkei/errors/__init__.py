"""Every error that renkei raises, in one tree.

    RenkeiError
    ├── DocumentError                  an invalid document; `problems` lists the faults
    ├── ProtocolError                  a rejected command; nothing was written
    │   ├── UnknownReferenceError      a reference to something that does not exist
    │   │   ├── UnknownActorError, UnknownRecipientError, UnknownMessageError
    │   │   └── UnknownContractError, UnknownDecisionError (DecisionMadeError), UnknownFieldError,
    │   │       UnknownTypeError, UnknownExtensionError
    │   ├── InvalidInputError          an invalid value
    │   │   └── BadValueError, NobodyReachedError, FutureTimestampError, BudgetTooSmallError
    │   ├── IdTakenError               an id that is taken
    │   │   └── AlreadyExistsError, DuplicateIdError, DuplicateCommandError
    │   ├── InvalidStateError          a conflict with the current state; may succeed later
    │   │   ├── IllegalTransitionError, NotReadyError, FieldMovedError, FilesTakenError
    │   │   ├── TurnOpenError, TurnLostError, SessionTakenError
    │   │   └── SuspendedError, QuotaExceededError, UnreadLimitError
    │   ├── NotAllowedError            a missing permission (ConsentNeededError)
    │   └── CascadeTooDeepError        a cascade of rules without an end
    ├── ProviderError                  the provider of a language model cannot be reached
    ├── ExtraMissingError              an optional dependency is not installed
    ├── TokenRefusedError              a token names no participant
    ├── ProjectError                   a project cannot be used here
    │   ├── ProjectMissingError, ProjectExistsError, UnsupportedLocationError, UnsupportedSystemError
    │   └── ProjectClosedError, WrongLoopError
    └── LogError                       storage failed
        ├── ConflictError              another writer appended first; the runtime retries
        ├── LogBrokenError, LogTooNewError, LogUncertainError
        ├── LogNotWritableError (StreamUnavailableError)
        ├── LogMovedError              the project was moved elsewhere
        ├── RecordUnfitError           a record does not fit the records before it
        └── StreamRefusedError         the stream of another project, or one that loses records

A class is a row of a table: a stable `code`, a template of the message and one of the hint (see `wording.fill`).
"""

from renkei.errors.base import (
    DocumentError as DocumentError,
)
from renkei.errors.base import (
    ExtraMissingError as ExtraMissingError,
)
from renkei.errors.base import (
    ProviderError as ProviderError,
)
from renkei.errors.base import (
    RenkeiError as RenkeiError,
)
from renkei.errors.base import (
    TokenRefusedError as TokenRefusedError,
)
from renkei.errors.commands import (
    AlreadyExistsError as AlreadyExistsError,
)
from renkei.errors.commands import (
    BadValueError as BadValueError,
)
from renkei.errors.commands import (
    BudgetTooSmallError as BudgetTooSmallError,
)
from renkei.errors.commands import (
    CascadeTooDeepError as CascadeTooDeepError,
)
from renkei.errors.commands import (
    DecisionMadeError as DecisionMadeError,
)
from renkei.errors.commands import (
    DuplicateCommandError as DuplicateCommandError,
)
from renkei.errors.commands import (
    DuplicateIdError as DuplicateIdError,
)
from renkei.errors.commands import (
    FieldMovedError as FieldMovedError,
)
from renkei.errors.commands import (
    FilesTakenError as FilesTakenError,
)
from renkei.errors.commands import (
    FutureTimestampError as FutureTimestampError,
)
from renkei.errors.commands import (
    IdTakenError as IdTakenError,
)
from renkei.errors.commands import (
    IllegalTransitionError as IllegalTransitionError,
)
from renkei.errors.commands import (
    InvalidInputError as InvalidInputError,
)
from renkei.errors.commands import (
    InvalidStateError as InvalidStateError,
)
from renkei.errors.commands import (
    NobodyReachedError as NobodyReachedError,
)
from renkei.errors.commands import (
    NotAllowedError as NotAllowedError,
)
from renkei.errors.commands import (
    NotReadyError as NotReadyError,
)
from renkei.errors.commands import (
    ProtocolError as ProtocolError,
)
from renkei.errors.commands import (
    QuotaExceededError as QuotaExceededError,
)
from renkei.errors.commands import (
    SessionTakenError as SessionTakenError,
)
from renkei.errors.commands import (
    SuspendedError as SuspendedError,
)
from renkei.errors.commands import (
    TurnLostError as TurnLostError,
)
from renkei.errors.commands import (
    TurnOpenError as TurnOpenError,
)
from renkei.errors.commands import (
    UnknownActorError as UnknownActorError,
)
from renkei.errors.commands import (
    UnknownContractError as UnknownContractError,
)
from renkei.errors.commands import (
    UnknownDecisionError as UnknownDecisionError,
)
from renkei.errors.commands import (
    UnknownExtensionError as UnknownExtensionError,
)
from renkei.errors.commands import (
    UnknownFieldError as UnknownFieldError,
)
from renkei.errors.commands import (
    UnknownMessageError as UnknownMessageError,
)
from renkei.errors.commands import (
    UnknownRecipientError as UnknownRecipientError,
)
from renkei.errors.commands import (
    UnknownReferenceError as UnknownReferenceError,
)
from renkei.errors.commands import (
    UnknownTypeError as UnknownTypeError,
)
from renkei.errors.commands import (
    UnreadLimitError as UnreadLimitError,
)
from renkei.errors.projects import (
    ConsentNeededError as ConsentNeededError,
)
from renkei.errors.projects import (
    ProjectClosedError as ProjectClosedError,
)
from renkei.errors.projects import (
    ProjectError as ProjectError,
)
from renkei.errors.projects import (
    ProjectExistsError as ProjectExistsError,
)
from renkei.errors.projects import (
    ProjectMissingError as ProjectMissingError,
)
from renkei.errors.projects import (
    UnsupportedLocationError as UnsupportedLocationError,
)
from renkei.errors.projects import (
    UnsupportedSystemError as UnsupportedSystemError,
)
from renkei.errors.projects import (
    WrongLoopError as WrongLoopError,
)
from renkei.errors.storage import (
    ConflictError as ConflictError,
)
from renkei.errors.storage import (
    LogBrokenError as LogBrokenError,
)
from renkei.errors.storage import (
    LogError as LogError,
)
from renkei.errors.storage import (
    LogMovedError as LogMovedError,
)
from renkei.errors.storage import (
    LogNotWritableError as LogNotWritableError,
)
from renkei.errors.storage import (
    LogTooNewError as LogTooNewError,
)
from renkei.errors.storage import (
    LogUncertainError as LogUncertainError,
)
from renkei.errors.storage import (
    RecordUnfitError as RecordUnfitError,
)
from renkei.errors.storage import (
    StreamRefusedError as StreamRefusedError,
)
from renkei.errors.storage import (
    StreamUnavailableError as StreamUnavailableError,
)
from renkei.wording.problem import Problem as Problem
