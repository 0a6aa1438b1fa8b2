"""Run one command and end everything it started; a separate program that imports nothing of renkei.

python -I -S supervisor.py CONTROL REPORT LIMITS COMMAND…

CONTROL is a pipe: when the other end closes it, or dies, the command ends. REPORT is a pipe that receives one line:
`exit N`, `signal N`, `stopped TEXT` or `failed TEXT`. LIMITS are bytes of memory, bytes of a file, processes, and bytes
of disk.

On Linux a process that leaves its group or session, or whose parent ends, becomes a child of this program, so that none
is missed. Elsewhere only the group of the command is ended.
"""

import ctypes
import os
import resource
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic

TICK = 0.1
"""Seconds between two measurements of the processes."""

GLANCE = 0.005
"""Seconds between two looks at the number of the machine's threads. Processes that multiply are many after TICK."""

ROUNDS = 300
"""Attempts to kill the remaining processes."""

THREADS = 16
"""Threads for each allowed process that the machine may gain while the command runs."""

_OWNED = ("MemFree", "Buffers", "Cached", "SwapCached", "AnonPages", "SReclaimable")
"""Rows of /proc/meminfo, see proc(5), with the memory that is free, of a process, or that the kernel can drop."""

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, see prctl(2)
_PAGE = resource.getpagesize()
_LIMITED = tuple(getattr(resource, name) for name in ("RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_NPROC"))


def main(control: int, report: int, memory: int, file_size: int, processes: int, disk: int, command: list[str]) -> None:
    """Run a command until it ends, reaches a limit or is cancelled, and report how it ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    awake, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    before = _free_disk(), _unowned_memory(), _tasks()
    # The kernel counts all threads of the user, and those of root without a limit.
    for limit, value in zip(_LIMITED, (memory, file_size, 0, before[-1] + processes * THREADS), strict=True):
        _lower(limit, value)
    os.set_inheritable(control, False)
    os.set_inheritable(report, False)
    child = _start(command, report)
    os.close(1)
    os.close(2)
    _hurry(0)
    ended, counted, due = "", before[-1], 0.0
    while not ended:
        ended = _reap(child)
        if not ended and (monotonic() >= due or _tasks() > counted + processes):
            counted, due = _tasks(), monotonic() + TICK
            ended = _growth(before, disk, memory, processes) or _excess(memory, processes)
        if not ended and control in select.select([control, awake], [], [], GLANCE)[0]:
            ended = "stopped"
        with suppress(BlockingIOError):
            os.read(awake, 4096)
    _end_all(child)
    os.write(report, ended.encode() + b"\n")


def _hurry(pid: int) -> None:
    """Run a process before all others, if this user may: a thousand busy ones would delay it by seconds."""
    with suppress(OSError, AttributeError):  # macOS has no such call
        os.sched_setscheduler(pid, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def _lower(limit: int, value: int) -> None:
    """Lower a limit of this process, which the command inherits; an already lower one is kept."""
    _, hard = resource.getrlimit(limit)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(limit, (value, value))


def _start(command: list[str], report: int) -> int:
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.execvp(command[0], command)  # noqa: S606 – running what the contract says is the task; no shell
        except BaseException as error:
            os.write(report, f"failed {getattr(error, 'strerror', None) or error}\n".encode())
        finally:
            os._exit(127)
    return child


def _reap(child: int) -> str:
    """Collect the processes that have ended; return how the command ended, "" while it runs."""
    ended = ""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
                ended = f"exit {code}" if code >= 0 else f"signal {-code}"
    return ended


def _excess(memory: int, processes: int) -> str:
    """Return the limit that the processes have reached together, or ""."""
    found = _descendants(os.getpid())
    if len(found) > processes:
        return f"stopped started more than {processes} processes"
    if sum(found.values()) > memory:
        return f"stopped used more than {memory} bytes of memory"
    return ""


def _growth(before: tuple[int, int, int], disk: int, memory: int, processes: int) -> str:
    """Return the limit that the machine's totals have reached since `before`, or "".

    Files in memory and data in sockets belong to no process, and a command can hide them. Processes that multiply
    faster than they can be counted one by one are seen in the number of all threads.
    """
    free, unowned, tasks = before
    if _tasks() - tasks > processes * THREADS:
        return f"stopped started more than {processes} processes"
    if free - _free_disk() > disk:
        return f"stopped used more than {disk} bytes of disk"
    if _unowned_memory() - unowned > memory:
        return f"stopped used more than {memory} bytes of memory outside of processes"
    return ""


def _free_disk() -> int:
    """Return the free bytes of the file system of the working directory."""
    with suppress(OSError):
        found = os.statvfs(".")
        return found.f_bfree * found.f_frsize
    return 0


def _unowned_memory() -> int:
    """Return the machine's bytes of memory that belong to no process; 0 without /proc.

    They are the files in memory, and what the kernel keeps and cannot drop, such as the data in pipes and sockets. ZFS
    keeps its cache there, too, and can drop it.
    """
    with suppress(OSError, ValueError, KeyError, IndexError):
        rows = Path("/proc/meminfo").read_text().splitlines()
        sizes = {name: int(value.split()[0]) * 1024 for name, _, value in (row.partition(":") for row in rows)}
        return sizes["MemTotal"] + sizes["Shmem"] - sum(map(sizes.__getitem__, _OWNED)) - _zfs_cache()
    return 0


def _zfs_cache() -> int:
    with suppress(OSError, ValueError, IndexError):
        rows = map(str.split, Path("/proc/spl/kstat/zfs/arcstats").read_text().splitlines())
        return next((int(row[2]) for row in rows if row[:1] == ["size"]), 0)
    return 0


def _tasks() -> int:
    """Return the number of the machine's threads; 0 without /proc."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/loadavg").read_bytes().split()[3].partition(b"/")[2])
    return 0


def _descendants(root: int) -> dict[int, int]:
    """Return the bytes in memory of each process below another; empty without /proc."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = entry.read_bytes().rpartition(b")")[2].split()  # the name before may hold anything
            if fields[0] != b"Z":
                pid = int(entry.parent.name)
                parents[pid], sizes[pid] = int(fields[1]), int(fields[21]) * _PAGE
    below: dict[int, int] = {}
    fresh = {root}
    while fresh:
        fresh = {pid for pid, parent in parents.items() if parent in fresh and pid not in below}
        below |= {pid: sizes[pid] for pid in fresh}
    return below


def _children(pid: int) -> list[int]:
    """Return the children of a process; empty without /proc."""
    with suppress(OSError):
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_bytes().split()]
    return []


def _end_all(child: int) -> None:
    """Kill every process below this one until all are gone; without /proc the command's group.

    The first process of a cage ends all others as it ends: the kernel then starts no more of them.
    """
    for pid in _children(child):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
        _hurry(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    end_below(os.getpid())


def end_below(root: int) -> None:
    """Kill every process below another until all are gone.

    A process of another user, as started by a setuid program, cannot be killed; it is left after `ROUNDS` attempts.
    """
    for _ in range(ROUNDS):
        found = _descendants(root)
        if not found:
            return
        for number in (signal.SIGSTOP, signal.SIGKILL):  # a stopped process starts no more
            for pid in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        if root == os.getpid():
            _reap(0)
        select.select([], [], [], TICK / 10)


if __name__ == "__main__":
    control, report, memory, file_size, processes, disk = map(int, sys.argv[1:7])
    main(control, report, memory, file_size, processes, disk, sys.argv[7:])
