"""A disposable copy of the state at a seq: what opening a project costs depends on what is open, not on the log.

The file has two lines of JSON: a header and the state (`renkei.store.state_codec`). The log is the truth: a snapshot
that is missing or damaged, has another shape, or belongs to another log is ignored and replaced by the next one. The
log holds the hash of the state, so that whoever can write this file alone cannot change rights or anything else.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from renkei.engine.state import State
from renkei.engine.upcast import FORMAT
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.port import Log
from renkei.store.state_codec import dump_state, load_state, shape

VERSION = 5
"""Version of the layout of the file; that of the state is in its shape."""


def save(path: Path, state: State, log: Log) -> None:
    """Write a snapshot of a state of the log. Raises OSError or LogError."""
    body = dump_state(state)
    header = _expected_header() | {"seq": state.seq}
    log.vouch_for_snapshot(state.seq, hashlib.sha256(body).hexdigest())
    write_atomically(path, json.dumps(header).encode() + b"\n" + body + b"\n")


def load(path: Path, log: Log) -> State | None:
    """Return the state of a snapshot that fits the log; None when there is none that does."""
    try:
        head, _, body = read_plain(path).partition(b"\n")
        header = json.loads(head)
        body = body.removesuffix(b"\n")
        known = {name: header[name] for name in _expected_header()}
        seq = header["seq"]
        if known != _expected_header() or not isinstance(seq, int) or not 0 < seq <= log.last():
            return None
        return load_state(body) if hashlib.sha256(body).hexdigest() == log.snapshot_hash(seq) else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def _expected_header() -> dict[str, Any]:
    """Return the part of the header that says which release can read the rest."""
    return {"version": VERSION, "format": FORMAT, "shape": shape()}
