"""Keeps renkei loaded and runs each command that asks in a fork of itself; `python -m` runs this for a server or team.

It has one thread, no open project and no lock, so a fork is a clean start. It ends with the process that keeps it (its
standard input then closes), and when a file of the code has changed. Its commands finish first.
"""

import atexit
import ctypes
import fcntl
import importlib
import io
import os
import pkgutil
import selectors
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from gc import collect, freeze
from marshal import loads
from pathlib import Path
from typing import Any, NoReturn

from renkei.edges.cli.main import main as command_line
from renkei.edges.cli.warm.forwarding import FORWARDED, LENGTH, PATIENCE, READY, REFUSED, STARTED
from renkei.edges.cli.warm.identity import check_directory, directory, identity, socket_path
from renkei.engine.record import read_record
from renkei.engine.views.waking.reasons import wake_reason
from renkei.project.create import create
from renkei.protocol.payloads import Freeform
from renkei.store.state_codec import dump_state, load_state, shape

PACKAGES = ("engine", "log", "store", "acts", "project", "documents", "schemas", "texts", "budget", "protocol")
COMMANDS = ("arguments", "output", "board", "acts", "files", "status", "commands.messages", "commands.supervision")
PROGRAMS = ("commands.shared_work", "commands.setup", "commands.programs", "coding_agents", "hook_answers")

BACKLOG = 64
_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG, see prctl(2)
_MOST_BYTES = 64 * 1024**2


class ForkServer:
    """The listening socket, and the commands that run."""

    def __init__(self, path: str, shared: list[str], keeper: int) -> None:
        """`keeper`: the descriptor that becomes readable when the process that keeps the server ends."""
        self._path = path
        self._shared = shared
        self._stamp = _stamp()
        self._running: dict[int, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._awake, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with suppress(FileNotFoundError):
            Path(path).unlink()
        self._listener: socket.socket | None = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen(BACKLOG)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._selector.register(self._awake, selectors.EVENT_READ, self._reap)
        self._selector.register(keeper, selectors.EVENT_READ, self._retire)

    def serve(self) -> None:
        """Run commands until the program that keeps the server ends, and then until they have ended."""
        while self._listener is not None or self._running:
            for key, _ in self._selector.select():
                key.data(key.fileobj)

    def _retire(self, _: Any) -> None:
        """Accept no more commands."""
        if self._listener is not None:
            self._selector.unregister(self._listener)
            self._listener.close()
            self._listener = None
            with suppress(FileNotFoundError):
                Path(self._path).unlink()
        for one in list(self._selector.get_map().values()):
            if one.data == self._retire:
                self._selector.unregister(one.fileobj)

    def _accept(self, listener: socket.socket) -> None:
        link, _ = listener.accept()
        with ExitStack() as opened:
            opened.callback(link.close)
            try:
                link.settimeout(PATIENCE)
                link.sendall(READY)
                request, descriptors = _received(link)
            except (OSError, ValueError, EOFError, TypeError):
                return
            for one in descriptors:
                opened.callback(os.close, one)
            if _stamp() != self._stamp:
                self._retire(listener)
            if self._listener is None or len(descriptors) != 4 or request[0] != self._shared:
                link.sendall(REFUSED)
                return
            ready, go = os.pipe()
            opened.callback(os.close, ready)
            opened.callback(os.close, go)
            server = os.getpid()
            try:
                pid = os.fork()
            except OSError:  # too many processes
                link.sendall(REFUSED)
                return
            if pid == 0:
                os.close(go)
                self._become(link, ready, descriptors, request, server)
            process = os.pidfd_open(pid)
            opened.callback(os.close, process)
            self._running[pid] = link.dup()
            self._selector.register(self._running[pid], selectors.EVENT_READ, self._left(pid))
            with suppress(OSError):  # nobody waits any more; without a word, the new process ends
                socket.send_fds(link, [STARTED], [process])
                os.write(go, b"!")

    def _left(self, pid: int) -> Callable[[socket.socket], None]:
        """Return a function that ends a command whose caller has ended before it."""

        def left(link: socket.socket) -> None:
            if pid in self._running:  # else it has ended at the same time
                self._selector.unregister(link)
                os.kill(pid, signal.SIGKILL)

        return left

    def _reap(self, awake: int) -> None:
        """Tell each process whose command has ended how it ended."""
        with suppress(BlockingIOError):
            os.read(awake, 4096)
        while self._running:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            link = self._running.pop(pid)
            code = os.waitstatus_to_exitcode(status)
            with suppress(KeyError):
                self._selector.unregister(link)
            with suppress(OSError):
                link.sendall(f"exit {code}".encode() if code >= 0 else f"signal {-code}".encode())
            link.close()

    def _become(
        self, link: socket.socket, ready: int, descriptors: list[int], request: tuple[Any, ...], server: int
    ) -> NoReturn:
        """Become the command, in the new process, once its caller knows that it begins.

        It ends with the server, which alone can say how it ended.
        """
        code = 1
        try:
            ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
            if os.getppid() != server or not os.read(ready, 1):
                os._exit(code)
            os.close(ready)
            signal.set_wakeup_fd(-1)
            self._selector.close()
            for one in (link, self._listener, *self._running.values()):
                if one is not None:
                    one.close()
            os.setpgid(0, 0)
            _take_over(descriptors, request)
            code = _perform()
        finally:
            os._exit(code)


def _received(link: socket.socket) -> tuple[tuple[Any, ...], list[int]]:
    head, descriptors, _, _ = socket.recv_fds(link, LENGTH.size, 4)
    user = struct.unpack("3i", link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
    try:
        (length,) = LENGTH.unpack(head.ljust(LENGTH.size, b"\0"))
        if user != os.getuid() or length > _MOST_BYTES:
            raise ValueError
        data = b""
        while len(data) < length:
            part = link.recv(length - len(data))
            if not part:
                raise EOFError
            data += part
        return loads(data), descriptors  # noqa: S302 – from a process of this user, with this interpreter
    except BaseException:
        for one in descriptors:
            os.close(one)
        raise


def _take_over(descriptors: list[int], request: tuple[Any, ...]) -> None:
    """Take the streams, directory, variables, arguments and signals of the process that asked."""
    _, arguments, environment, ignored, umask = request
    for number, one in enumerate(descriptors[:3]):
        os.dup2(one, number)
    os.fchdir(descriptors[3])
    for one in descriptors:
        if one > 2:
            os.close(one)
    os.umask(umask)
    os.environb.clear()
    os.environb.update(environment)
    sys.argv[:] = arguments
    for number in (*FORWARDED, signal.SIGCHLD):
        signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
    if signal.SIGINT not in ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = (_writer(number, one) for number, one in ((1, sys.stdout), (2, sys.stderr)))


def _writer(number: int, like: Any) -> io.TextIOWrapper:
    """Return a stream as the interpreter makes it for a descriptor that is no terminal."""
    file = open(number, "wb", 0 if like.write_through else -1, closefd=False)  # noqa: SIM115
    options = {"line_buffering": like.line_buffering, "write_through": like.write_through}
    return io.TextIOWrapper(file, like.encoding, like.errors, **options)


def _perform() -> int:
    """Run the command line, and what an interpreter does at its end; return the exit status."""
    code: object = 1
    try:
        command_line()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    for one in threading.enumerate():
        if one is not threading.current_thread() and not one.daemon:
            one.join()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(ValueError):  # it is closed
            stream.flush()
    return code if isinstance(code, int) else int(code is not None)


def _stamp() -> list[tuple[str, int, int]]:
    """Return the size and the time of each file of the code; a missing one has none."""
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and name.startswith("renkei"):
            with suppress(OSError):
                seen = Path(file).stat()
                found.append((file, seen.st_size, seen.st_mtime_ns))
    return found


def load() -> None:
    """Import what short commands use."""
    for part in (*PACKAGES, *(f"edges.cli.{one}" for one in (*COMMANDS, *PROGRAMS))):
        package = importlib.import_module(f"renkei.{part}")
        for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
            importlib.import_module(module.name)


def rehearse() -> None:
    """Use a project in memory, so that its validators are built and what is read once has been read."""
    with create(":memory:", name="rehearsal", goal="rehearsal") as project:
        project.join("ann", "planning")
        project.join("bob", "building")
        body = Freeform(intent_hint="NOTE", body="rehearsal", requires_response=False, urgency="normal")
        project.send(project.message("ann", body, "bob"))
        with project.turn("bob") as turn:
            turn.set(status="working", current_task="rehearsal")
        for agent in project.state.actors:
            wake_reason(project.state, agent, project.now())
        shape()
        load_state(dump_state(project.state))
        for record in project.records():
            read_record(record.encode())


def main() -> None:
    """Serve until standard input closes. Only one process serves those of one identity; a second one ends at once."""
    shared = identity()
    with suppress(FileExistsError):
        Path(directory()).mkdir(0o700)
    check_directory(directory())
    path = socket_path(shared)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return
    load()
    rehearse()
    collect()
    freeze()  # a collection in a command would copy all pages that it only shares
    ForkServer(path, shared, 0).serve()


if __name__ == "__main__":
    main()
