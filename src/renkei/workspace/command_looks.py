"""Finds the changes of a command in a directory without git, by comparing the files before and after it.

Only sizes and times are compared, so the lines are unknown.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from renkei.files.model import ChangeKind
from renkei.workspace.command_lines import commands_of
from renkei.workspace.confined import is_git, plain
from renkei.workspace.repository.changed_files import FileDifference

READING = frozenset(("cat", "cd", "echo", "false", "grep", "head", "ls", "pwd", "rg", "sleep", "tail", "true", "wc"))
"""Commands that change no file when they are joined by pipes alone."""

MOST_SCANNED = 20_000
"""Files that are looked at; in a larger directory without git, commands are not followed."""

SKIPPED = frozenset((".renkei", "node_modules", "__pycache__", ".venv"))
"""Directories that are skipped, because agents do not edit their files."""

Scan = dict[str, tuple[int, int, int]]
"""The size, time and number of each file, by its path relative to the directory."""


def may_change_files(line: str) -> bool:
    """Return whether a command line may change files."""
    commands = commands_of(line)
    return commands is None or not all(words[0] in READING for words in commands)


def scan(directory: Path) -> Scan | None:
    """Return the files below a directory; None if there are too many."""
    found: Scan = {}
    for path, file in _files(directory):
        found[path] = (file.st_size, file.st_mtime_ns, file.st_ino)
        if len(found) > MOST_SCANNED:
            return None
    return found


def differences(before: Scan | None, after: Scan | None) -> tuple[FileDifference, ...]:
    """Return the files that differ between two scans, by path; none if there were too many files."""
    if before is None or after is None:
        return ()
    changed = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    return tuple(FileDifference(path, _kind(path, before, after)) for path in changed)


def _kind(path: str, before: Scan, after: Scan) -> ChangeKind:
    if path not in after:
        return "deleted"
    return "edited" if path in before else "added"


def _files(directory: Path) -> Iterator[tuple[str, os.stat_result]]:
    for where, directories, names in os.walk(directory):
        directories[:] = [one for one in directories if not is_git(one) and plain(one) not in SKIPPED]
        for name in names:
            path = Path(where, name)
            with suppress(OSError):
                file = path.lstat()
                if not stat.S_ISDIR(file.st_mode):
                    yield path.relative_to(directory).as_posix(), file
