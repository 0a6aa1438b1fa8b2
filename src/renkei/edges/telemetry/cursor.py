"""A file beside the log for each collector: the record up to which all spans were accepted."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from renkei.errors import BadValueError, LogNotWritableError
from renkei.log.atomic_write import make_plain_directory, read_plain, write_atomically
from renkei.project.project import Project
from renkei.protocol.primitives import Count, Frozen, Id
from renkei.store.layout import Layout


class _Position(Frozen):
    """A record of the log; its id tells whether the log is still the same one."""

    seq: Count
    record: Id


class Cursor:
    """The progress of one collector. Of a project in memory, it is not kept.

    It is written after the collector has accepted the spans, so a process that is killed loses none. The spans that it
    sends again afterwards have the same ids.
    """

    def __init__(self, project: Project, url: str) -> None:
        self._project = project
        self._path = None if project.directory is None else _path(project.directory, url)

    def load(self) -> int:
        """Return the seq; 0 without a file, with a damaged one, and after the log was replaced by another."""
        if self._path is None:
            return 0
        with suppress(OSError, BadValueError, ValueError):
            found = _Position.model_validate_json(read_plain(self._path))
            if 0 < found.seq <= self._project.log.last() and self._project.record(found.seq).id == found.record:
                return found.seq
        return 0

    def save(self, seq: int) -> None:
        """Replace the file; raises LogNotWritableError."""
        if self._path is None:
            return
        position = _Position(seq=seq, record=self._project.record(seq).id)
        try:
            make_plain_directory(self._path.parent)
            write_atomically(self._path, position.model_dump_json().encode())
        except OSError as error:
            raise LogNotWritableError(path=str(self._path), reason=error.strerror or str(error)) from error


def _path(directory: Path, url: str) -> Path:
    return Layout(directory).telemetry / f"{sha256(url.encode()).hexdigest()[:16]}.json"
