"""All of the runtime's calls of git.

Git runs programs that a repository names: hooks, filters, merge drivers, a monitor of the file system. A member can
write files, and so could make a repository, or choose attributes. So the repository and its files are found once and
named in every call, a bare repository is never discovered, and nothing that a configuration names is run, except for
what git needs to read the person's own settings.
"""

import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.running.found_programs import find_program
from renkei.project.running.repositories import GIT
from renkei.project.running.scripts import scripts_of
from renkei.project.running.supervise import variables
from renkei.wording.values import quote
from renkei.workspace.errors import WorkspaceError

VARIABLES = ("PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME")
SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "commit.gpgSign": "false",
    "log.showSignature": "false",
    "merge.verifySignatures": "false",
    "merge.directoryRenames": "false",
    "diff.suppressBlankEmpty": "false",
    "diff.submodule": "short",
    "status.showUntrackedFiles": "normal",
    "advice.detachedHead": "false",
}
"""Settings of every call. They win over those of the repository, of the person and of the system."""

PROGRAMS = r"^(filter\..*\.(clean|smudge|process|required)|merge\..*\.driver)$"
"""Names of settings that make git run a program when it commits, checks out or merges."""

STARTED_LATER = re.compile(
    r"alias\..*|core\.(askpass|editor|fsmonitor|gitproxy|pager|sshcommand)|credential\.(.*\.)?helper|diff\.external"
    r"|diff\..*\.(command|textconv)|(diff|merge)tool\..*\.cmd|filter\..*\.(clean|process|smudge)|gpg\.(.*\.)?program"
    r"|interactive\.difffilter|merge\..*\.driver|pager\..*|sequence\.editor|trailer\..*\.(cmd|command)"
)
"""Names of settings with a command line that git runs for the person."""

OWN_INDEX = {"core.untrackedCache": "true", "core.splitIndex": "false", "status.showUntrackedFiles": "all"}
"""Settings of calls with an index of the runtime's own, which remembers in which directories nothing is untracked."""

INCLUDED = re.compile(r"include\.path|includeif\..*\.path")
"""Names of settings with the path of a file with further settings."""

STARTS_NOTHING = frozenset((
    "cat-file", "commit-tree", "diff-tree", "for-each-ref", "ls-files", "ls-tree", "merge-base", "rev-parse",
    "symbolic-ref", "update-ref",
))  # fmt: skip
"""Subcommands that read or write no files of the person's, and so run none of these programs.

`write-tree` is none of them: it reads a file again that was written in the same moment as the index.
"""

INSTEAD = {"driver": "false", "required": "false"}
"""Their values in every call, instead of none: a merge driver that fails leaves a conflict."""

FLAGS = {
    "diff": ("--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"),
    "log": ("--no-textconv",),
    "status": ("--ignore-submodules=dirty",),
}
"""Flags of a subcommand for programs that no setting turns off. In a submodule, git would go by its configuration."""

SUBMODULE = "160000"
"""Mode of a repository inside of the repository."""

TIMEOUT_SECONDS = 300
"""Seconds before git is killed."""

MOST_OUTPUT = 128 * 1024**2
"""Bytes of output after which git is killed: a member's files may differ by any number."""

MOST_SAID = 64 * 1024
"""Bytes of its errors that are read."""


@frozen
class Git:
    """Runs git in one directory, for one author.

    Without a `repository`, which is the directory of git's own files, only the repository can be looked for.
    """

    directory: Path
    author: str = "renkei"
    repository: Path | None = None
    files: Path | None = None
    """The top directory of the repository's files."""
    index: Path | None = None
    """An index other than that of the repository's files."""
    objects: tuple[Path, ...] = ()
    """Directories of objects beside the repository's; new objects are written to the first one."""

    def opened(self) -> "Git | None":
        """Return git for the repository around the directory, or None; raises WorkspaceError."""
        found = self._run("rev-parse", "--is-inside-work-tree", "--absolute-git-dir", "--show-toplevel")
        if found.returncode != 0 or not found.stdout.startswith("true\n"):
            return None
        _, repository, files, *more = found.stdout.removesuffix("\n").split("\n")
        if more:
            problem = f"{quote(str(self.directory))} is in a repository whose path has a line break"
            raise WorkspaceError(problem=problem, hint="Rename its directory.")
        return replace(self, repository=Path(repository), files=Path(files))

    def call(self, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
        """Run git and return the completed process; raises WorkspaceError if git cannot be run.

        `given`: its standard input.
        """
        if arguments[0] in STARTS_NOTHING:
            return self._run(*arguments, given=given)
        named = self._run("config", "--includes", "--name-only", "-z", "--get-regexp", PROGRAMS)
        without = {name: INSTEAD.get(name.rpartition(".")[2], "") for name in named.stdout.split("\0") if name}
        name, *rest = arguments
        return self._run(name, *FLAGS.get(name, ()), *rest, settings=without, given=given)

    def common_directory(self) -> Path:
        """Return the directory of the repository's own files that its worktrees share; raises OSError."""
        assert self.repository is not None
        link = self.repository / "commondir"
        return (self.repository / link.read_text().strip()).resolve() if link.exists() else self.repository.resolve()

    def started(self, *arguments: str, stdin: int, stderr: int) -> "subprocess.Popen[bytes]":
        """Start git, whose output is a pipe, for a dialogue with it. Raises WorkspaceError."""
        try:
            return subprocess.Popen(  # noqa: S603 – arguments as a list, without a shell
                [find_program("git"), *arguments],
                cwd=self.directory,
                env=self._environment({}),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        except OSError as error:
            raise WorkspaceError(problem=f"git cannot be run: {error}", hint="Try it by hand.") from None

    def _run(
        self, *arguments: str, settings: dict[str, str] | None = None, given: bytes = b""
    ) -> subprocess.CompletedProcess[str]:
        env = self._environment(settings or {})
        if not (find_program("git") and self.directory.is_dir()):
            problem = "There is no program `git`" if self.directory.is_dir() else f"{self.directory} does not exist"
            raise WorkspaceError(problem=problem, hint="Worktrees need git: install it, or use `shared`.")
        try:
            return self._completed(arguments, env, given)
        except OSError as error:
            raise WorkspaceError(problem=f"git cannot be run: {error}", hint="Try it by hand.") from None

    def _environment(self, settings: dict[str, str]) -> dict[str, str]:
        author = {"user.name": self.author, "user.email": f"{self.author}@renkei.invalid"}
        all_settings = SETTINGS | author | settings | (OWN_INDEX if self.index else {})
        env = variables(VARIABLES) | {"LC_ALL": "C.UTF-8", "GIT_EDITOR": "true"}
        env["GIT_ALLOW_PROTOCOL"] = (
            ""  # wins over `protocol.*.allow`: objects that are missing are fetched from nowhere
        )
        env["GIT_CONFIG_COUNT"] = str(len(all_settings))  # not `-c`: the name of a filter may hold `=`
        for place, (name, value) in enumerate(all_settings.items()):
            env |= {f"GIT_CONFIG_KEY_{place}": name, f"GIT_CONFIG_VALUE_{place}": value}
        if self.repository is not None:
            env |= {"GIT_DIR": str(self.repository), "GIT_WORK_TREE": str(self.files)}
        if self.index is not None:
            env["GIT_INDEX_FILE"] = str(self.index)
        if self.objects:
            first, *others = self.objects
            env["GIT_OBJECT_DIRECTORY"] = str(first)
            env["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = ":".join(map(_quoted, others))
        return env

    def _completed(
        self, arguments: Sequence[str], env: Mapping[str, str], given: bytes
    ) -> subprocess.CompletedProcess[str]:
        """Run git within limits of time and output; raises OSError or WorkspaceError."""
        command, pipe = [find_program("git"), *arguments], subprocess.PIPE
        with (
            TemporaryFile() as said,
            _file_with(given) as file,
            subprocess.Popen(  # noqa: S603 – arguments as a list, without a shell
                command, cwd=self.directory, env=env, stdin=file, stdout=pipe, stderr=said
            ) as process,
        ):
            assert process.stdout is not None
            timer = Timer(TIMEOUT_SECONDS, process.kill)
            timer.start()
            try:
                output = process.stdout.read(MOST_OUTPUT + 1)
                if len(output) <= MOST_OUTPUT:
                    process.wait()
            finally:
                timer.cancel()
                process.kill()
            said.seek(0)
            errors = said.read(MOST_SAID)
        if len(output) > MOST_OUTPUT or process.returncode == -signal.SIGKILL:
            problem = f"`git {arguments[0]}` printed more than {MOST_OUTPUT} bytes or took {TIMEOUT_SECONDS} s"
            raise WorkspaceError(problem=problem, hint="Name a smaller part of the files.")
        return subprocess.CompletedProcess(command, process.returncode, os.fsdecode(output), os.fsdecode(errors))

    def ask(self, *arguments: str) -> str:
        """Run git and return its output; raises WorkspaceError if it fails."""
        done = self.call(*arguments)
        if done.returncode != 0:
            said = next(iter((done.stderr or done.stdout).splitlines()), f"exit status {done.returncode}")
            problem = f"`git {arguments[0]}` failed in {quote(str(self.directory))}: {said}"
            raise WorkspaceError(problem=problem, hint="Look at the repository with git.")
        return done.stdout.rstrip("\n")

    def find(self, *arguments: str) -> str:
        """Run git and return its output, or "" if it fails."""
        done = self.call(*arguments)
        return done.stdout.rstrip("\n") if done.returncode == 0 else ""

    def holds(self, *arguments: str) -> bool:
        """Return whether git exits with status 0."""
        return self.call(*arguments).returncode == 0

    def startable_files(self) -> tuple[Path, ...]:
        """Return the files of the repository from which the person's git takes what it runs.

        They are directories of hooks, files with further settings, and those programs that settings name that exist.
        Raises WorkspaceError.
        """
        assert self.files is not None
        fields = self._run("config", "--list", "--includes", "--show-origin", "-z").stdout.split("\0")
        found: list[Path] = []
        for origin, setting in zip(fields[::2], fields[1::2], strict=False):
            name, _, value = setting.partition("\n")
            file = self.directory / origin.removeprefix("file:")
            path = Path(value).expanduser()
            found += [file] if origin.startswith("file:") else []
            found += [file.parent / path] if INCLUDED.fullmatch(name) else []
            found += [self.files / path] if name == "core.hookspath" else []
            if STARTED_LATER.fullmatch(name):
                found += [self.files / one.name for one in scripts_of(value.removeprefix("!"), self.files)]
        resolved = dict.fromkeys(Path(os.path.normpath(one)) for one in found)
        return tuple(one for one in resolved if self.files in one.parents and GIT not in one.parts)

    def inner_repositories(self) -> tuple[str, ...]:
        """Return the paths of submodules that hold a repository; raises WorkspaceError.

        Git would look for changes in them, and run the programs that their configuration names.
        """
        entries = (one.partition("\t") for one in self.ask("ls-files", "--stage", "-z").split("\0"))
        paths = (path for info, _, path in entries if info.startswith(SUBMODULE))
        return tuple(one for one in paths if self.files is not None and os.path.lexists(self.files / one / ".git"))

    def unmerged(self) -> tuple[str, ...]:
        """Return the files in conflict."""
        return tuple(one for one in self.find("diff", "--name-only", "-z", "--diff-filter=U").split("\0") if one)


def _file_with(data: bytes) -> IO[bytes]:
    """Return a temporary file from which the data can be read."""
    file = TemporaryFile()  # noqa: SIM115 – the caller closes it
    file.write(data)
    file.seek(0)
    return file


def _quoted(path: Path) -> str:
    """Return a path as git reads it in a list with colons between paths."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
