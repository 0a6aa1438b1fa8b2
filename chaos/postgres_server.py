"""A real server of PostgreSQL on this machine, which can be killed and started again."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

DEADLINE = 60.0
PLACES = [str(one) for one in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
INITDB = shutil.which("initdb", path=os.pathsep.join([*PLACES, os.environ.get("PATH", "")]))
"""A program of PostgreSQL; None if it is not installed."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
}


def _owner() -> dict[str, Any]:
    """Return as whom the server runs: it refuses to be root."""
    if os.geteuid() != 0:
        return {}
    known = {one.pw_name: one for one in pwd.getpwall()}
    found = known.get("postgres") or known["nobody"]
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server with its files in a directory that it owns; everybody on this machine is let in, except `guarded`."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.port = _free_port()
        self._owner = _owner()
        self._process: subprocess.Popen[bytes] | None = None
        if self._owner:
            os.chown(place, self._owner["user"], self._owner["group"])
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        rules = self._data / "pg_hba.conf"
        rules.write_text("host all guarded 127.0.0.1/32 scram-sha-256\n" + rules.read_text())

    @property
    def _data(self) -> Path:
        return self.place / "data"

    def address(self, name: str, user: str = "postgres") -> str:
        """Return the address of a stream."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/postgres/{name}"

    def connect(self) -> psycopg.Connection:
        """Connect as any program could."""
        where = f"host=127.0.0.1 port={self.port} dbname=postgres user=postgres"
        return psycopg.connect(where, autocommit=True, connect_timeout=5)

    def run(self, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements by hand; return the rows of the last."""
        with self.connect() as connection:
            for statement in statements:
                cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start the server and wait until it answers."""
        until(self._is_ready)

    def _is_ready(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            settings = [f"--{name}={value}" for name, value in (SETTINGS | {"port": str(self.port)}).items()]
            command = [str(Path(str(INITDB)).with_name("postgres")), "-D", str(self._data), *settings]
            with (self.place / "log").open("ab") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.place, **self._owner)
        with suppress(psycopg.OperationalError):
            self.connect().close()
            return True
        return False

    def kill(self) -> None:
        """Kill the server and all its processes at once."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)  # so that it starts no others
        children = [pid for pid, _ in _processes("--ppid", str(self._process.pid))]
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self._process.kill()
        self._process.wait(DEADLINE)
        self._process = None
        until(lambda: not children or all(state.startswith("Z") for _, state in _processes("-p", ",".join(children))))

    def stop(self) -> None:
        """Stop the server without delay."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(DEADLINE)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(Path(str(INITDB)).with_name(program)), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=self.place, **self._owner)


@contextmanager
def server() -> Iterator[PostgresServer]:
    """Run a server during a block; not in a directory of pytest, which only its owner may enter."""
    place = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        made = PostgresServer(place)
        try:
            made.start()
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end, "it never held"
        time.sleep(0.02)


def _processes(*which: str) -> list[list[str]]:
    """Return the ids of processes, and their states."""
    found = subprocess.run(["ps", "-o", "pid=,stat=", *which], capture_output=True, check=False, text=True)
    return [line.split() for line in found.stdout.splitlines()]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port
