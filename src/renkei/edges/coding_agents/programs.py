"""The programs that can join, by name. Each is the `PROGRAM` of a module that is imported on demand."""

from importlib import import_module

from renkei.edges.coding_agents.program import Program

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
