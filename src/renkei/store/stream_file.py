"""Keeps in `stream.json` which stream the log of a project follows, and the name of this machine; never a secret."""

import json
from dataclasses import asdict
from typing import Any

from renkei.errors import LogBrokenError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, sync, write_atomically
from renkei.store.layout import Layout


@frozen
class StreamFile:
    """The address and the id of a stream, the name of this machine, and the path of its credentials file, or ""."""

    address: str
    identity: str
    machine: str
    credentials: str = ""


def save(layout: Layout, content: StreamFile) -> None:
    """Write the file; raises OSError."""
    write_atomically(layout.stream, json.dumps(asdict(content), indent=2).encode() + b"\n", durable=True)


def delete(layout: Layout) -> None:
    """Delete the file for good; raises OSError."""
    layout.stream.unlink(missing_ok=True)
    sync(layout.directory)


def load(layout: Layout) -> StreamFile | None:
    """Return the content of the file, None without one; raises LogBrokenError."""
    try:
        found: Any = json.loads(read_plain(layout.stream))
        if set(found) <= {"address", "identity", "machine", "credentials"} and set(map(type, found.values())) == {str}:
            return StreamFile(**found)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError):
        pass
    raise LogBrokenError(path=str(layout.stream), reason="it does not describe a stream")
