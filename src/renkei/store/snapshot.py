"""A disposable copy of the state at a seq, so that opening a project costs what is open, not the whole log.

The file has two lines of JSON: a header and the state (`renkei.store.state_codec`). A name that ends in `.z` holds them
compressed (zlib). The log is the truth: a snapshot that is missing or damaged, has another shape, or belongs to another
log is ignored and replaced by the next one. The log holds the hash of the state, so that write access to this file
alone cannot change rights or anything else.
"""

import hashlib
import json
import zlib
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


def save(path: Path, state: State, log: Log) -> None:
    """Write a snapshot of a state of the log. Raises OSError or LogError."""
    body = dump_state(state)
    header = _expected_header() | {"seq": state.seq, "head": log.record_hash(state.seq)}
    log.vouch_for_snapshot(state.seq, hashlib.sha256(body).hexdigest())
    data = json.dumps(header).encode() + b"\n" + body + b"\n"
    write_atomically(path, zlib.compress(data, 1) if path.suffix == COMPRESSED else data)


def load(path: Path, log: Log) -> State | None:
    """Return the state of a snapshot that fits the log, or None."""
    try:
        data = read_plain(path)
        head, _, body = (zlib.decompress(data) if path.suffix == COMPRESSED else data).partition(b"\n")
        header = json.loads(head)
        body = body.removesuffix(b"\n")
        known = {name: header[name] for name in _expected_header()}
        seq = header["seq"]
        if known != _expected_header() or not isinstance(seq, int) or not 0 < seq <= log.last():
            return None
        if header["head"] != log.record_hash(seq):  # the records up to the snapshot were replaced
            return None
        return load_state(body) if hashlib.sha256(body).hexdigest() == log.snapshot_hash(seq) else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError, zlib.error):
        return None


def _expected_header() -> dict[str, Any]:
    """Return the part of the header that identifies the releases able to read the rest."""
    return {"version": VERSION, "format": FORMAT, "shape": shape()}
