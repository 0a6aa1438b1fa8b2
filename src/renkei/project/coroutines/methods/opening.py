"""Opening projects in an event loop, written by `make docs`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path

from renkei.board.model import ProjectState
from renkei.budget.delivery.model import ContextDelivery
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.project.clock import new_id, utc_now
from renkei.project.coroutines.opening import Opening
from renkei.project.create import create
from renkei.project.locations import MEMORY
from renkei.project.open import open
from renkei.protocol.primitives import Locale


def open_async(
    location: str | Path = ".renkei", now: Callable[[], str] = utc_now, *, read_only: bool | None = None
) -> Opening:
    """Open the project in a directory, or the one in its `.renkei`; `":memory:"` creates a new one.

    `read_only`: never write, while other processes may; by default only if the directory cannot be written.

    Raises BadValueError for a value that is not a location, ProjectMissingError if the directory holds no project,
    UnsupportedLocationError, LogTooNewError if a later release wrote the log, or another LogError.

    The result is used as `async with`, or awaited: for the event loop in which that is done.
    """
    return Opening(lambda: open(location, now, read_only=read_only))


def create_async(
    location: str | Path = MEMORY,
    name: str = "project",
    goal: str = "",
    phase: str = "",
    rules: Sequence[Rule] | None = None,
    locale: Locale = "en",
    members: Sequence[c.Join | c.SetGroup] = (),
    guarded: bool = True,
    now: Callable[[], str] = utc_now,
    make_id: Callable[[], str] = new_id,
    *,
    context_delivery: ContextDelivery | str | PathLike[str] | None = None,
    board: ProjectState | None = None,
    stream: str = "",
    credentials: str = "",
) -> Opening:
    """Create a project in a directory and return it open; without a directory, in memory until the process ends.

    `open()` opens the project in `.renkei`; `create(".renkei")` creates it.

    The first phase is `start` by default. `board` is an initial board, such as that of another project. Its agents join
    with their roles; `members` may add details such as `lead`. Its goal and phase are defaults. Its changelog is not
    copied, and no rule fires for its content.

    `rules` are the default rules unless others are given. `guarded`: suspend agents
    that repeat themselves or only exchange messages. `now` returns the time (ISO 8601) and `make_id` a unique id.
    `context_delivery` sets how messages are classified and delivered to agents: a model, the path of a document, or
    `default`, `specification` or `addressee_only`.

    `stream`: the address of a new stream, such as `nats://host:4222/shop`, so that other machines can join the project
    (`clone`). `credentials`: the path of a file with the rights of this machine there.

    Raises ProtocolError for a value that is not allowed and DocumentError for a document with faults (nothing is
    written then), ProjectExistsError if the directory already holds a project, UnsupportedLocationError or LogError;
    with a stream also StreamRefusedError if it exists, StreamUnavailableError, and ExtraMissingError.

    The result is used as `async with`, or awaited: for the event loop in which that is done.
    """
    return Opening(
        lambda: create(
            location,
            name,
            goal,
            phase,
            rules,
            locale,
            members,
            guarded,
            now,
            make_id,
            context_delivery=context_delivery,
            board=board,
            stream=stream,
            credentials=credentials,
        )
    )
