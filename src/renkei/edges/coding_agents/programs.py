"""The programs that can join, by their names. Each is the `PROGRAM` of a module, imported when it is asked for."""

from importlib import import_module

from renkei.edges.coding_agents.program import Program

PROGRAMS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "opencode": "opencode",
    "gemini-cli": "gemini_cli",
}
"""The name of a program on the command line, and its module."""


def find_program(name: str) -> Program:
    """Return a program by one of the names in `PROGRAMS`."""
    program: Program = import_module(f"renkei.edges.coding_agents.{PROGRAMS[name]}").PROGRAM
    return program
