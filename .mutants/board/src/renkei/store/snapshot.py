"""A disposable copy of the state at a seq, so that opening a project costs what is open, not what has happened.

The log is the truth: a snapshot that is missing, damaged, from another release or of another log is ignored and made
anew. It is a pickle that may hold nothing but this package's own values, so that a file from a stranger can do no
more than be refused.
"""

import hashlib
import io
import json
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

from renkei.engine.state import State
from renkei.engine.upcast import FORMAT
from renkei.log.port import Log

NAME = "snapshot.bin"
VERSION = 3
"""Version of the snapshot's own form; another one is ignored."""

EVERY = 1000
"""After how many records a process makes a new one."""


class _Reader(pickle.Unpickler):
    """Builds values of this package and persistent maps, and nothing else: no function is ever called by name."""

    def find_class(self, module_name: str, global_name: str) -> Any:
        allowed = module_name.startswith("renkei.") or (module_name, global_name) == ("immutables._map", "Map")
        found = super().find_class(module_name, global_name) if allowed else None
        if not isinstance(found, type) or not (found.__module__ == module_name):
            raise pickle.UnpicklingError(f"{module_name}.{global_name} has no place in a snapshot")
        return found


def save(directory: Path, state: State, record_id: str) -> None:
    """Write a snapshot in one step; `record_id` is the id of the record at the state's seq."""
    body = pickle.dumps(state, protocol=5)
    header = {"version": VERSION, "format": FORMAT, "seq": state.seq, "record": record_id}
    header["sha256"] = hashlib.sha256(body).hexdigest()
    handle, name = tempfile.mkstemp(dir=directory, prefix=".snapshot-")
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 – an open descriptor
            file.write(json.dumps(header).encode() + b"\n" + body)
        os.replace(name, directory / NAME)  # noqa: PTH105 – both names are texts
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load(directory: Path, log: Log) -> State | None:
    """Give the state of a snapshot that fits the log; None when there is none that does."""
    try:
        head, _, body = (directory / NAME).read_bytes().partition(b"\n")
        header = json.loads(head)
        fits = (header["version"], header["format"]) == (VERSION, FORMAT)
        if not fits or hashlib.sha256(body).hexdigest() != header["sha256"]:
            return None
        record = log.find(header["record"])
        if record is None or record.seq != header["seq"]:
            return None
        state = _Reader(io.BytesIO(body)).load()
    except Exception:
        return None
    return state if isinstance(state, State) and state.seq == header["seq"] else None
