"""Descriptions of the coding agents' programs: data, one module for each program, imported on demand.

A program joins in two ways. `renkei connect` writes `settings` into the directory. `renkei run` starts the program with
`launch` and writes nothing. Both contain renkei's tool server and the hooks through which the program asks renkei what
to tell its model.
"""

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from renkei.immutable.frozen import frozen

AGENT = "RENKEI_AGENT"
"""The environment variable in which `renkei run` names the agent. It overrides the connected agent, so that one
directory serves several agents. It is not RENKEI_AS, which names the participant of a person's shell.
"""

STAY = "RENKEI_STAY"
"""The environment variable by which `renkei run --stay` makes a session without a terminal wait for work."""

CONNECTED = "connected.json"
"""The file in a project's directory that lists the connected programs."""

Moment = Literal["start", "compacted", "prompt", "step", "stop", "idle"]
"""When a program asks what to tell its model: at the start, after a compaction, with a prompt, between two steps,
before it stops, and before a teammate goes idle."""


@frozen
class JoiningAgent:
    """The agent that joins a project through a program."""

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
    """JSON Pointer of the value. A final `-` appends to a list, "" is the whole file."""
    value: Any


@frozen
class Launch:
    """Arguments and variables that start a program without a settings file."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str]


@frozen
class Said:
    """The text that a hook gives the model; `go_on`: the model must not stop yet."""

    text: str
    go_on: bool = False


def hook_by_server(program: str, event: str, call: Mapping[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """Return a hook that calls the tool server; the program fills in `${…}`. `call`: for a hook of a tool's call."""
    given = {"program": program, "event": event, "session": "${session_id}", **(call or {})}
    return {"type": "mcp_tool", "server": "renkei", "tool": "hook", "input": given, **more}


CALL: Mapping[str, str] = {
    "tool": "${tool_name}",
    "input": "${tool_input}",
    "call": "${tool_use_id}",
    "directory": "${cwd}",
}
"""The values that a program fills in for the hook of a tool call."""


def hook_text(event: str, said: Said, decision: str = "block") -> str:
    """Return a hook's text as most programs read it; `decision` is their word for a model that must not stop yet."""
    if said.go_on:
        return json.dumps({"decision": decision, "reason": said.text}, ensure_ascii=False)
    context = {"hookEventName": event, "additionalContext": said.text}
    return json.dumps({"hookSpecificOutput": context}, ensure_ascii=False)


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
    settings: Callable[[JoiningAgent], tuple[Setting, ...]]
    """The settings that `connect` writes."""
    launch: Callable[[JoiningAgent], Launch]
    """Arguments for `run`; raises BadValueError for a program that reads its settings only from files."""
    moments: Mapping[str, Moment]
    """The moment of each of its hook events."""
    before_tool: str = ""
    """Its hook event before a tool's call, "" if it has none that renkei uses."""
    after_tool: str = ""
    """Its hook event after a tool's call."""
    write: Callable[[str, Said], str] = hook_text
    """Convert a hook's text to the program's format; takes the event first."""
    as_another: Callable[[JoiningAgent], Launch] = lambda _: Launch((), {})
    """Additional arguments that make a session in a connected directory another agent."""
    idle_session: Callable[[Mapping[str, str]], int | None] = lambda _: None
    """The process id of the program that a hook with this environment may wake later, or None."""
    prompts_woken: Callable[[Mapping[str, str]], bool] = lambda _: True
    """Whether a wake of `idle_session` runs the hook of a prompt in this environment, which gives the news."""
    complete: Callable[[str, Launch], Launch] = lambda _, launch: launch
    """Complete a launch with data from the installed program; takes the program's path first."""
    waits_in_stop: Callable[[Mapping[str, str]], bool] = lambda _: False
    """Whether its stop hook waits for work in this environment, because nothing else wakes the program."""
    hooks_by_command: bool = False
    """Whether its hooks cannot call the tool server, so that commands ask it through its socket."""
    once: str = ""
    """The step that a person has to take once in the program after connecting it."""
    reads_comments: bool = False
    """Whether it accepts comments in its settings file."""


PROGRAMS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "opencode": "opencode",
    "gemini-cli": "gemini_cli",
}
"""The command-line name of each program, and its module."""


def find_program(name: str) -> Program:
    """Return the program with one of the names in `PROGRAMS`."""
    program: Program = import_module(f"renkei.edges.coding_agents.{PROGRAMS[name]}").PROGRAM
    return program
