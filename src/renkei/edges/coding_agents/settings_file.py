"""Settings files of other programs: adds values, and later removes exactly those that are unchanged.

No existing work is lost. Unknown content is preserved, an invalid file is rejected, and a file is replaced in one step.
A digest of each written value tells whether it was changed since; a changed value is left alone.
"""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from renkei.documents.json_pointer import split
from renkei.documents.source import SourceError
from renkei.edges.coding_agents import json_text, toml_text
from renkei.edges.coding_agents.program import Setting
from renkei.errors import BadValueError, DocumentError, Problem
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import replacing

MAX_BYTES = 10_000_000
"""Most bytes of a settings file that is read."""


@frozen
class Format:
    """How to read and edit one kind of file as text."""

    read: Callable[[str], Any]
    insert: Callable[[str, str, Any], tuple[str, str]]
    """Add a value; return the new text, and the pointer of the topmost object or list created for it."""
    remove: Callable[[str, tuple[str | int, ...]], str]
    empty: tuple[str, ...]
    """Texts without content: a file left with one of them is deleted."""


FORMATS = {
    ".json": Format(json_text.read, json_text.insert, json_text.remove, ("", "{}")),
    ".jsonc": Format(json_text.read, json_text.insert, json_text.remove, ("", "{}")),
    ".toml": Format(toml_text.read, toml_text.insert, toml_text.remove, ("",)),
}
"""The format of each suffix. A file with another suffix is written as a whole, with the pointer ""."""


@frozen
class Written:
    """A written value: its location, its digest, and the objects created to hold it."""

    file: str
    pointer: str
    digest: str
    made: str | None = None
    """Pointer of the topmost object or list created for it, "" for the whole file; None if nothing was created."""
    before: bool = False
    """Whether the same value existed before, and so is not ours to remove."""


class SettingsFile:
    """The text of one file, with changes that are not written yet. `before` is None if the file does not exist."""

    def __init__(self, directory: Path, name: str) -> None:
        """Read the file; raises DocumentError, BadValueError for a link that leaves the directory, or OSError."""
        self.name = name
        self.path = (directory / name).resolve()
        if not self.path.is_relative_to(directory.resolve()):
            problem = f"{name} is a symbolic link to {self.path}, outside of {directory}"
            raise BadValueError(path="", problem=problem, hint="Replace the link by a file.")
        self.before = _text(self.path)
        self.after = self.before
        self._format = FORMATS.get(self.path.suffix)

    @property
    def changed(self) -> bool:
        """Whether the text differs from the file."""
        return self.after != self.before

    def data(self) -> Any:
        """Return the data of the text; raises DocumentError."""
        if self._format is None:
            return self.after
        try:
            return self._format.read(self.after or "")
        except SourceError as error:
            raise _fault(self.path, error) from None

    def find(self, pointer: str, digest: str) -> tuple[str | int, ...] | None:
        """Return the path of a written value; None if it was removed or changed."""
        path = self._present(pointer, digest)
        return None if path is None or digest_of(_at(self.data(), path)) != digest else path

    def add(self, setting: Setting) -> Written:
        """Add a value; an equal one stays. Raises BadValueError if another value is in its place."""
        digest = digest_of(setting.value)
        if self.find(setting.pointer, digest) is not None:
            return Written(setting.file, setting.pointer, digest, before=True)
        if self._present(setting.pointer, digest) is not None:
            place = f"{self.name}, {setting.pointer or 'the file'}"
            raise BadValueError(
                path=place, problem="something else is there, which renkei did not write", hint="Remove it, then retry."
            )
        is_new = self.after is None
        if self._format is None:
            self.after, made = str(setting.value), ""
            return Written(setting.file, setting.pointer, digest, made)
        try:
            self.after, made = self._format.insert(self.after or "", setting.pointer, setting.value)
        except SourceError as error:
            raise _fault(self.path, error) from None
        return Written(setting.file, setting.pointer, digest, "" if is_new else made or None)

    def take(self, written: Written) -> bool:
        """Remove a value if it is unchanged, and empty objects created to hold it; return whether it was removed.

        Entries that existed before are kept.
        """
        if written.before:
            return True
        path = self.find(written.pointer, written.digest)
        if path is None:
            return False
        if self._format is None:
            self.after = None
            return True
        try:
            self.after = self._format.remove(self.after or "", path)
        except SourceError:  # somebody has written the same in another form
            return False
        self._prune(path[:-1], written.made)
        if written.made == "" and (self.after or "").strip() in self._format.empty:
            self.after = None
        return True

    def _prune(self, path: tuple[str | int, ...], made: str | None) -> None:
        """Remove the empty objects and lists on a path, up to the topmost created one."""
        top = len(split(made)) if made else 1
        while made is not None and len(path) >= top and path and not _at(self.data(), path):
            assert self._format is not None
            self.after = self._format.remove(self.after or "", path)
            path = path[:-1]

    def write(self) -> None:
        """Write the text to the file in one step, or delete the file and the directory left empty."""
        if self.after is None:
            self.path.unlink(missing_ok=True)
            if self.path.parent.name.startswith(".") and not any(self.path.parent.iterdir()):
                self.path.parent.rmdir()
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.path, durable=True) as fresh:
            fresh.write_bytes(self.after.encode())
            if self.path.exists():
                shutil.copymode(self.path, fresh)

    def _present(self, pointer: str, digest: str) -> tuple[str | int, ...] | None:
        """Return the path of the current value; for a list element, of an equal element."""
        if self.after is None:
            return None
        data, parts = self.data(), split(pointer)
        if parts[-1:] == ("-",):
            elements = _at(data, parts[:-1])
            same = (
                (i for i, one in enumerate(elements) if digest_of(one) == digest) if isinstance(elements, list) else ()
            )
            index = next(iter(same), None)
            return None if index is None else (*parts[:-1], index)
        return None if _at(data, parts) is None else parts


def digest_of(value: Any) -> str:
    """Return the SHA-256 of a value, independent of the order of keys."""
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
        else:
            return None
    return data


def _text(path: Path) -> str | None:
    if not path.exists():
        return None
    data = path.read_bytes()
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(f"it is larger than {MAX_BYTES} bytes")
        return data.decode()
    except ValueError as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise _fault(path, SourceError("UNREADABLE", (1, 1), f"the file cannot be read: {reason}")) from None


def _fault(path: Path, error: SourceError) -> DocumentError:
    found = error.problem
    hint = "Correct the file, then retry. Nothing was changed."
    return DocumentError(str(path), [Problem(found.code, found.path, found.line, found.column, found.message, hint)])
