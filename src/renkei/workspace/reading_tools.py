"""Tools that look at the files of a workspace: searching them, and their differences and history in git.

They replace listed commands such as `git diff`, whose options could overwrite files or run programs. Their arguments
are checked, git runs nothing that a repository names, and closed paths are left out.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import PurePosixPath
from typing import Annotated

from pydantic import Field, StringConstraints

from renkei.agent_tools.tool import Tool
from renkei.project.running.repositories import DEPTH
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Flag, Frozen
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import Git

MOST_SHOWN = 30_000
"""Most characters that one call returns."""

MOST_MATCHES = 200
"""Most lines that a search returns."""

LONGEST_MATCH = 300
"""Characters shown of a line that matches."""

MOST_SEARCHED = 100 * 1024 * 1024
"""Bytes of files after which a search ends."""

Revision = Annotated[str, StringConstraints(pattern=r"^[\w@][\w./@{}~^+-]*$", max_length=200)]
"""A commit as git names it, such as `HEAD~2`, `main` or `3fa9c1d`; never an option."""


class SearchFiles(Frozen):
    """Arguments of `search_files`."""

    text: Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]*$")]
    """Exactly as in one line; no pattern."""
    path: str = "."
    """A file or a directory."""
    ignore_case: Flag = False


class GitDiff(Frozen):
    """Arguments of `git_diff`."""

    path: str = "."
    """Only this file or directory."""
    since: Revision = "HEAD"
    """A commit or branch to compare with."""
    until: Revision | None = None
    """A commit or branch; without it, the files as they are now."""


class GitLog(Frozen):
    """Arguments of `git_log`."""

    path: str = "."
    """Only commits that change this file or directory."""
    until: Revision = "HEAD"
    """The newest commit, or a branch."""
    limit: Annotated[int, Field(ge=1, le=200)] = 20
    """Most commits."""


def reading_tools(directory: ConfinedDirectory) -> tuple[Tool, ...]:
    """Return the tools that look at the files of a directory."""
    return (
        Tool(
            "search_files",
            "Find the lines of your workspace's files that contain a text.",
            SearchFiles,
            partial(_search_files, directory),
            reads=True,
        ),
        Tool(
            "git_diff",
            "Show how files of your workspace differ from a commit, as git diff does; new files only once committed.",
            GitDiff,
            partial(_git_diff, directory),
            reads=True,
        ),
        Tool(
            "git_log",
            "List the last commits: id, date, author and subject.",
            GitLog,
            partial(_git_log, directory),
            reads=True,
        ),
    )


def _search_files(directory: ConfinedDirectory, session: Session, arguments: SearchFiles) -> str:
    locale, found, left = session.project.state.locale, list[str](), MOST_SEARCHED
    wanted = arguments.text.casefold() if arguments.ignore_case else arguments.text
    for name in _files(directory, directory.name(arguments.path)):
        data = b""
        with suppress(WorkspaceError):  # a link, a pipe, or too large
            data = directory.read(name) or b""
        left -= len(data)
        lines = [] if b"\0" in data[:8_000] else data.decode(errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            if wanted in (line.casefold() if arguments.ignore_case else line):
                found.append(f"{name}:{number}: {line[:LONGEST_MATCH]}")
        if left < 0 or len(found) > MOST_MATCHES:
            found[MOST_MATCHES:] = [say(locale, "file.search_ended", path=name)]
            break
    return "\n".join(found) or say(locale, "file.nothing_found", text=quote(arguments.text))


def _files(directory: ConfinedDirectory, name: str) -> Iterator[str]:
    """Yield the files of a directory that are not closed, by name; a file yields itself. Raises WorkspaceError.

    Directories more than `DEPTH` levels down are left out.
    """
    names, waiting = directory.names(name), list[str]()
    if names is None:
        yield name
        return
    while True:
        waiting += [f"{PurePosixPath(name, one)}{'/' * one.endswith('/')}" for one in reversed(names)]
        names = []
        if not waiting:
            return
        path = waiting.pop()
        with suppress(WorkspaceError):  # closed, or gone
            name = directory.name(path)
            if not path.endswith("/"):
                yield name
            elif path.count("/") <= DEPTH:
                names = directory.names(name) or []


def _git_diff(directory: ConfinedDirectory, session: Session, arguments: GitDiff) -> str:
    git = _git(directory)
    revisions = [_commit(git, one) for one in (arguments.since, arguments.until) if one]
    text = git.ask("diff", "--no-color", "--relative", *revisions, "--", *_paths(directory, arguments.path))
    return _shown(session, text)


def _git_log(directory: ConfinedDirectory, session: Session, arguments: GitLog) -> str:
    git = _git(directory)
    form = ("--no-color", "--format=%h %as %an: %s", f"--max-count={arguments.limit}")
    text = git.ask("log", *form, _commit(git, arguments.until), "--", *_paths(directory, arguments.path))
    return _shown(session, text)


def _git(directory: ConfinedDirectory) -> Git:
    git = Git(directory.root).opened()
    if git is None:
        raise WorkspaceError(problem="The workspace is in no git repository", hint="Use `read_file`.")
    return git


def _commit(git: Git, revision: str) -> str:
    """Return the id of a commit; raises WorkspaceError if it does not exist."""
    found = git.find("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not found:
        raise WorkspaceError(problem=f"{quote(revision)} is no commit or branch", hint="Find one with `git_log`.")
    return found


def _paths(directory: ConfinedDirectory, path: str) -> Iterator[str]:
    """Yield git's pathspecs of a path, without the closed ones below it; raises WorkspaceError if it is closed."""
    yield f":(literal){directory.name(path)}"
    for one in sorted(directory.closed):
        yield f":(exclude,literal,icase){one}"


def _shown(session: Session, text: str) -> str:
    locale = session.project.state.locale
    left = len(text) - MOST_SHOWN
    if left > 0:
        return f"{text[:MOST_SHOWN]}\n{say(locale, 'file.more_characters', count=left)}"
    return text or say(locale, "file.no_difference")
