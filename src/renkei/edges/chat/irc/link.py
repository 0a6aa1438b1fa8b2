"""One connection to an IRC server: it signs in, and sends and receives lines in sequence.

The protocol is implemented here because its libraries hide what a bridge must know: whether a line arrived, the order
of lines, and when the link broke.
"""

import base64
import re
import select
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Lock

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.options import IrcOptions
from renkei.immutable.frozen import frozen

IDLE_SECONDS = 90.0
"""Seconds of silence before the server is pinged; after as many again the link is broken."""

SIGN_IN_SECONDS = 30.0
"""Seconds for signing in."""

MOST_NICKS = 5
"""Number of nicknames to try when the first are taken."""

LINE_BYTES = 65_536
"""Most bytes of a line from the server, with its tags."""

WANTED = {"account-tag", "account-notify", "extended-join", "message-tags"}
"""Capabilities with which a server reports the account of a nickname, and that it is a program's (IRCv3)."""

_BREAKS = re.compile(r"[\r\n\0]")
_TAG = re.compile(r"\\(.?)", re.DOTALL)
_TAG_VALUES = {":": ";", "s": " ", "r": "\r", "n": "\n"}


@frozen
class Line:
    """A line from the server. `nick` is the sender: a nickname, or the server."""

    tags: Mapping[str, str]
    nick: str
    command: str
    params: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Line":
        """Return a parsed line; `command` is "" if it has none."""
        tags: dict[str, str] = {}
        source = ""
        if text.startswith("@"):
            written, _, text = text[1:].partition(" ")
            pairs = (one.partition("=") for one in written.split(";"))
            tags = {
                name: _TAG.sub(lambda found: _TAG_VALUES.get(found[1], found[1]), value) for name, _, value in pairs
            }
        text = text.lstrip(" ")
        if text.startswith(":"):
            source, _, text = text[1:].partition(" ")
        words, colon, last = f" {text}".partition(" :")
        command, *params = words.split() or [""]
        return cls(tags, source.partition("!")[0], command.upper(), (*params, last) if colon else tuple(params))


class IrcLink:
    """A signed-in link. Raises ChatUnreachableError, or ChatRefusedError for a permanent error."""

    def __init__(self, options: IrcOptions, password: str, server_password: str) -> None:
        self.nick = options.nick
        self.capabilities: set[str] = set()
        self.broken = ""
        """Why the link ended; "" while it is up."""
        self._options = options
        self._password = password
        self._offered: list[str] = []
        self._signed_in = False
        self._tried = 1
        self._turn = Lock()  # a TLS connection is not for two threads at once
        self._rest = b""
        self._waiting: deque[Line] = deque()
        self._socket = self._open()
        try:
            if server_password:
                self.send("PASS", server_password)
            self.send("CAP", "LS", "302")
            self.send("NICK", self.nick)
            self.send("USER", options.nick, "0", "*", "renkei")
            self._register()
        except BaseException:
            self._socket.close()
            raise

    def _open(self) -> socket.socket:
        address = (self._options.server, self._options.port)
        try:
            found = socket.create_connection(address, SIGN_IN_SECONDS)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._options.tls:
                found = ssl.create_default_context().wrap_socket(found, server_hostname=self._options.server)
        except ssl.SSLCertVerificationError as error:
            hint = "SSL_CERT_FILE names a file with the certificates that are trusted besides the system's."
            raise ChatRefusedError(
                f"the certificate of {address[0]} is not valid: {error.verify_message}", hint
            ) from None
        except (OSError, UnicodeError) as error:
            raise ChatUnreachableError(
                f"{address[0]}:{address[1]}: {getattr(error, 'strerror', '') or error}"
            ) from None
        found.setblocking(False)
        return found

    def send(self, command: str, *params: str) -> None:
        """Send one line; the last parameter may have spaces."""
        *middle, last = params
        line = " ".join((command, *middle, f":{last}"))
        if _BREAKS.search(line) or any(not one or " " in one or one.startswith(":") for one in middle):
            raise ChatRefusedError(f"{line!r} is not one line of IRC")
        try:
            with self._turn:
                self._socket.sendall(f"{line}\r\n".encode("utf-8", "replace"))
        except OSError as error:  # also when the server reads nothing
            raise self._break(error.strerror or str(error)) from None

    def lines(self, patience: float = 0.0) -> Iterator[Line]:
        """Yield the server's lines, except its pings; raises ChatUnreachableError at the end of the link."""
        patience = patience or IDLE_SECONDS
        asked = False
        while True:
            while self._waiting:
                yield self._waiting.popleft()
            data = self._receive(patience)
            if data is None and asked:
                raise self._break("the server does not answer")
            asked = data is None
            if asked:
                self.send("PING", "idle")
            if data == b"" or len(self._rest) > LINE_BYTES:
                raise self._break("the server closed the connection" if data == b"" else "a line has no end")
            *whole, self._rest = (self._rest + (data or b"")).split(b"\n")
            for line in map(Line.parse, (one.decode("utf-8", "replace").rstrip("\r") for one in whole)):
                if line.command == "PING":
                    self.send("PONG", *line.params[-1:] or ("",))
                elif line.command == "ERROR":
                    raise self._break(" ".join(line.params))
                elif line.command:
                    self._waiting.append(line)

    def _receive(self, patience: float) -> bytes | None:
        """Return received bytes, b"" at the end, None after a timeout."""
        while True:
            try:
                with self._turn:
                    return self._socket.recv(LINE_BYTES)
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                if not select.select([self._socket], [], [], patience)[0]:
                    return None
            except OSError as error:
                raise self._break(error.strerror or str(error)) from None

    def _break(self, why: str) -> ChatUnreachableError:
        self.broken = self.broken or why
        return ChatUnreachableError(self.broken)

    def end(self) -> None:
        """Break the link, which ends `lines`. May be called from any thread."""
        self._break("closed")
        with suppress(OSError):  # it may be broken already
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Release the socket, after `lines` has ended."""
        self._socket.close()

    def _register(self) -> None:
        until = time.monotonic() + SIGN_IN_SECONDS
        for line in self.lines(SIGN_IN_SECONDS):
            if line.command == "001":
                self.nick = (*line.params, self.nick)[0]
                break
            if time.monotonic() > until:
                raise self._break("signing in takes too long")
            if line.command in _REFUSALS:
                reason, hint = _REFUSALS[line.command]
                raise ChatRefusedError(f"{reason} ({' '.join(line.params[1:])})", hint)
            _ANSWERS.get(line.command, _ignore)(self, line)
        if self._password and not self._signed_in:
            if not self._options.nickserv:
                hint = "With --nickserv the password is sent to NickServ: only on a network that has such a service."
                raise ChatRefusedError("the server has no sign-in with a password (SASL)", hint)
            self.send("PRIVMSG", "NickServ", f"IDENTIFY {self._account} {self._password}")

    @property
    def _account(self) -> str:
        return self._options.account or self._options.nick

    def _negotiate(self, line: Line) -> None:
        """Process the capabilities that a server offers (CAP LS) or has granted (CAP ACK)."""
        about = line.params[1].upper() if len(line.params) > 2 else ""
        if about == "LS":
            self._offered += line.params[-1].split()
            if line.params[2] == "*":  # more follows
                return
            offered = {one.partition("=")[0] for one in self._offered}
            wanted = offered & (WANTED | ({"sasl"} if self._password else set()))
            self.send("CAP", "REQ", " ".join(sorted(wanted))) if wanted else self.send("CAP", "END")
        elif about == "ACK":
            self.capabilities |= set(line.params[-1].split())
            if "sasl" in self.capabilities:
                self.send("AUTHENTICATE", "PLAIN")
            else:
                self.send("CAP", "END")
        elif about == "NAK":
            self.send("CAP", "END")

    def _authenticate(self, line: Line) -> None:
        """Send account and password in parts of 400 bytes, as SASL PLAIN requires."""
        name = self._account
        text = base64.b64encode(f"{name}\0{name}\0{self._password}".encode()).decode()
        for at in range(0, len(text) + 1, 400):
            self.send("AUTHENTICATE", text[at : at + 400] or "+")

    def _authenticated(self, line: Line) -> None:
        self._signed_in = True
        self.send("CAP", "END")

    def _next_nick(self, line: Line) -> None:
        """Choose another nickname, because the requested one is taken."""
        self._tried += 1
        if self._tried > MOST_NICKS:
            raise self._break(f"the nicknames {self._options.nick} to {self.nick} are taken")
        self.nick = f"{self._options.nick}{self._tried}"
        self.send("NICK", self.nick)


def _ignore(link: IrcLink, line: Line) -> None:
    """Ignore a line."""


_ANSWERS: dict[str, Callable[[IrcLink, Line], None]] = {
    "CAP": IrcLink._negotiate,
    "AUTHENTICATE": IrcLink._authenticate,
    "903": IrcLink._authenticated,
    "433": IrcLink._next_nick,
    "436": IrcLink._next_nick,
    "437": IrcLink._next_nick,
}
"""The handler of each line during the sign-in."""

_ACCOUNT_HINT = "$RENKEI_IRC_PASSWORD is the password of the account that --account names, or else --nick."

_REFUSALS: dict[str, tuple[str, str]] = {
    "432": ("the nickname is not valid", "--nick names another."),
    "464": ("the server wants another password", "$RENKEI_IRC_SERVER_PASSWORD is the password of the server."),
    "465": ("the server lets nobody in from here", ""),
    "902": ("the account is barred", _ACCOUNT_HINT),
    "904": ("the account or its password is wrong", _ACCOUNT_HINT),
    "905": ("the password is too long", _ACCOUNT_HINT),
    "908": ("the server does not take a password (SASL PLAIN)", ""),
}
"""Answers that reject the sign-in permanently, with a hint."""
