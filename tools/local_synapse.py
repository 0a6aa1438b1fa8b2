"""A Matrix server on this machine: Synapse from its own environment, which `tools/synapse.sh` installs.

It listens on the loopback interface, talks to no other server, and keeps everything in one directory. For tests,
benchmarks and the example; no settings for a server that others use.
"""

import base64
import json
import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "team.test"
"""The domain in the ids of users and rooms. It stands for no address."""

PATIENCE = 60.0
"""Seconds in which the server has to answer."""

WITHOUT_LIMIT = {"per_second": 10_000, "burst_count": 100_000}

LIMITS = ("message", "registration", "admin_redaction", "room_creation")


def interpreter() -> Path | None:
    """Return the interpreter that has Synapse: $RENKEI_SYNAPSE, or the one beside this environment's own."""
    own = Path(sys.prefix) / "synapse"
    if given := os.environ.get("RENKEI_SYNAPSE"):
        return Path(given)
    return own / "bin" / "python" if (own / "installed").exists() else None


@dataclass(frozen=True)
class Account:
    """A user who is signed in."""

    id: str
    token: str
    device: str


class LocalSynapse:
    """A server that runs while the block does: `with LocalSynapse(directory) as server`."""

    def __init__(self, directory: Path, **settings: Any) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None
        self._own = settings
        directory.mkdir(parents=True, exist_ok=True)
        self.configure()

    def __enter__(self) -> "LocalSynapse":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def configure(self, **settings: Any) -> None:
        """Write the settings, besides those that it was made with; JSON is YAML. They hold from the next start."""
        values = _settings(self._directory, self.port) | self._own | settings
        (self._directory / "homeserver.yaml").write_text(json.dumps(values, indent=1))

    def start(self) -> None:
        """Start the server and wait until it answers."""
        python = interpreter()
        if python is None:
            raise SystemExit("There is no Synapse on this machine: `tools/synapse.sh .venv` installs it (225 MB).")
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [python, "-m", "synapse.app.homeserver", "-c", "homeserver.yaml"],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.request("GET", "/_matrix/client/versions")
                return
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    said = (self._directory / "log").read_text(errors="replace")[-2000:]
                    raise SystemExit(f"Synapse did not start:\n{said}") from None
                time.sleep(0.02)

    def kill(self) -> None:
        """End the server without warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def exempt(self, *users: str) -> None:
        """Let limits not hold for these users, as an administrator can; only while the server is not running."""
        with closing(sqlite3.connect(self._directory / "homeserver.db")) as database, database:
            database.executemany("INSERT OR REPLACE INTO ratelimit_override VALUES (?, 0, 0)", [*zip(users)])

    def sign_up(self, name: str, password: str = "") -> Account:
        """Make a user."""
        body = {"username": name, "password": password or secrets.token_hex(), "auth": {"type": "m.login.dummy"}}
        return _account(self.request("POST", "/_matrix/client/v3/register", body))

    def sign_in(self, name: str, password: str) -> Account:
        """Sign a user in with a new device."""
        body = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": name},
            "password": password,
        }
        return _account(self.request("POST", "/_matrix/client/v3/login", body))

    def request(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """Ask the server and return its answer; raises HTTPError, or another OSError."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, data, method=method)
        asked.add_header("Content-Type", "application/json")
        if token:
            asked.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def _account(answer: dict[str, str]) -> Account:
    return Account(answer["user_id"], answer["access_token"], answer["device_id"])


def _settings(directory: Path, port: int) -> dict[str, Any]:
    key = directory / "signing.key"
    if not key.exists():
        seed = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        key.write_text(f"ed25519 a_local {seed}\n")
    return {
        "server_name": NAME,
        "public_baseurl": f"http://127.0.0.1:{port}",
        "report_stats": False,
        "listeners": [
            {"type": "http", "port": port, "bind_addresses": ["127.0.0.1"], "resources": [{"names": ["client"]}]}
        ],
        "database": {"name": "sqlite3", "args": {"database": str(directory / "homeserver.db")}},
        "media_store_path": str(directory / "media"),
        "signing_key_path": str(key),
        "macaroon_secret_key": "local",
        "form_secret": "local",
        "trusted_key_servers": [],
        "federation_domain_whitelist": [],
        "presence": {"enabled": False},
        "bcrypt_rounds": 4,
        "enable_registration": True,
        "enable_registration_without_verification": True,
        **{f"rc_{name}": WITHOUT_LIMIT for name in LIMITS},
        "rc_login": dict.fromkeys(("address", "account", "failed_attempts"), WITHOUT_LIMIT),
        "rc_joins": dict.fromkeys(("local", "remote"), WITHOUT_LIMIT),
        "rc_invites": dict.fromkeys(("per_room", "per_user", "per_issuer"), WITHOUT_LIMIT),
        "rc_media_create": WITHOUT_LIMIT,
    }
