"""The exit statuses of the command line."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """The meanings of a command's exit status."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    NOTHING_READY = 3
    TIMED_OUT = 124
    INTERRUPTED = 130


MEANINGS: dict[ExitStatus, str] = {
    ExitStatus.DONE: "The command did what it says, or printed what was asked for. An empty list is an answer too.",
    ExitStatus.REFUSED: (
        "The command was refused, a document is not valid, a check failed, or `renkei team run` ended with open work."
    ),
    ExitStatus.USAGE: "Wrong usage: an unknown command or option, or an argument that is missing or has a wrong form.",
    ExitStatus.NOTHING_READY: "`renkei contract claim` without CONTRACT found no contract that the agent can claim.",
    ExitStatus.TIMED_OUT: "`renkei wait --timeout` ended without a reason to take a turn.",
    ExitStatus.INTERRUPTED: "Ctrl-C ended the command.",
}
"""The meaning of each exit status, for `docs/reference.md`. A test proves that it is complete."""
