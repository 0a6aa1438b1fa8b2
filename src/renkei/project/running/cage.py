"""The cage of a command: a container made by bubblewrap, in which it sees its workspace and the system, nothing else.

The cage is a list of what is visible. The system (`/usr`, `/etc` and what belongs to them) and the programs on PATH
are read-only; the workspace is writable, under its own path. There is no home directory, no log and no other process.
The network is the command's own unless the team's file says otherwise. The supervisor stays outside, so a command can
neither see nor stop it; bubblewrap ends with it, and the kernel then ends everything inside.

The names that a cage binds are found before any command runs, and each is bound in every cage, so that a command
cannot replace one by a link before the next cage is made.
"""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from renkei.immutable.frozen import frozen
from renkei.project.running.found_programs import find_program
from renkei.project.running.syscall_filter import LOCAL, LOOPBACK, syscall_filter
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

Network = Literal["none", "loopback", "full"]
NETWORKS: tuple[Network, ...] = get_args(Network)

SYSTEM = ("/usr", "/etc", "/opt", "/nix/store", "/gnu/store")
LINKED = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Directories of the system that are links into `/usr` today."""

PRIVATE = ("/etc/environment", "/etc/ssh", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private")
"""Hidden beside everything in `/etc` that not every user of the machine may read."""

TEMPORARY_BYTES = 512 * 1024**2
"""Most bytes in the `/tmp` of a cage; they are kept in memory."""

SHARED_MEMORY_BYTES = 64 * 1024**2
"""Most bytes in the `/dev/shm` of a cage."""

HOME = "/tmp/home"  # noqa: S108 – within the cage, where nobody else is
SEPARATE = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "cage"),
)
FAMILIES: Mapping[Network, Sequence[int] | None] = {"none": LOCAL, "loopback": LOOPBACK, "full": None}
PROBE_SECONDS = 20.0
"""Seconds after which the first try of a cage counts as failed."""

Visible = Literal["read", "write", "hidden"]
_BIND: Mapping[Visible, str] = {"read": "--ro-bind", "write": "--bind"}


@frozen
class OpenCage:
    """The cage of one command: the words that precede the command, and the descriptors that they name."""

    words: tuple[str, ...] = ()
    descriptors: tuple[int, ...] = ()

    def was_entered(self) -> bool:
        """Return whether the command has started, after it has ended; true without a cage."""
        return not self.descriptors or b'"exit-code"' in os.pread(self.descriptors[0], 4096, 0)


@frozen
class Cage:
    """The reach of a command. All paths are absolute, without links."""

    workspace: Path
    """Its working directory or a directory above it; writable."""
    network: Network = "none"
    """`none`: no sockets but those within the cage. `loopback`: its own servers. `full`: the machine's network."""
    hidden: tuple[Path, ...] = ()
    """Files and directories that do not exist in the cage, although they lie in a visible directory."""
    protected: tuple[Path, ...] = ()
    """Files and directories of the workspace that are read-only, such as `.git`."""
    readable: tuple[Path, ...] = ()
    """Further files and directories that are visible, read-only."""

    def reach(self, locale: Locale) -> str:
        """Return a sentence that says what a command can reach."""
        return say(locale, f"cage.reach.{self.network}", workspace=str(self.workspace))

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the environment of a command in the cage: the given variables, with directories of the cage."""
        return {**given, "HOME": HOME, "TMPDIR": "/tmp"}  # noqa: S108 – as above

    @contextmanager
    def opened(self, directory: Path) -> Iterator["OpenCage"]:
        """Yield the cage for one command that runs in a directory.

        The options are passed in a file without a name, as the command may read the command line of bubblewrap. Raises
        FileNotFoundError without bubblewrap, or OSError.
        """
        with ExitStack() as files:
            program = find_program("bwrap")
            if not program:
                raise FileNotFoundError("bubblewrap (bwrap), which makes the cage, is not installed any more")
            status = _passed(files, b"")
            words = [*_separate(), *self._options(), "--chdir", str(directory), "--json-status-fd", str(status)]
            descriptors = [status]
            rules = syscall_filter(FAMILIES[self.network])
            if rules:
                descriptors.append(_passed(files, rules))
                words += ["--seccomp", str(descriptors[-1])]
            descriptors.append(_passed(files, b"\0".join(os.fsencode(one) for one in words)))
            yield OpenCage((program, "--args", str(descriptors[-1]), "--"), tuple(descriptors))

    def _options(self) -> list[str]:
        """Return the options that make the files and the network of the cage."""
        found = [] if self.network == "full" else ["--unshare-net"]
        for link in filter(Path.is_symlink, map(Path, LINKED)):
            found += ["--symlink", str(link.readlink()), str(link)]
        found += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
        found += ["--size", str(SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]  # noqa: S108 – as above
        found += ["--size", str(TEMPORARY_BYTES), "--tmpfs", "/tmp", "--dir", HOME]  # noqa: S108
        found += ["--dir", "/run", "--dir", "/var", "--symlink", "/tmp", "/var/tmp"]  # noqa: S108
        closing = ["--remount-ro", "/"]
        for path, visible in self._paths().items():
            if visible != "hidden":
                found += [_BIND[visible], str(path), str(path)]
            elif path.is_dir():
                found += ["--perms", "0555", "--tmpfs", str(path)]
                closing += ["--remount-ro", str(path)]
            else:
                found += ["--ro-bind", os.devnull, str(path)]
        return found + closing

    def _paths(self) -> dict[Path, Visible]:
        """Return how each path is seen, those above others first: the longest path that leads to a file decides."""
        named: dict[Path, Visible] = {}
        system = [one for one in map(Path, (*SYSTEM, *LINKED)) if not one.is_symlink()]
        network = [Path("/etc/resolv.conf").resolve()] if self.network == "full" else []
        named |= dict.fromkeys((*system, *programs(), *self.readable, *network), "read")
        named |= dict.fromkeys((*_private(), _home(), *self.hidden), "hidden")
        within = self._within()
        for one in within:  # a directory above is bound as well, and so cannot be renamed
            named |= {above: "write" for above in one.parents if above.is_relative_to(self.workspace)}
        named |= {self.workspace: "write", **within}
        ordered = sorted((one for one in named if os.path.lexists(one)), key=lambda one: len(one.parts))
        shown: dict[Path, Visible] = {}
        for path in ordered:
            above = next((shown[one] for one in path.parents if one in shown), "hidden")
            if named[path] != above:
                shown[path] = named[path]
            elif named[path] == "write":
                shown[path] = "write"
        return shown

    def _within(self) -> dict[Path, Visible]:
        """Return how those parts of the workspace are seen that are not writable; all below a hidden one is hidden."""
        hidden = [one for one in (_home(), *self.hidden) if self.workspace in one.parents]
        read = (one for one in (*self.protected, *programs()) if self.workspace in one.parents)
        seen = (one for one in read if not any(one.is_relative_to(two) for two in hidden))
        return {**dict.fromkeys(seen, "read"), **dict.fromkeys(hidden, "hidden")}


def problem_of_cages() -> str:
    """Return why no cage can be made on this machine, or ""; the first call tries it."""
    return _tried()[1]


def programs() -> tuple[Path, ...]:
    """Return the directories outside of the system that programs on PATH, and this Python, need.

    The directory `shims` of a version manager, such as pyenv, counts with the versions beside it. Directories that hold
    the home directory, or a project with its log, are left out.
    """
    return _programs(os.environ.get("PATH", ""), os.environ.get("VIRTUAL_ENV", ""))


@cache
def _programs(path: str, environment: str) -> tuple[Path, ...]:
    found: list[Path] = []
    roots = [Path(one) for one in (sys.prefix, sys.base_prefix, environment) if one]
    for one in map(Path, path.split(os.pathsep)):
        if one.is_absolute():
            roots += [one.parent] if one.name in ("bin", "sbin") else []
            found += {"bin": [], "sbin": [], "shims": [one.parent]}.get(one.name, [one])
    for root in roots:
        base = _base(root)
        found += [root] if base else [root / one for one in ("bin", "sbin", "lib")]
        found += [base / one for one in ("bin", "lib")] if base else []
    found = [two for one in found if os.path.isdir(one) for two in (one, one.resolve())]  # noqa: PTH112 – raises no error
    above = {*_home().parents, _home(), *map(Path, SYSTEM)}
    inside = (one for one in found if one not in above and not any(one.is_relative_to(two) for two in SYSTEM + LINKED))
    return tuple(dict.fromkeys(inside))


def _base(root: Path) -> Path | None:
    """Return the installation that an environment of Python is made from; None if `root` is no environment."""
    with suppress(OSError, UnicodeDecodeError):
        for line in (root / "pyvenv.cfg").read_text().splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                return Path(value.strip()).parent
    return None


def _home() -> Path:
    return Path("~").expanduser().resolve()


@cache
def _private() -> tuple[Path, ...]:
    """Return the hidden part of `/etc`: files that not every user may read, and `PRIVATE`."""
    found = [Path(one) for one in PRIVATE]
    for where, directories, files in os.walk("/etc"):
        for one in (*directories, *files):
            path = Path(where, one)
            mode = path.lstat().st_mode
            needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
            if not stat.S_ISLNK(mode) and mode & needed != needed:
                found.append(path)
                with suppress(ValueError):
                    directories.remove(one)
    return tuple(found)


def _passed(files: ExitStack, data: bytes) -> int:
    """Return a descriptor from which a program reads the data."""
    handle = os.memfd_create("renkei")
    files.callback(os.close, handle)
    os.write(handle, data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _separate() -> Iterable[str]:
    return _tried()[0]


@cache
def _tried() -> tuple[tuple[str, ...], str]:
    """Return the options of a container that can be made here, and "" or the reason why none can."""
    if sys.platform != "linux":
        return (), f"there is no bubblewrap for {sys.platform}"
    if not find_program("bwrap"):
        return (), "bubblewrap is not installed (no program `bwrap`)"
    said = ""
    with tempfile.TemporaryDirectory() as directory:
        options = Cage(Path(directory).resolve())._options()
        for separate in ((*SEPARATE, "--disable-userns"), SEPARATE):  # releases before 0.8 lack the last option
            said = _tried_with([*separate, *options])
            if not said:
                return separate, ""
    return (), f"bubblewrap cannot make one here: {said}"


def _tried_with(options: Sequence[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603 – arguments as a list, without a shell
            [find_program("bwrap"), *options, "true"], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    return "" if done.returncode == 0 else last or f"exit status {done.returncode}"
