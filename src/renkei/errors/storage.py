"""The errors of a log, wherever it is kept."""

from renkei.errors.base import RenkeiError


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


class RecordUnfitError(LogError):
    """A record of the log does not fit the records before it."""

    code = "RECORD_UNFIT"
    template = "Record {seq}, a command of {actor!r}, does not fit the records before it: {reason}."
    hint_template = (
        "Another program or another release of renkei wrote it. Everything before it can be read, and nothing can be "
        "written. Use that release here, or continue with a copy of the records before it: `renkei export`."
    )


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


class LogMovedError(LogError):
    """The project was moved: this location accepts no more records."""

    code = "LOG_MOVED"
    template = "The project was moved to {to}."
    hint_template = "Nothing was written. {advice}"


class LogUncertainError(LogError):
    """A write was not confirmed by the disk, or by the servers of a stream."""

    code = "LOG_UNCERTAIN"
    template = "A write to {path!r} was not confirmed: {reason}."
    hint_template = "It may or may not have survived. Retry with the same command id: it is applied at most once."
