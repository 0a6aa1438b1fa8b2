"""Decides which commands can prove that work is done."""

import re

from renkei.transcripts.entries import ToolCall

LOOKING = frozenset(
    [
        "awk",
        "cat",
        "cd",
        "chmod",
        "cp",
        "cut",
        "date",
        "df",
        "du",
        "echo",
        "env",
        "export",
        "file",
        "find",
        "git",
        "grep",
        "head",
        "hostname",
        "id",
        "less",
        "ls",
        "mkdir",
        "mv",
        "printenv",
        "printf",
        "ps",
        "pwd",
        "read",
        "realpath",
        "rg",
        "rm",
        "sed",
        "sleep",
        "sort",
        "stat",
        "tail",
        "tee",
        "touch",
        "tree",
        "true",
        "uname",
        "uniq",
        "wc",
        "which",
        "whoami",
    ]
)
"""Programs that only look at files or move them, which proves nothing about a change."""


def is_check(call: ToolCall) -> bool:
    """Return whether a command can prove something, by doing more than looking at files or moving them."""
    parts = re.split(r"&&|\|\||[;|\n]", call.command)
    programs = [next((word for word in part.split() if "=" not in word), "") for part in parts]
    return any(name and name not in LOOKING for name in programs)
