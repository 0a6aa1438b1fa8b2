"""A disposable copy of the state at a seq: what opening a project costs depends on what is open, not on the log.

The file has two lines of JSON: a header and the state (`renkei.store.state_codec`). A name that ends in `.z` holds them
compressed (zlib). The log is the truth: a snapshot
that is missing or damaged, has another shape, or belongs to another log is ignored and replaced by the next one.
"""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

from renkei.engine.state import State
from renkei.engine.upcast import FORMAT
from renkei.log.atomic_write import write_atomically
from renkei.log.port import Log
from renkei.store.state_codec import dump_state, load_state, shape

VERSION = 4
"""Version of the layout of the file; that of the state is in its shape."""

COMPRESSED = ".z"
"""Suffix of a compressed snapshot."""


def save(path: Path, state: State, record_id: str) -> None:
    """Write a snapshot; `record_id` is the id of the record at the state's seq. Raises OSError."""
    body = dump_state(state)
    header = _expected_header() | {"seq": state.seq, "record": record_id, "sha256": hashlib.sha256(body).hexdigest()}
    data = json.dumps(header).encode() + b"\n" + body + b"\n"
    write_atomically(path, zlib.compress(data, 1) if path.suffix == COMPRESSED else data)


def load(path: Path, log: Log) -> State | None:
    """Return the state of a snapshot that fits the log; None when there is none that does."""
    try:
        data = path.read_bytes()
        head, _, body = (zlib.decompress(data) if path.suffix == COMPRESSED else data).partition(b"\n")
        header = json.loads(head)
        body = body.removesuffix(b"\n")
        known = {name: header[name] for name in _expected_header()}
        if known != _expected_header() or hashlib.sha256(body).hexdigest() != header["sha256"]:
            return None
        record = log.find(header["record"])
        if record is None or record.seq != header["seq"]:
            return None
        state = load_state(body)
    except (OSError, ValueError, LookupError, TypeError, zlib.error):
        return None
    return state if state.seq == header["seq"] else None


def _expected_header() -> dict[str, Any]:
    """Return the part of the header that says which release can read the rest."""
    return {"version": VERSION, "format": FORMAT, "shape": shape()}
