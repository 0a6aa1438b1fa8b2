"""The tricks of a hostile command, each with its outcome with and without a cage.

`docs/explanation/cages.md` shows this table.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from renkei.project.running.cage import Cage, problem_of_cages

PYTHON = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable

WHY_NOT = problem_of_cages()
caged = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
"""Marks a test that needs a cage."""


@dataclass(frozen=True)
class Trick:
    """A line for `sh`, whether it succeeds without a cage, and whether in one.

    It prints GOT when it has succeeded, or makes a file that the person sees.
    """

    line: str
    bare: bool = True
    caged: bool = False
    makes: str = ""


@dataclass(frozen=True)
class World:
    """What a command attacks: `place` holds a project and its workspace; the other files are outside of both."""

    place: Path
    workspace: Path
    values: dict[str, str]

    @property
    def cage(self) -> Cage:
        """The cage of a command in this world."""
        project = self.place / ".renkei"
        closed = (project, self.workspace / ".renkei", self.workspace / "team.yaml")
        return Cage(self.workspace, hidden=closed, protected=(self.workspace / ".git",))

    def filled(self, text: str) -> str:
        """Return the text with the values of this world."""
        found = text
        for name, value in self.values.items():
            found = found.replace(f"@{name}", value)
        return found

    def has_succeeded(self, trick: Trick, output: str) -> bool:
        """Return whether a trick has reached its aim."""
        return Path(self.filled(trick.makes)).exists() if trick.makes else "GOT" in output


def python(code: str) -> str:
    """Return a line that runs Python code."""
    return f'@python -c "{code}" 2>/dev/null'


_CONNECT = "import socket; s = socket.socket({}); s.connect({}); print('GOT')"
_CALL = "import ctypes; print('GOT' if ctypes.CDLL(None).syscall({}) >= 0 else '')"

TRICKS: dict[str, Trick] = {
    "Read the keys in the environment of the process that runs the team": Trick(
        "tr '\\0' '\\n' < /proc/@runtime/environ 2>/dev/null | grep -q secret-key && echo GOT"
    ),
    "Kill another program of the person": Trick("kill -9 @runtime 2>/dev/null && echo GOT"),
    "Read a file of the home directory": Trick("grep -q secret @home/.ssh/id 2>/dev/null && echo GOT"),
    "Write a file of the home directory": Trick("echo x 2>/dev/null >> @home/.profile && echo GOT"),
    "Read the log of the project": Trick("grep -q secret @project/log.db 2>/dev/null && echo GOT"),
    "Read the log of a project within the workspace": Trick("grep -q secret .renkei/log.db 2>/dev/null && echo GOT"),
    "Replace the file of the team": Trick("echo x 2>/dev/null > team.yaml && echo GOT"),
    "Remove the file of the team": Trick("rm team.yaml 2>/dev/null && echo GOT"),
    "Read the worktree of another member": Trick("grep -q secret @project/worktrees/ben/file 2>/dev/null && echo GOT"),
    "Make git run a program (`.git/config`)": Trick("echo '[core] fsmonitor=x' 2>/dev/null >> .git/config && echo GOT"),
    "Add a hook of git": Trick("echo x 2>/dev/null > .git/hooks/post-commit && echo GOT"),
    "Replace `.git` by a link": Trick("mv .git old 2>/dev/null && ln -s / .git && echo GOT"),
    "Replace the workspace by a link": Trick(
        "mv @workspace @workspace.old 2>/dev/null && mv @workspace.old @workspace && echo GOT"
    ),
    "Link to a file of the home directory and read it": Trick("ln -s @home/.ssh/id k; grep -qs secret k && echo GOT"),
    "Hard link to a file of the home directory": Trick("ln @home/.ssh/id hard 2>/dev/null && echo GOT"),
    "Write beside the workspace": Trick("echo x > ../beside", makes="@project/../beside"),
    "Leave a file in `/tmp` for others": Trick("echo x > /tmp/@name", makes="/tmp/@name"),
    "Connect to a server of the machine": Trick(python(_CONNECT.format("", "('127.0.0.1', @port)"))),
    "Connect to a socket file of the person": Trick(python(_CONNECT.format("socket.AF_UNIX", "'@home/agent'"))),
    "Connect to an abstract socket": Trick(python(_CONNECT.format("socket.AF_UNIX", "chr(0) + '@name'"))),
    "Make a socket to the host of a virtual machine": Trick(
        python("import socket; socket.socket(40, 1); print('GOT')"), bare=True
    ),
    "Make another user namespace": Trick("unshare --user --map-root-user true 2>/dev/null && echo GOT"),
    "Put characters into the person's terminal": Trick("echo x 2>/dev/null > /dev/tty && echo GOT", bare=False),
    "Find variables of the team's process in its environment": Trick("env | grep -qi secret && echo GOT", bare=False),
}
"""Each trick by its row of the table."""


@contextmanager
def hostile_world(place: Path) -> Iterator[World]:
    """Make what the tricks attack, and a process and sockets of the person."""
    home, workspace, project = place / "home", place / "work space\n-x", place / ".renkei"
    for one in (home / ".ssh", workspace / ".git" / "hooks", workspace / ".renkei", project / "worktrees" / "ben"):
        one.mkdir(parents=True)
    for secret in (home / ".ssh/id", project / "log.db", workspace / ".renkei/log.db", project / "worktrees/ben/file"):
        secret.write_text("secret\n")
    for written in (home / ".profile", workspace / "team.yaml", workspace / ".git" / "config"):
        written.write_text("as before\n")
    (workspace / "-rf").write_text("a file\n")
    name = f"renkei-{os.getpid()}-{place.name}"
    runtime = subprocess.Popen(["sleep", "600"], env={"API_KEY": "secret-key"})
    with socket.socket() as server, socket.socket(socket.AF_UNIX) as file, socket.socket(socket.AF_UNIX) as abstract:
        server.bind(("127.0.0.1", 0))
        here = Path.cwd()
        os.chdir(home)  # the whole path would be too long
        file.bind("agent")
        os.chdir(here)
        abstract.bind(f"\0{name}")
        for one in (server, file, abstract):
            one.listen()
        values = {"python": PYTHON, "runtime": str(runtime.pid), "home": str(home), "project": str(project)}
        values |= {"port": str(server.getsockname()[1]), "workspace": "'" + str(workspace) + "'", "name": name}
        try:
            yield World(place, workspace, values)
        finally:
            runtime.kill()
            runtime.wait()
            with suppress(OSError):
                Path(f"/tmp/{name}").unlink()
