"""Rights as an operator of NATS gives them: credentials that expire, and certificates of an authority of our own."""

import base64
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import nkeys

DAY = 86_400
UNLIMITED = dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), -1)
STREAMS = dict.fromkeys(("mem_storage", "disk_storage", "streams", "consumer"), -1)


class Operator:
    """Signs the rights of accounts and users."""

    def __init__(self) -> None:
        self._key, self._account, self._system = map(
            _key, (nkeys.PREFIX_BYTE_OPERATOR, *2 * [nkeys.PREFIX_BYTE_ACCOUNT])
        )

    def settings(self) -> str:
        """Return the settings of a server that accepts what this operator signs."""
        operator = _signed(self._key, self._key, "operator", {"system_account": _name(self._system)})
        accounts = [
            (self._account, {"limits": UNLIMITED | STREAMS | {"wildcards": True}}),
            (self._system, {"limits": UNLIMITED}),
        ]
        known = [f"{_name(key)}: {_signed(key, self._key, 'account', claims)}" for key, claims in accounts]
        return f"operator: {operator}\nresolver: MEMORY\nresolver_preload {{\n" + "\n".join(known) + "\n}\n"

    def give(self, path: Path, seconds: float = DAY) -> None:
        """Write a credentials file with rights that expire."""
        user = _key(nkeys.PREFIX_BYTE_USER)
        token = _signed(user, self._account, "user", {"subs": -1, "data": -1, "payload": -1}, time.time() + seconds)
        parts = (("NATS USER JWT", token), ("USER NKEY SEED", user.seed.decode()))
        fresh = path.with_suffix(".new")
        fresh.write_text("".join(f"-----BEGIN {name}-----\n{one}\n------END {name}------\n\n" for name, one in parts))
        fresh.replace(path)


def _key(kind: int) -> Any:
    return nkeys.from_seed(nkeys.encode_seed(os.urandom(32), kind))


def _name(key: Any) -> str:
    return str(key.public_key.decode())


def _signed(subject: Any, issuer: Any, kind: str, claims: dict[str, Any], until: float = 0) -> str:
    head = {"typ": "JWT", "alg": "ed25519-nkey"}
    body = {
        "jti": os.urandom(8).hex(),
        "iat": int(time.time()),
        "iss": _name(issuer),
        "name": kind,
        "sub": _name(subject),
        "nats": claims | {"type": kind, "version": 2},
    }
    body |= {"exp": int(until)} if until else {}
    signed = ".".join(map(_encoded, (json.dumps(head).encode(), json.dumps(body).encode())))
    return f"{signed}.{_encoded(issuer.sign(signed.encode()))}"


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def certificates(place: Path) -> tuple[str, Path]:
    """Return the settings of a server that speaks TLS, and the file of the authority that signs its certificate."""
    place.mkdir(parents=True, exist_ok=True)
    key, authority = place / "key.pem", place / "authority.pem"
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]
    names = ["-subj", "/CN=servers", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*made, *names, "-keyout", key, "-out", authority], check=True, capture_output=True)
    return f'tls {{ cert_file: "{authority}", key_file: "{key}" }}\n', authority
