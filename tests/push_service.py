"""A push service on this machine, and a browser that subscribes to it: real TLS, and decryption as RFC 8291 says.

The browser's side of the encryption is that of the library which browsers' own tests use. Its keys never leave it.
"""

import base64
import json
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Push:
    """A request of a server: its path, its headers, and the body as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def claims(self) -> dict[str, Any]:
        """What the server signed, after its signature was checked."""
        authorization = self.headers["Authorization"]
        assert Vapid02.verify(authorization)
        content = authorization.partition("t=")[2].split(".")[1]
        return dict(json.loads(base64.urlsafe_b64decode(content + "==")))

    @property
    def public_key(self) -> str:
        return self.headers["Authorization"].rpartition("k=")[2]


@dataclass
class PushedBrowser:
    """A browser with a subscription: only it can read what is pushed."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def key(self) -> str:
        return encoded(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        return encoded(self.secret)

    def read(self, push: Push) -> dict[str, Any]:
        assert push.headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(push.body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return dict(json.loads(text))


class PushService:
    """The service: `status` is its answer, and `extra` the headers of it. `drips`: the answer never ends."""

    def __init__(self) -> None:
        self.received: list[Push] = []
        self.status = 201
        self.extra: dict[str, str] = {}
        self.answers = threading.Event()
        self.answers.set()
        self.drips = False
        self.ended = threading.Event()
        self.port = 0
        self.name = "localhost"

    def endpoint(self, name: str = "secret-endpoint") -> str:
        return f"https://{self.name}:{self.port}/push/{name}"

    def browser(self, name: str = "secret-endpoint") -> PushedBrowser:
        return PushedBrowser(self.endpoint(name))


@contextmanager
def push_service(place: Path) -> Iterator[PushService]:
    """Run a service; whoever trusts the authority in `place/authority.pem` reaches it as localhost."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append(Push(self.path, dict(self.headers), body))
            service.answers.wait(60)
            try:
                while service.drips:  # until the client cuts the connection
                    self.wfile.write(b"x")
                    service.ended.wait(0.05)
                self.send_response(service.status)
                for name, value in service.extra.items():
                    self.send_header(name, value)
                self.end_headers()
            except OSError:  # the client waits no longer
                pass

        def log_message(self, *values: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # a connection that was cut is what a test is about

    with Server(("127.0.0.1", 0), Handler) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(_certificate(place))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        service.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.answers.set()
            server.shutdown()
            thread.join()


def _certificate(place: Path) -> Path:
    """Write a certificate of localhost with its key, and return its path."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    text = made.public_bytes(Encoding.PEM)
    (place / "authority.pem").write_bytes(text)
    file = place / "service.pem"
    file.write_bytes(text + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return file


@pytest.fixture
def pushing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A service that this process, and those it starts, trust."""
    place = tmp_path / "service"
    place.mkdir()
    with push_service(place) as service:
        monkeypatch.setenv("SSL_CERT_FILE", str(place / "authority.pem"))
        yield service
