"""A disposable copy of the state at a seq, so that opening a project costs what is open, not the whole log.

The file has two lines of JSON: a header and the state (`renkei.store.state_codec`). A name that ends in `.z` holds them
compressed (zlib). The log is the truth: a snapshot that is missing or damaged, has another shape, or belongs to another
log is ignored and replaced by the next one. The log holds the hash of the state, so that write access to this file
alone cannot change rights or anything else.
"""

import hashlib
import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from renkei.engine.state import State
from renkei.engine.upcast import FORMAT
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.port import Log
from renkei.store.state_codec import dump_state, load_state, shape

VERSION = 6
"""Version of the file's layout; the version of the state is in its shape."""

COMPRESSED = ".z"
"""Suffix of a compressed snapshot."""

DAMAGED = (ValueError, LookupError, TypeError, RecursionError, zlib.error)
"""The errors of reading something other than a snapshot."""


def save(path: Path, state: State, log: Log) -> None:
    """Write a snapshot of a state of the log. Raises OSError or LogError."""
    body = dump_state(state)
    log.vouch_for_snapshot(state.seq, hashlib.sha256(body).hexdigest())
    data = _written(state.seq, body, log)
    write_atomically(path, zlib.compress(data, 1) if path.suffix == COMPRESSED else data)


def load(path: Path, log: Log) -> State | None:
    """Return the state of a snapshot that fits the log, or None."""
    with suppress(OSError, *DAMAGED):
        data = read_plain(path)
        seq, body = _read(zlib.decompress(data) if path.suffix == COMPRESSED else data, log)
        return load_state(body) if hashlib.sha256(body).hexdigest() == log.snapshot_hash(seq) else None
    return None


def encode(state: State, log: Log) -> bytes:
    """Return the compressed snapshot of a state of the log. Raises LogError."""
    return zlib.compress(_written(state.seq, dump_state(state), log), 1)


def decode(data: bytes, log: Log) -> State | None:
    """Return the state of a compressed snapshot that fits the log, or None; something else must vouch for the data."""
    with suppress(*DAMAGED):
        return load_state(_read(zlib.decompress(data), log)[1])
    return None


def _written(seq: int, body: bytes, log: Log) -> bytes:
    header = _expected_header() | {"seq": seq, "head": log.record_hash(seq)}
    return json.dumps(header).encode() + b"\n" + body + b"\n"


def _read(data: bytes, log: Log) -> tuple[int, bytes]:
    """Return the seq and the body of a snapshot; raises one of DAMAGED for one that does not fit the log."""
    head, _, body = data.partition(b"\n")
    header = json.loads(head)
    seq = header["seq"]
    if {name: header[name] for name in _expected_header()} != _expected_header():
        raise ValueError("another release wrote it")
    if not isinstance(seq, int) or not 0 < seq <= log.last() or header["head"] != log.record_hash(seq):
        raise ValueError("the records up to the snapshot were replaced")
    return seq, body.removesuffix(b"\n")


def _expected_header() -> dict[str, Any]:
    """Return the part of the header that identifies the releases able to read the rest."""
    return {"version": VERSION, "format": FORMAT, "shape": shape()}
