"""Runs git for the runtime: without hooks, prompts, signatures, or variables that point to another repository."""

import os
import subprocess
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.project.criteria.run_criterion import variables
from renkei.wording.values import quote
from renkei.workspace.errors import WorkspaceError

VARIABLES = ("PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME")
SETTINGS = {"core.hooksPath": os.devnull, "commit.gpgSign": "false", "advice.detachedHead": "false"}
TIMEOUT_SECONDS = 300
"""Seconds before git is killed."""


@frozen
class Git:
    """Runs git in one directory, for one author."""

    directory: Path
    author: str = "renkei"
    ceiling: Path | None = None
    """Limits the search for a repository to below this directory, so an enclosing repository is never used."""

    def call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run git and return the completed process; raises WorkspaceError if git cannot be run."""
        settings = SETTINGS | {"user.name": self.author, "user.email": f"{self.author}@renkei.invalid"}
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        env = variables(VARIABLES) | {"LC_ALL": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true"}
        if self.ceiling is not None:
            env["GIT_CEILING_DIRECTORIES"] = str(self.ceiling.resolve())
        try:
            return subprocess.run(  # noqa: S603 – arguments as a list, without a shell
                ["git", *given, *arguments],  # noqa: S607 – the git of the person who runs the team
                cwd=self.directory,
                env=env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="surrogateescape",
                timeout=TIMEOUT_SECONDS,
                check=False,
            )
        except FileNotFoundError:
            problem = "There is no program `git`" if self.directory.is_dir() else f"{self.directory} does not exist"
            raise WorkspaceError(problem=problem, hint="Worktrees need git: install it, or use `shared`.") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise WorkspaceError(problem=f"git cannot be run: {error}", hint="Try it by hand.") from None

    def ask(self, *arguments: str) -> str:
        """Run git and return its output; raises WorkspaceError if it fails."""
        done = self.call(*arguments)
        if done.returncode != 0:
            said = next(iter((done.stderr or done.stdout).splitlines()), f"exit status {done.returncode}")
            problem = f"`git {arguments[0]}` failed in {quote(str(self.directory))}: {said}"
            raise WorkspaceError(problem=problem, hint="Look at the repository with git.")
        return done.stdout.strip()

    def find(self, *arguments: str) -> str:
        """Run git and return its output, or "" if it fails."""
        done = self.call(*arguments)
        return done.stdout.strip() if done.returncode == 0 else ""

    def holds(self, *arguments: str) -> bool:
        """Return whether git exits with status 0."""
        return self.call(*arguments).returncode == 0

    def unmerged(self) -> tuple[str, ...]:
        """Return the files in conflict."""
        return tuple(one for one in self.find("diff", "--name-only", "-z", "--diff-filter=U").split("\0") if one)
