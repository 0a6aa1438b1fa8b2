"""What renkei knows of a coding agent's program: data, one module for each program.

A program joins in two ways. `renkei connect` writes `settings` into the directory, `renkei run` starts the program with
`launch` and writes nothing. Both hold the same: the tool server of renkei, and the hooks by which the program asks
renkei what to tell its model.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from renkei.immutable.frozen import frozen

AGENT = "RENKEI_AGENT"
"""The environment variable by which `renkei run` says who the program is. It wins over what is connected, so that one
directory serves several agents. It is not RENKEI_AS, which says who a person's shell acts as."""

STAY = "RENKEI_STAY"
"""The environment variable by which `renkei run --stay` says that a session without a terminal waits for work."""

CONNECTED = "connected.json"
"""The file in a project's directory that says which programs are connected."""

Moment = Literal["start", "compacted", "prompt", "step", "stop", "idle"]
"""When a program asks what to tell its model: at the start, after a compaction, with a prompt, between two steps,
before it stops, and before a teammate goes idle."""


@frozen
class Member:
    """Who joins which project by a program."""

    agent: str
    project: Path
    """The project's directory, as an absolute path."""
    python: str = sys.executable
    """The interpreter that runs renkei."""

    def command(self, *words: str) -> list[str]:
        """Return a command of renkei that works without a shell, a path or a current directory."""
        return [self.python, "-m", "renkei", *words]


@frozen
class Setting:
    """A value that renkei writes into a program's settings file."""

    file: str
    """The file, relative to the directory in which the program works."""
    pointer: str
    """JSON Pointer of the value. A `-` at the end adds an element to a list, "" is the whole file."""
    value: Any


@frozen
class Launch:
    """What a program is started with, so that it needs no settings file."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str]


@frozen
class Said:
    """What a hook tells the model; `go_on`: the model must not stop yet."""

    text: str
    go_on: bool = False


@frozen
class Program:
    """A coding agent's program."""

    name: str
    """Its name on the command line."""
    title: str
    """Its name for people."""
    executable: str
    """The command that starts it."""
    install: str
    """How to install it."""
    settings: Callable[[Member], tuple[Setting, ...]]
    """What `connect` writes."""
    launch: Callable[[Member], Launch]
    """What `run` starts it with; raises BadValueError for a program that reads its settings from files only."""
    moments: Mapping[str, Moment]
    """Its hook events, and what each is a moment for."""
    write: Callable[[str, Said], str]
    """Write what a hook says in the form that the program reads; takes the event first."""
    as_another: Callable[[Member], Launch] = lambda _: Launch((), {})
    """What a session of a connected directory is started with in addition, so that it is another agent."""
    idle_session: Callable[[Mapping[str, str]], int | None] = lambda _: None
    """The process id of the program that a hook with this environment may wake later; None when it may not."""
    complete: Callable[[str, Launch], Launch] = lambda _, launch: launch
    """Add to a launch what only the installed program knows; takes the path of the program first."""
    waits_in_stop: Callable[[Mapping[str, str]], bool] = lambda _: False
    """Whether the hook of its stop waits for work, with this environment: nothing else wakes the program."""
    hooks_by_command: bool = False
    """Whether no hook can call the tool server, so that commands ask it by its socket."""
    once: str = ""
    """What a person has to do in it once after it was connected."""
    reads_comments: bool = False
    """Whether it reads a settings file with comments."""
