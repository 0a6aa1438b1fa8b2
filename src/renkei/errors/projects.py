"""Errors of projects: there is none, there is another one than expected, or it cannot be used in this place."""

from renkei.errors.base import RenkeiError
from renkei.errors.commands import NotAllowedError


class ProjectError(RenkeiError):
    """A project directory cannot be used."""

    code = "PROJECT"


class ProjectMissingError(ProjectError):
    """The directory contains no project."""

    code = "PROJECT_MISSING"
    template = "There is no renkei project in {path!r}."
    hint_template = "Create one with `renkei init` or `renkei.create`, or name its directory: `renkei -C DIR`."


class ProjectExistsError(ProjectError):
    """The directory already contains a project."""

    code = "PROJECT_EXISTS"
    template = "{path!r} already contains a project."
    hint_template = "Open it (`renkei.open`, `renkei status`), or choose another directory."


class UnsupportedLocationError(ProjectError):
    """No log can be kept at this kind of location."""

    code = "UNSUPPORTED_LOCATION"
    template = "{location!r} cannot contain a project: {kind!r} is not a supported kind of location."
    hint_template = "Give {supported}."


class UnsupportedSystemError(ProjectError):
    """The operating system lacks what a directory, or a command within limits, needs."""

    code = "UNSUPPORTED_SYSTEM"
    template = "renkei cannot {act} on this system, which has neither the file locks nor the processes of POSIX."
    hint_template = "Use Linux or macOS, or WSL on Windows. Projects in memory (`:memory:`) work everywhere."


class ProjectClosedError(ProjectError):
    """The asynchronous form of a project was closed."""

    code = "PROJECT_CLOSED"
    template = "This project was closed, so no coroutine can use it."
    hint_template = "Use it within the block of `open_async`, or open it again."


class WrongLoopError(ProjectError):
    """The asynchronous form of a project was used outside of its event loop."""

    code = "WRONG_LOOP"
    template = "This project belongs to another event loop, or to the process that this one was forked from."
    hint_template = "Open it in each event loop with `open_async`: any number of them may use one directory."


class ConsentNeededError(NotAllowedError):
    """Another participant wrote the command of a criterion, and the person has not allowed it on this machine."""

    code = "CONSENT_NEEDED"
    template = "{author!r} wrote the command {command!r} of {contract!r}, and nobody has allowed it on this machine."
    hint_template = "Read it, then allow it: `renkei contract verify {contract}` on a terminal, or with `--run`."
