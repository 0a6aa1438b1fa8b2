"""Consents of the person on this machine: to commands that agents wrote, and to bridges to chats.

A log may come from another machine, so no record in it is a consent. One file of the person, outside of every project,
holds what was asked and allowed here, and which commands of criteria the person wrote here. A program that can write to
that file has the person's rights anyway. Without it, or if it is damaged, everything is asked again.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from renkei.engine.record import Record
from renkei.errors import LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock

OWNER_ONLY = 0o600
KEPT = 2_000
"""Entries of each kind in the file; older ones are forgotten, and asked again."""

Part = Literal["allowed", "asked", "written"]
PARTS: tuple[Part, ...] = get_args(Part)
_Entries = dict[str, dict[str, Any]]


@frozen
class Wanted:
    """The things that a person may allow. Another value in any field needs a new answer.

    `project` is the id of its first record, `what` the command line, the arguments of a command, the settings of a
    bridge, or the kind and the paths of a tool call. `scripts` is the SHA-256 of each file that a command names, or of
    the diff of an edit, and `network` that of the command's cage; "" without a cage.
    """

    kind: Literal["command", "bridge", "permission"]
    project: str
    author: str
    what: str | Sequence[str]
    directory: str
    scripts: Mapping[str, str]
    network: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        what = self.what if isinstance(self.what, str) else list(self.what)
        named = {"kind": self.kind, "project": self.project, "author": self.author, "what": what}
        return {**named, "directory": self.directory, "scripts": dict(self.scripts), "network": self.network}

    @property
    def key(self) -> str:
        """Its SHA-256."""
        return sha256(json.dumps(self.as_dict(), sort_keys=True).encode()).hexdigest()


def consents_path(environment: Mapping[str, str]) -> Path:
    """Return the path of a person's file."""
    given = environment.get("XDG_STATE_HOME", "")
    base = Path(given) if given.startswith("/") else Path(environment.get("HOME") or Path.home()) / ".local" / "state"
    return base / "renkei" / "consents.json"


def consents_directory() -> Path:
    """Return the directory of the file of the person who runs this process, made if possible, so it can be hidden."""
    directory = consents_path(os.environ).parent
    with suppress(OSError):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory.resolve()


class Consents:
    """The file, by default that of the person who runs this process. Each change holds a lock for its duration."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or consents_path(os.environ)

    def is_allowed(self, wanted: Wanted) -> bool:
        """Return whether the person has allowed this for all times."""
        return wanted.key in self._load()["allowed"]

    def changed_scripts(self, wanted: Wanted) -> list[str]:
        """Return the files that differ from those with which the person last allowed the same for all times, sorted."""
        now = wanted.as_dict()
        allowed = [one for one in self._load()["allowed"].values() if {**one, "scripts": now["scripts"]} == now]
        found = [one["scripts"] for one in allowed if isinstance(one.get("scripts"), dict)]
        then = found[-1] if found else now["scripts"]
        return sorted(one for one in {*then, *now["scripts"]} if then.get(one) != now["scripts"].get(one))

    def allow(self, wanted: Wanted) -> None:
        """Allow this from now on; raises LogNotWritableError."""
        self._change("allowed", {wanted.key: wanted.as_dict()})

    def forget(self, wanted: Wanted) -> None:
        """Withdraw what was allowed; raises LogNotWritableError."""
        self._take("allowed", wanted.key)

    def ask(self, wanted: Wanted, decision: str, shown: str) -> None:
        """Note that a decision asks about this, and the SHA-256 of the question; raises LogNotWritableError."""
        self._change("asked", {decision: {"key": wanted.key, "shown": shown}})

    def asked(self, wanted: Wanted) -> dict[str, str]:
        """Return the decisions that ask about this, the oldest first, each with the SHA-256 of its question."""
        key = wanted.key
        return {name: str(one.get("shown")) for name, one in self._load()["asked"].items() if one.get("key") == key}

    def use(self, decision: str) -> bool:
        """Use up a decision; return whether it was still unused. Raises LogNotWritableError."""
        return self._take("asked", decision)

    def note_written(self, record: Record) -> None:
        """Note that this machine wrote the commands of the criteria in a record; raises LogNotWritableError."""
        self._change("written", {_written(record): {"record": record.id}})

    def has_written(self, record: Record) -> bool:
        """Return whether this machine wrote the commands of the criteria in a record."""
        return _written(record) in self._load()["written"]

    def _load(self) -> dict[Part, _Entries]:
        try:
            found = json.loads(read_plain(self.path))
        except (OSError, ValueError, RecursionError):
            found = {}
        return {part: _entries(found, part) for part in PARTS}

    def _change(self, part: Part, entries: _Entries) -> None:
        def changed(known: _Entries) -> bool:
            known.update(entries)
            for oldest in list(known)[:-KEPT]:
                del known[oldest]
            return True

        self._locked(part, changed)

    def _take(self, part: Part, name: str) -> bool:
        return self._locked(part, lambda known: known.pop(name, None) is not None)

    def _locked(self, part: Part, change: Callable[[_Entries], bool]) -> bool:
        """Change a part of the file under its lock, if the function returns true; return that."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(WriterLock(self.path.with_suffix(".lock"))) as lock, lock.held():
                content = self._load()
                is_changed = change(content[part])
                if is_changed:
                    data = json.dumps(content, indent=1).encode() + b"\n"
                    write_atomically(self.path, data, mode=OWNER_ONLY)
        except OSError as error:
            raise LogNotWritableError(path=str(self.path), reason=error.strerror or str(error)) from error
        return is_changed


def note_own_commands(record: Record) -> None:
    """Note that this machine wrote the commands of criteria in a record, if it has any and the file can be written."""
    if any(_commands(record)):
        with suppress(LogNotWritableError):  # then the person is asked
            Consents().note_written(record)


def _written(record: Record) -> str:
    """Return the SHA-256 of a record's id and commands: a log from elsewhere may have the same ids."""
    return sha256(json.dumps([record.id, record.actor, list(_commands(record))]).encode()).hexdigest()


def _commands(record: Record) -> Iterator[Sequence[str]]:
    for one in record.events:
        if one.kind == "contract_opened":
            yield from (criterion.command for criterion in one.contract.acceptance_criteria if criterion.command)


def _entries(found: Any, part: Part) -> _Entries:
    entries = found.get(part) if isinstance(found, dict) else None
    return (
        {str(name): one for name, one in entries.items() if isinstance(one, dict)} if isinstance(entries, dict) else {}
    )
