"""Signatures of records: they say which machine published a record on a stream.

A machine signs the id of the stream, its own name, the number of the record, and the hash of its body, so that a
signature fits no other record and no copy on another stream. It is kept beside the body and decides nothing: a record
with a wrong signature, or without one, is a record. Rights are a matter of the servers.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from renkei.immutable.frozen import frozen

if TYPE_CHECKING:
    from nacl.signing import SigningKey

SEED_BYTES = 32
"""The length of a private key."""

SHORT = 16
"""Characters of a public key that name it."""

LONGEST = 512
"""Most characters of a signature that are kept."""

Keys = Mapping[str, Sequence[str]]
"""The public keys that each machine has had, by its name, in hexadecimal digits."""


class Signer:
    """Signs for a machine; `seed` returns its private key, and is called once, before the first signature.

    Every use raises what `seed` raises.
    """

    def __init__(self, machine: str, seed: Callable[[], bytes]) -> None:
        self.machine = machine
        self._seed = seed

    @cached_property
    def _key(self) -> "SigningKey":
        from nacl.signing import SigningKey  # a process that writes nothing does not need it

        return SigningKey(self._seed())

    @property
    def public(self) -> str:
        """The public key, in hexadecimal digits."""
        return self._key.verify_key.encode().hex()

    def sign(self, identity: str, seq: int, body: bytes) -> str:
        """Return the signature of a record on the stream with an id, as printable ASCII."""
        signature = self._key.sign(_signed(identity, self.machine, seq, body)).signature
        return f"{base64.b64encode(signature).decode()} {self.public[:SHORT]} {quote(self.machine, safe='')}"


@frozen
class Writer:
    """Which machine a signature names, "" for none, and why it proves nothing, "" if it proves that."""

    machine: str
    problem: str = ""
    is_unknown: bool = False
    """Whether the problem is only that this machine knows no key of that one."""


def read_signature(text: str, identity: str, seq: int, body: bytes, keys: Keys) -> Writer:
    """Return who signed a record on the stream with an id, by the public keys that are known."""
    parts = text.split(" ")
    if len(parts) != 3:
        return Writer("", "it is no signature")
    machine = unquote(parts[2])
    if machine not in keys:
        return Writer(machine, f"no key of {machine} is known", is_unknown=True)
    if not (known := [one for one in keys[machine] if one[:SHORT] == parts[1]]):
        return Writer(machine, f"{machine} did not have the key {parts[1][:SHORT]}")
    signed = _signed(identity, machine, seq, body)
    if not any(_fits(one, signed, parts[0]) for one in known):
        return Writer(machine, f"the signature of {machine} does not fit it")
    return Writer(machine)


def _fits(key: str, signed: bytes, signature: str) -> bool:
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(bytes.fromhex(key)).verify(signed, base64.b64decode(signature, validate=True))
    except (BadSignatureError, ValueError):
        return False
    return True


def kept(text: str | None) -> str | None:
    """Return what is kept of a published signature, which may be anything."""
    return None if text is None else text[:LONGEST].encode("ascii", "replace").decode()


def _signed(identity: str, machine: str, seq: int, body: bytes) -> bytes:
    """Return what is signed. Its first byte is in no text.

    A server of NATS lets a client sign a text with the same key. It could have a record signed otherwise.
    """
    return b"\xff" + json.dumps(["renkei record", identity, machine, seq, hashlib.sha256(body).hexdigest()]).encode()
