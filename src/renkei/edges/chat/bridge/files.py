"""Files that come with a post: they are saved beside the log and registered as artifacts.

An artifact stands in the entry of an agent on the board. People have none, so what they and guests bring stands in the
entry of the bridge's guest.
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

LARGEST = 20_000_000
"""Bytes of a file. A larger one is refused."""

MOST = 10
"""Files of a post."""

LONGEST_NAME = 80
"""Bytes of a file's name that are kept. The stored file is named by the id of its message and these."""

_UNSAFE = re.compile(r"[^\w.()+=,@-]")


def file_writes(project: Project, message: AnyMessage, guest: Callable[[], str], files: Sequence[File]) -> list[Write]:
    """Save the files of a message and return what registers each as an artifact.

    `guest` returns the participant in whose entry stands what is of nobody with an entry. The same file of the same
    message is saved in the same place. A project in memory saves none. Raises BadValueError for what is too much, or
    LogError.
    """
    if project.directory is None or not files:
        return []
    if len(files) > MOST:
        raise BadValueError(path="/files", got=len(files), expected=f"at most {MOST} files")
    if any(one.size > LARGEST for one in files):
        raise _too_large(max(one.size for one in files))
    owner = message.from_ if is_agent(project.state, message.from_) else guest()
    layout = Layout(project.directory)
    return [_saved(layout, owner, f"{message.id}-{number}", one) for number, one in enumerate(files, 1)]


def _saved(layout: Layout, owner: str, name: str, file: File) -> Write:
    end = _UNSAFE.sub("_", file.name).lstrip(".").encode()[-LONGEST_NAME:].decode(errors="ignore")
    ref = f"{name}-{end or 'file'}"
    path, data = layout.files / ref, file.read()
    if len(data) > LARGEST:
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
    return BadValueError(path="/files", got=size, expected=f"at most {LARGEST} bytes")
