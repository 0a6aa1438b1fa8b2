"""Which agent works in which directory, so that the files of two agents can be compared.

Each process that runs an agent, or answers its program, notes its directory in the project. A note is a hint: a lost or
old one costs a comparison, never a change.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import make_plain_directory, read_plain, write_atomically
from renkei.store.layout import NAME, Layout
from renkei.workspace.confined import is_git, plain
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.snapshots import Snapshots

SUFFIX = ".json"


@frozen
class AgentDirectory:
    """The directory of an agent.

    `top`: the directory that the paths of its files are relative to: that of its repository, if git is there.
    `prefix`: the project's name for this directory, with a slash at the end, or "".
    """

    agent: str
    top: Path
    git: Git | None = None
    prefix: str = ""

    def name(self, path: str | Path) -> str | None:
        """Return the path of a file relative to `top`; None for one outside or of git. Links are followed."""
        try:
            found = Path(os.path.realpath(self.top / path)).relative_to(os.path.realpath(self.top))
        except (ValueError, OSError):
            return None
        is_own = found.parts and not any(is_git(one) or plain(one) == NAME for one in found.parts)
        return found.as_posix() if is_own else None


def find_directory(agent: str, directory: Path, project: Path | None = None) -> AgentDirectory:
    """Return an agent's directory, with the repository around it.

    `project`: the project's directory. Paths in a repository below the project's own begin with the name of that
    repository.
    """
    git = None
    with suppress(WorkspaceError):
        git = Git(directory).opened()
    top = (git and git.files) or directory.resolve()
    return AgentDirectory(agent, top, git, _prefix(git, top, project))


def _prefix(git: Git | None, top: Path, project: Path | None) -> str:
    if project is None:
        return ""
    main, root = top, project.resolve().parent
    if git is not None:
        common = (git.directory / git.find("rev-parse", "--git-common-dir")).resolve()
        main = common.parent if is_git(common.name) else top
    inside = main.is_relative_to(root) and main != root
    return f"{main.relative_to(root).as_posix()}/" if inside else ""


class AgentDirectories:
    """The directories of a project's agents, and the snapshots of their files. All methods raise OSError."""

    def __init__(self, project: Path) -> None:
        """`project`: the project's directory."""
        self._directory = Layout(project).looks

    def add(self, known: AgentDirectory) -> None:
        """Note the directory of an agent."""
        make_plain_directory(self._directory)
        text = json.dumps({"agent": known.agent, "top": _hex(known.top)}).encode()
        path = self._path(known.agent)
        with suppress(OSError):
            if read_plain(path) == text:
                return
        write_atomically(path, text)

    def top_of(self, agent: str) -> Path | None:
        """Return the top directory of an agent's files; None if it is unknown."""
        with suppress(OSError, ValueError, LookupError, TypeError):
            return Path(os.fsdecode(bytes.fromhex(json.loads(read_plain(self._path(agent)))["top"])))
        return None

    def others(self, known: AgentDirectory) -> Iterator[str]:
        """Yield the agents that have noted the same directory as another agent."""
        for one in self._directory.glob(f"*{SUFFIX}"):
            with suppress(OSError, ValueError, LookupError, TypeError):
                data = json.loads(read_plain(one))
                if data["agent"] != known.agent and data["top"] == _hex(known.top):
                    yield data["agent"]

    def snapshots(self, git: Git) -> Path:
        """Return the directory for the snapshots of a worktree."""
        make_plain_directory(self._directory)
        return self._directory / _hash(os.fsencode(git.files or git.directory))

    def snapshots_of(self, agent: str) -> Snapshots | None:
        """Return the snapshots of an agent's files; None without git. Raises WorkspaceError."""
        top = self.top_of(agent)
        git = None if top is None or not top.is_dir() else Git(top).opened()
        return None if git is None else Snapshots(git, self.snapshots(git))

    def _path(self, agent: str) -> Path:
        return self._directory / f"{_hash(agent.encode(errors='replace'))}{SUFFIX}"


def _hex(path: Path) -> str:
    """Return a path, which may be no text, as text."""
    return os.fsencode(path).hex()


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
