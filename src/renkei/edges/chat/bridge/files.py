"""Files attached to posts: they are saved beside the log and registered as artifacts.

Artifacts belong to an agent's entry on the board. People have no entry, so their files and those of guests belong to
the entry of the bridge's guest.
"""

import errno
import re
from collections.abc import Callable, Sequence

from renkei.board.decide import Write
from renkei.documents.json_pointer import join
from renkei.edges.chat.port import File
from renkei.engine.participants.access import is_agent
from renkei.errors import BadValueError, LogNotWritableError
from renkei.log.atomic_write import make_plain_directory, write_atomically
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.store.layout import Layout

FILE_BYTES = 20_000_000
"""Most bytes of a file."""

MOST_FILES = 10
"""Most files of a post."""

LONGEST_NAME = 80
"""Most bytes kept of a file's name. The stored file is named by its message's id and these."""

_UNSAFE = re.compile(r"[^\w.()+=,@-]")


def file_writes(project: Project, message: AnyMessage, guest: Callable[[], str], files: Sequence[File]) -> list[Write]:
    """Save the files of a message and return the writes that register each as an artifact.

    `guest` returns the owner of files whose sender has no board entry. The same file of the same message is always
    saved in the same place. A project in memory saves none. Raises BadValueError for too many or too large files, or
    LogError.
    """
    if project.directory is None or not files:
        return []
    if len(files) > MOST_FILES:
        raise BadValueError(path="/files", got=len(files), expected=f"at most {MOST_FILES} files")
    if any(one.size > FILE_BYTES for one in files):
        raise _too_large(max(one.size for one in files))
    owner = message.from_ if is_agent(project.state, message.from_) else guest()
    layout = Layout(project.directory)
    return [_saved(layout, owner, f"{message.id}-{number}", one) for number, one in enumerate(files, 1)]


def _saved(layout: Layout, owner: str, name: str, file: File) -> Write:
    end = _UNSAFE.sub("_", file.name).lstrip(".").encode()[-LONGEST_NAME:].decode(errors="ignore")
    ref = f"{name}-{end or 'file'}"
    path, data = layout.files / ref, file.read()
    if len(data) > FILE_BYTES:
        raise _too_large(len(data))
    try:
        make_plain_directory(layout.files)
        write_atomically(path, data, durable=True)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a retry would fail in the same way
            raise BadValueError(path="/id", got=name, expected="a shorter id for a message with files") from None
        raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error
    entry = {"version": 1, "path": str(path), "description": file.name[:200]}
    return Write(join("agents", owner, "artifacts", ref), entry, action=file.name[:200])


def _too_large(size: int) -> BadValueError:
    return BadValueError(path="/files", got=size, expected=f"at most {FILE_BYTES} bytes")
