"""The chain of a log: each record's hash covers its stored bytes and the hash of the record before it.

A record that was changed, removed, inserted or moved no longer fits its neighbours. A program that can compute hashes
can also rewrite all that follow, and records cut off at the end leave a valid chain: comparing the head with a copy
that is kept elsewhere shows both.
"""

import hashlib
import struct
from typing import Any

GENESIS = bytes(32)
"""The hash before the first record."""


MISMATCH = "its hash does not match"

_NUMBERS = struct.Struct(">32sqI")


def chained(previous: bytes, seq: int, record_id: str, body: bytes) -> bytes:
    """Return the hash of a record: SHA-256 of 32 + 8 + 4 bytes, the id and the body.

    These are the previous hash, the seq, and the length of the id in UTF-8. Numbers are big-endian.
    """
    name = record_id.encode()
    return hashlib.sha256(_NUMBERS.pack(previous, seq, len(name)) + name + body).digest()


def chain_fault(seq: int, record_id: Any, body: bytes, own: Any, previous: Any) -> str:
    """Return what is wrong with a stored record and its hash; empty if they match. A tampered value has any type."""
    before = GENESIS if seq == 1 else previous
    try:
        if chained(before, seq, record_id, body) == own:
            return ""
    except (struct.error, AttributeError, TypeError, UnicodeError):
        pass
    return f"record {seq - 1} is missing" if before is None else f"record {seq} is not as it was written: {MISMATCH}"
