"""Runs a command in a fork of a warm process, if there is one: the side of the command.

The command gets this process's streams, directory, variables and signals, and this process ends as the command does.
Without a fork server, or if it refuses, the command runs here, as always. Only modules that are loaded anyway, or in
less than a millisecond, are imported: `socket` alone would take half the time that is saved.
"""

import _socket
import marshal
import os
import signal
import struct
import sys
from contextlib import suppress
from functools import partial

from renkei.edges.cli.warm.identity import check_directory, directory, identity, socket_path

COMMANDS = frozenset(
    """
    accept artifact board context decide hook inbox interrupt join leave log mark-read message obligations pause post
    read reject reply resume review search send send-back status unblock waive
    """.split()  # noqa: SIM905 – prose reads better than a list of quotes
)
"""Commands that end soon and start no program; others run in their own process."""

FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
Request = tuple[list[str], list[str], dict[bytes, bytes], list[int], int]
"""The identity, the arguments, the variables, the ignored signals, and the umask."""

PATIENCE = 2.0
"""Seconds that each step of asking may take."""

LENGTH = struct.Struct("!Q")
READY, STARTED, REFUSED = b"?", b"+", b"-"


def forward() -> None:
    """Run the command in a fork of a warm process and exit as it does; return if it has to run in this process."""
    if not COMMANDS.intersection(sys.argv[1:2]) or "edit" in sys.argv[2:3]:
        return
    try:
        if any(os.isatty(number) for number in (0, 1, 2)):  # Ctrl-C and pagers need the terminal of the command itself
            return
        check_directory(directory())
        shared = identity()
        ended = _forwarded(socket_path(shared), shared)
    except OSError:
        return
    if ended is not None:
        _end(ended)


def _forwarded(path: str, shared: list[str]) -> bytes | None:
    """Run the command; return how it ended, or None if it has not begun."""
    ignored = [int(one) for one in FORWARDED if signal.getsignal(one) is signal.SIG_IGN]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED)  # until there is a process that gets them
    link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        process = _started(link, path, (shared, sys.argv, dict(os.environb), ignored, _umask()))
        if process is None:
            return None
        for one in FORWARDED:
            signal.signal(one, partial(_signal, process))
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return _last_words(link)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        link.close()


def _last_words(link: _socket.socket) -> bytes:
    """Return what the fork server says of the end of the command; "" if the server has ended."""
    link.settimeout(None)
    said = b""
    with suppress(OSError):  # the command has begun, and must not begin again
        while part := link.recv(64):
            said += part
    return said


def _signal(process: int, number: int, _: object) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        signal.pidfd_send_signal(process, number)


def _started(link: _socket.socket, path: str, request: Request) -> int | None:
    """Ask the fork server for a process; return its descriptor, or None if the server refuses or is too slow.

    After None, no process begins: the server cannot send that one has begun, and then ends it.
    """
    link.settimeout(PATIENCE)
    directory = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        link.connect(path)
        user = struct.unpack("3i", link.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12))[1]
        if user != os.getuid() or link.recv(1) != READY:  # descriptors sent to a process that hangs would stay open
            return None
        data = marshal.dumps(request)
        streams = struct.pack("4i", 0, 1, 2, directory)
        link.sendmsg([LENGTH.pack(len(data))], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
        link.sendall(data)
        try:
            answer, passed, _, _ = link.recvmsg(1, _socket.CMSG_LEN(4))
        except TimeoutError:
            link.shutdown(_socket.SHUT_RD)
            answer, passed, _, _ = link.recvmsg(1, _socket.CMSG_LEN(4))
    finally:
        os.close(directory)
    if answer != STARTED:
        return None
    return int(struct.unpack("i", passed[0][2][:4])[0])


def _umask() -> int:
    now = os.umask(0o077)
    os.umask(now)
    return now


def _end(ended: bytes) -> None:
    """End this process as the command has ended: with its exit status, or by the same signal."""
    kind, _, number = ended.partition(b" ")
    if kind == b"exit":
        os._exit(int(number))
    deadly = int(number) if kind == b"signal" else signal.SIGKILL  # nobody is left who could say
    with suppress(OSError, ValueError):  # SIGKILL has no handler
        signal.signal(deadly, signal.SIG_DFL)
    os.kill(os.getpid(), deadly)
