"""Real faults for tests: a disk that is full, a sync that fails, a thread that waits for a lock."""

import ctypes
import os
import platform
import resource
import signal
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_SYNCS = {"x86_64": (0xC000003E, 74, 75), "aarch64": (0xC00000B7, 82, 83)}
"""By machine: how seccomp names it, and the numbers of fsync and fdatasync."""

needs_seccomp = pytest.mark.skipif(
    platform.system() != "Linux" or platform.machine() not in _SYNCS, reason="needs seccomp"
)
needs_proc_locks = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="needs /proc/locks")


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """Refuse every write of this process beyond a size in bytes, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def fail_every_sync() -> None:
    """Let fsync and fdatasync fail with EIO from now on; call it in a child, since nothing takes it back."""
    machine, *numbers = _SYNCS[platform.machine()]
    load, jump, give = 0x20, 0x15, 0x06
    program = b"".join(
        struct.pack("HBBI", *line)
        for line in (
            (load, 0, 0, 4),  # the machine
            (jump, 0, 3, machine),
            (load, 0, 0, 0),  # the number of the call
            (jump, 2, 0, numbers[0]),
            (jump, 1, 0, numbers[1]),
            (give, 0, 0, 0x7FFF0000),  # allowed
            (give, 0, 0, 0x00050000 | 5),  # EIO
        )
    )
    lines = ctypes.create_string_buffer(program, len(program))
    filter_ = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(lines))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.create_string_buffer(filter_, len(filter_)), 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def wait_until_somebody_waits_for(path: Path) -> None:
    """Return when the kernel lists somebody who waits for the lock on a file."""
    inode = f":{path.stat().st_ino}"
    end = time.monotonic() + 20
    while not any("->" in line and inode in line for line in Path("/proc/locks").read_text().splitlines()):
        assert time.monotonic() < end, f"nobody waits for {path}"
        os.sched_yield()


def wait_until_somebody_opens(path: Path) -> None:
    """Return when another process has a directory open, as one that tries again and again to lock it."""
    end = time.monotonic() + 20
    while not any(
        _opens(process, path) for process in Path("/proc").glob("[0-9]*") if process.name != str(os.getpid())
    ):
        assert time.monotonic() < end, f"nobody opens {path}"
        os.sched_yield()


def _opens(process: Path, path: Path) -> bool:
    with suppress(OSError):  # it has ended
        return any(one.readlink() == path for one in (process / "fd").iterdir())
    return False
