"""A real IRC server for tests, and people who use it: plain sockets, so that every byte is seen."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Thread

import pytest

from renkei.edges.chat.irc.chat import MARK

PROGRAM = next(filter(None, map(shutil.which, (os.environ.get("RENKEI_NGIRCD", ""), "ngircd", "/usr/sbin/ngircd"))), "")

DEADLINE = 30.0

SETTINGS = """
[Global]
Name = irc.test.example
Info = tests
Listen = 127.0.0.1
Ports = {port}
MotdPhrase = hello
{more}
[Limits]
MaxConnectionsIP = 0
MaxJoins = 0
MaxNickLength = 30
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
{sections}
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class IrcServer:
    """An ngircd, which can be killed and started again on the same port."""

    def __init__(self, directory: Path, *, password: str = "", sections: str = "") -> None:
        if not PROGRAM:
            pytest.skip("needs an IRC server: install ngircd, or set RENKEI_NGIRCD")
        self.port = free_port()
        self._settings = directory / "ngircd.conf"
        more = f"Password = {password}" if password else ""
        self._settings.write_text(SETTINGS.format(port=self.port, more=more, sections=sections))
        directory.chmod(0o755)

    def start(self, port: int = 0) -> None:
        command = [PROGRAM, "-n", "-f", str(self._settings)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: can_connect(port or self.port))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def can_connect(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def irc_server(directory: Path, **more: str) -> Iterator[IrcServer]:
    server = IrcServer(directory, **more)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def eventually(holds: Callable[[], object], what: str = "") -> None:
    """Wait until something holds."""
    until = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < until, what
        time.sleep(0.005)


class Person:
    """Somebody in a channel. `lines` are all lines that came, without their ends; `said` the texts of messages."""

    def __init__(self, port: int, nick: str, channel: str = "#team") -> None:
        self.nick = nick
        self.lines: list[str] = []
        self.watch: Callable[[str], None] = lambda line: None
        """Is told each line as soon as it comes."""
        self._came = Condition()
        self._socket = socket.create_connection(("127.0.0.1", port), 10)
        self._socket.settimeout(None)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self.send(f"NICK {nick}", f"USER {nick} 0 * {nick}")
        self.until(" 001 ")
        if channel:
            self.send(f"JOIN {channel}")
            self.until(" 366 ")

    def send(self, *lines: str) -> None:
        self._socket.sendall("".join(f"{one}\r\n" for one in lines).encode())

    def say(self, text: str, to: str = "#team") -> None:
        self.send(f"PRIVMSG {to} :{text}")

    def _read(self) -> None:
        rest = b""
        while data := self._receive():
            *whole, rest = (rest + data).split(b"\n")
            for one in whole:
                self.watch(one.decode())
            with self._came:
                self.lines += [one.decode().rstrip("\r") for one in whole]
                self._came.notify_all()
            for one in whole:
                if one.startswith(b"PING"):
                    self.send("PONG " + one.decode().partition(" ")[2].strip())

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(65536)
        except OSError:
            return b""

    def until(self, text: str, count: int = 1) -> list[str]:
        """Wait until a text has come in this many lines, and return them."""
        with self._came:
            done = self._came.wait_for(lambda: len(self.found(text)) >= count, DEADLINE)
            assert done, (text, self.lines[-10:])
            return self.found(text)

    def found(self, text: str) -> list[str]:
        return [one for one in self.lines if text in one]

    def said(self, nick: str = "renkei") -> list[str]:
        """Return the texts that a nickname has sent, as clients show them."""
        found = (one.partition(" PRIVMSG ") for one in self.lines if one.startswith(f":{nick}!"))
        return [text.partition(" :")[2].removesuffix(MARK) for _, sign, text in found if sign]

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._socket.close()


class ScriptedServer:
    """Stands for a server with accounts (IRCv3), which ngircd does not have: what it sends is what a test says."""

    def __init__(self, offers: str, sasl: str = "903") -> None:
        self.heard: list[str] = []
        self.silent = False
        self._offers, self._sasl = offers, sasl
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._reader = Thread(target=self._serve, daemon=True)
        self._reader.start()

    def _serve(self) -> None:
        self._other, _ = self._socket.accept()
        with self._other, self._other.makefile(encoding="utf-8", newline="\r\n") as lines:
            for line in lines:
                self.heard.append(line.strip())
                command, _, rest = line.strip().partition(" ")
                answer = getattr(self, f"_{command.lower()}", None)
                if answer is not None:
                    answer(rest.lstrip(":"))

    def send(self, *lines: str) -> None:
        self._other.sendall("".join(f"{one}\r\n" for one in lines).encode())

    def _cap(self, rest: str) -> None:
        if rest.startswith("LS"):
            self.send(f":s CAP * LS * :{self._offers}", ":s CAP * LS :away-notify")
        elif rest.startswith("REQ"):
            self.send(f":s CAP * ACK :{rest.partition(':')[2]}")
        else:
            self.send(":s 001 renkei :welcome")

    def _authenticate(self, rest: str) -> None:
        self.send("AUTHENTICATE +" if rest == "PLAIN" else f":s {self._sasl} renkei :about the password")

    def _join(self, rest: str) -> None:
        self.send(
            f":renkei!r@h JOIN {rest} renkei :renkei", f":s 353 renkei = {rest} :renkei @ann", f":s 366 renkei {rest} :"
        )

    def _who(self, rest: str) -> None:
        self.send(":s 354 renkei ann ann-account", ":s 354 renkei renkei 0")

    def _ping(self, rest: str) -> None:
        if not self.silent:
            self.send(f":s PONG s :{rest}")

    def close(self) -> None:
        self._reader.join()
        self._socket.close()
