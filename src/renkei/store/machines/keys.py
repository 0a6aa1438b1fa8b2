"""The keys by which machines are known: the private one of this machine, and the first public one of each other.

A machine with a credentials file signs with the key in it. Any other makes one, in a file that only its owner may read.
Machines tell their public keys in shared values, which any of them may change. So a machine remembers the first key
that it saw of each, and accepts another one only when told to.
"""

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from renkei.errors import LogBrokenError, LogNotWritableError
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.replication.signing import SEED_BYTES, Keys, Signer
from renkei.log.replication.stream import Stream
from renkei.log.writer_lock import WriterLock
from renkei.store.layout import Layout
from renkei.store.tokens import OWNER_ONLY


def signer_in(layout: Layout, stream: Stream, machine: str) -> Signer:
    """Return what signs for a machine: with the key by which the servers know it, or with that in its directory.

    Its methods raise LogNotWritableError, StreamUnavailableError, or LogBrokenError.
    """
    return Signer(machine, lambda: stream.seed() or _own_seed(layout))


def _own_seed(layout: Layout) -> bytes:
    """Return the private key in the directory, made if it is missing."""
    path = layout.machine_key
    with _held(layout):
        try:
            seed = read_plain(path)
        except FileNotFoundError:
            seed = secrets.token_bytes(SEED_BYTES)
            write_atomically(path, seed, durable=True, mode=OWNER_ONLY)
    if len(seed) != SEED_BYTES:
        raise LogBrokenError(
            path=str(path), reason=f"it does not have {SEED_BYTES} bytes; without it, a new one is made"
        )
    return seed


class MachineKeys:
    """The public keys that this machine knows, in `machine_keys.json`: all that it accepted of each machine."""

    def __init__(self, layout: Layout, signer: Signer) -> None:
        self.signer = signer
        self._layout = layout

    def known(self) -> Keys:
        """Return the known keys of each machine; raises LogBrokenError."""
        try:
            found: Any = json.loads(read_plain(self._layout.machine_keys))
            return {str(name): tuple(map(str, keys)) for name, keys in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError):
            raise LogBrokenError(
                path=str(self._layout.machine_keys), reason="it does not list the keys of machines"
            ) from None

    @property
    def is_own_known(self) -> bool:
        """Whether this machine has told its key: it is remembered then. Raises LogError."""
        return self.signer.public in self.known().get(self.signer.machine, ())

    def note(self, told: Mapping[str, str], *, accept: bool = False) -> dict[str, str]:
        """Remember the first key of each machine; return the keys of machines that told another one.

        `told`: the key that each machine tells, "" for none. `accept`: whether to remember other keys too. Raises
        LogBrokenError, or LogNotWritableError.
        """
        told = {name: key for name, key in told.items() if key}
        own = self.signer.public if self.signer.machine in told else ""
        with _held(self._layout):
            known = {name: [*keys] for name, keys in self.known().items()}
            new = {name: key for name, key in told.items() if key not in known.get(name, ())}
            here = self.signer.machine
            changed = {
                name: key
                for name, key in new.items()
                if (key != own if name == here else known.get(name) and not accept)
            }
            for name in new.keys() - changed:
                known.setdefault(name, []).append(new[name])
            if len(changed) < len(new):
                content = json.dumps(known, indent=2).encode() + b"\n"
                write_atomically(self._layout.machine_keys, content, durable=True)
        return changed


@contextmanager
def _held(layout: Layout) -> Iterator[None]:
    """Exclude other threads and processes that make or note keys; an OSError becomes LogNotWritableError."""
    lock = WriterLock(layout.machine_keys_lock)
    try:
        with lock.held():
            yield
    except OSError as error:
        raise LogNotWritableError(path=str(layout.directory), reason=error.strerror or str(error)) from error
    finally:
        lock.close()
