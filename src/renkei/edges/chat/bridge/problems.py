"""The problems of a bridge, kept in its file so that `renkei bridge status` shows them from any process.

On a full disk nothing can be stored, so the process with the problem also reports it directly.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Literal, get_args

from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import ChatUnreachableError
from renkei.errors import LogError, RenkeiError
from renkei.wording.visible import one_line

Side = Literal["connecting", "posting", "inviting", "listening", "following", "holding", "showing", "closed"]
"""The activity of a bridge in which a problem occurs."""

LONG_SECONDS = 60.0
"""Seconds of a wait from which on a problem says when it ends."""

PROBLEM_CHARACTERS = 500
"""Most characters kept of a problem."""

SIDES: tuple[Side, ...] = get_args(Side)


def in_words(error: Exception, hint: Callable[[str], str] = str) -> str:
    """Return an error on one line; with its class if it is not an error of renkei. `hint` rewrites its hint."""
    if isinstance(error, RenkeiError):
        return f"{error.message} {hint(error.hint)}".strip() + f" ({error.code})"
    return f"{type(error).__name__}: {error}"


class Problems:
    """The problems of one bridge: the failure of each side until it succeeds, and permanent errors of the chat.

    `tell` receives each problem once, and "" when all are solved.
    """

    def __init__(self, file: BridgeFile, tell: Callable[[str], None] | None = None) -> None:
        self._file = file
        self._tell = tell or (lambda problem: None)
        self._lock = Lock()
        self._stored: dict[Side, str] = {}
        self._now: dict[Side, str] = {}
        self._told: str | None = None
        self._refusal = ""

    def forget(self, side: Side) -> None:
        """Forget the failure of a side, also one of an earlier process. Nothing is reported now."""
        with self._lock:
            self._now.pop(side, None)
        self._store(side, "")

    def report(self, side: Side, error: Exception) -> None:
        """Store the current failure of a side."""
        self.state(side, f"{in_words(error)}{_again(error)}")

    def lack(self, problem: str) -> None:
        """Store what the chat's posts do not show for want of a right; "" for nothing."""
        self.state("showing", problem)

    def state(self, side: Side, problem: str) -> None:
        """Store what is wrong with a side, in words."""
        self._set(side, _shortly(problem))

    def clear(self, side: Side) -> None:
        """Store that a side works again."""
        self._set(side, "")

    def refuse(self, error: Exception) -> None:
        """Count a post that the chat rejected permanently, or an event of the chat that could not be processed."""
        self.refuse_as(in_words(error))

    def refuse_as(self, problem: str) -> None:
        """Count a permanent problem in the words of the chat's side of the bridge."""
        refusal = _shortly(problem)
        with self._lock:
            is_new, self._refusal = refusal != self._refusal, refusal
        if is_new:
            self._tell(refusal)
        with suppress(LogError):
            self._file.set_position("refused", str(self.refused + 1))
            self._file.set_position("refusal", refusal)

    @property
    def refused(self) -> int:
        """The number of permanent errors since the bridge was added."""
        return int(self._file.position("refused") or 0)

    @property
    def text(self) -> str:
        """The current problem, or else the chat's last permanent error, or ""."""
        return _joined(map(self._current, SIDES)) or self._refusal or self._file.position("refusal")

    def _current(self, side: Side) -> str:
        return self._now[side] if side in self._now else self._file.position(f"problem of {side}")

    def _set(self, side: Side, problem: str) -> None:
        with self._lock:
            self._now[side] = problem
            now = _joined(self._now.values())
            is_new, self._told = now != self._told, now
            if is_new:
                self._tell(now)
        self._store(side, problem)

    def _store(self, side: Side, problem: str) -> None:
        if self._stored.get(side) == problem:
            return
        with suppress(LogError):  # a full disk is such a problem
            self._file.set_position(f"problem of {side}", problem)
            self._stored[side] = problem


def _again(error: Exception) -> str:
    """Return when a chat is asked again that wants a long wait, such as one of hours; "" for a short one."""
    seconds = error.retry_after if isinstance(error, ChatUnreachableError) else 0.0
    if seconds < LONG_SECONDS:
        return ""
    return f" Next attempt at {datetime.now(UTC) + timedelta(seconds=seconds):%Y-%m-%d %H:%M} UTC."


def _joined(problems: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(one for one in problems if one))


def _shortly(problem: str) -> str:
    """Return a problem on one line, shortened because it may quote a post."""
    text = one_line(problem)
    return text if len(text) <= PROBLEM_CHARACTERS else f"{text[:PROBLEM_CHARACTERS]}…"
