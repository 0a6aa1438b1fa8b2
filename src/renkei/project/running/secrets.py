"""The keys of model providers and chats: the only place that reads them, and the filter that removes them from texts.

A program that runs members, bridges or commands takes the keys out of its environment when it starts, so nothing that
it starts inherits them by accident. Linux shows the environment that a process began with for its whole life, in
`/proc/PID/environ`, and its memory to a debugger. `hold_secrets` closes the process to inspection by other
processes of the same user. A program with the rights of root still can.

A key that this process has read is replaced in every record, in the memory of members, and in what the process prints.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TextIO

from renkei.log.posix import resource

SECRETS = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "OPENAI_API_KEY",
    "RENKEI_IRC_PASSWORD",
    "RENKEI_IRC_SERVER_PASSWORD",
    "RENKEI_MATRIX_PASSWORD",
    "RENKEI_MATRIX_TOKEN",
    "RENKEI_MATTERMOST_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_BOT_TOKEN",
    "TELEGRAM_BOT_TOKEN",
    "DISCORD_BOT_TOKEN",
)
"""The variables of the environment that hold a key or a password."""

SHORTEST = 8
"""Fewest characters of a value that is replaced in texts: a shorter one would be found inside of ordinary words."""

PR_SET_DUMPABLE = 4
"""The option of `prctl` that decides whether other processes of the user may inspect this one."""

_held: dict[str, str] = {}
_replaced: dict[str, str] = {}
"""Each value that texts may not contain, also as it is written in JSON, and its replacement."""


def hold_secrets(more: Iterable[str] = ()) -> None:
    """Take the secrets out of the environment of this process, and keep other processes from reading its memory.

    `more` are variables that other packages need. From now on, standard output and standard error replace the values of
    all of them. Only programs call this, not the library: it changes the whole process.
    """
    import ctypes  # only here: most commands start faster without it

    for name in (*SECRETS, *more):
        if value := os.environ.pop(name, ""):
            _held[name] = value
            _note(name, value)
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a system library without `prctl`
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    for stream in (sys.stdout, sys.stderr):
        _filter(stream)


def find_secret(name: str) -> str:
    """Return the value of a variable of `SECRETS`; "" if it is not set."""
    value = _held.get(name) or os.environ.get(name, "")
    if value:
        _note(name, value)
    return value


def claude_secret() -> dict[str, Any]:
    """Return the argument of Anthropic's SDK that holds its key; {} if the SDK should look for its own profile."""
    names = {"api_key": "ANTHROPIC_API_KEY", "auth_token": "ANTHROPIC_AUTH_TOKEN"}
    return next(({argument: value} for argument, name in names.items() if (value := find_secret(name))), {})


def full_environment() -> dict[str, str]:
    """Return the environment with the secrets in it, for a program that a person chose to run."""
    return os.environ | _held


def forget_secrets() -> None:
    """Forget the secrets that this process has read or holds."""
    _held.clear()
    _replaced.clear()


def redact(text: str) -> str:
    """Return a text in which the name of its variable replaces each secret that this process has read."""
    for value, replacement in list(_replaced.items()):
        if value in text:
            text = text.replace(value, replacement)
    return text


def redact_all(value: Any) -> Any:
    """Return a JSON value with all of its texts redacted, keys of objects included."""
    if not _replaced:
        return value
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {redact(name): redact_all(one) for name, one in value.items()}
    return [redact_all(one) for one in value] if isinstance(value, list | tuple) else value


def knows_secrets() -> bool:
    """Return whether this process has read a secret that texts may not contain."""
    return bool(_replaced)


def note_secret(name: str, value: str) -> None:
    """Have a secret that is in no variable replaced by its name in texts from now on."""
    _note(name, value)


def _note(name: str, value: str) -> None:
    if len(value) >= SHORTEST:
        _replaced[value] = _replaced[json.dumps(value, ensure_ascii=False)[1:-1]] = f"[{name}]"


def _filter(stream: TextIO | None) -> None:
    """Let a stream redact what is written to it, once."""
    write = getattr(stream, "write", None)
    if stream is not None and write is not None and not isinstance(write, _Redacting):
        with suppress(AttributeError):  # a stream whose methods cannot be replaced
            stream.write = _Redacting(write)  # type: ignore[method-assign]


class _Redacting:
    """The method `write` of a stream, which redacts its text before it passes it on."""

    def __init__(self, write: Callable[[str], int]) -> None:
        self._write = write

    def __call__(self, text: str) -> int:
        return self._write(redact(text))
