"""Where a process finds the fork server of its kind: both sides compute this, and only equal ones meet.

Whatever could make a command do something else in the fork server's place is a part of the identity: the user and its
privileges, the namespaces of a container, the limits, the interpreter with its options, the locale, and the code.
Control groups are not; a command then counts towards that of the fork server.
"""

import os
import sys
import zlib

SWITCH = "RENKEI_WARM"
"""The environment variable that switches all of this off if it is `off`."""

NAMESPACES = ("cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts")
PRIVILEGES = ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp")
"""Rows of /proc/self/status, see proc(5)."""

CORE = "RLIMIT_CORE"
"""The limit that differs: a process with keys writes no core files."""

LOCALE = ("LANG", "LANGUAGE", "TZ")
"""Variables that the interpreter or the C library reads once, besides those that begin with PYTHON or LC_."""


def is_switched_off() -> bool:
    """Return whether this process neither uses a fork server nor keeps one: other systems lack what it needs."""
    return sys.platform != "linux" or os.environ.get(SWITCH) == "off"


def identity() -> list[str]:
    """Return what two processes must have in common. Raises OSError without /proc."""
    import resource  # Windows has none

    with open("/proc/self/status") as status:  # noqa: PTH123 – `pathlib` takes longer than all of this
        rows = [line for line in status.read().splitlines() if line.partition(":")[0] in PRIVILEGES]
    root = os.stat("/")  # noqa: PTH116
    limits = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_") and name != CORE]
    variables = [name for name in sorted(os.environ) if name.startswith(("PYTHON", "LC_")) or name in LOCALE]
    return [
        *rows,
        *(os.readlink(f"/proc/self/ns/{name}") for name in NAMESPACES),  # noqa: PTH115
        f"{root.st_dev} {root.st_ino}",
        *(f"{one} {resource.getrlimit(one)}" for one in limits),
        *(f"{name}={os.environ[name]}" for name in variables),
        str(getattr(sys.stdout, "write_through", None)),
        *(sys.executable, sys.prefix, sys.version, str(sys.flags), str(sys.warnoptions), str(sys._xoptions)),
        *sys.path[1:],  # the first is the directory of the program that was started
        __file__,
    ]


def directory() -> str:
    """Return the directory of the sockets."""
    base = os.environ.get("XDG_RUNTIME_DIR") or "/tmp"  # noqa: S108 – see `check_directory`
    return f"{base}/renkei-{os.getuid()}"


def check_directory(path: str) -> None:
    """Raise OSError unless a directory exists and belongs to this user alone: in /tmp, another can have made it."""
    seen = os.lstat(path)
    if (seen.st_mode, seen.st_uid) != (0o040700, os.getuid()):
        raise PermissionError(f"{path} is not a directory of this user alone")


def socket_path(shared: list[str]) -> str:
    """Return the socket of the fork server for processes with this identity."""
    number = zlib.crc32("\0".join(shared).encode(errors="surrogateescape"))
    return f"{directory()}/{number:08x}.sock"
