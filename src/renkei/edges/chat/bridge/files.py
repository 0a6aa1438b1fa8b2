"""Files attached to posts: they are saved beside the log and registered as artifacts.

Artifacts belong to an agent's entry on the board. People have no entry, so their files and those of guests belong to
the entry of the bridge's guest.
"""

import errno
import re
from collections.abc import Callable, Sequence

from renkei.board.decide import Write
from renkei.documents.json_pointer import join
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.port import File
from renkei.engine.participants.access import is_agent
from renkei.errors import BadValueError, LogNotWritableError
from renkei.log.atomic_write import make_plain_directory, write_atomically
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale
from renkei.store.layout import Layout
from renkei.texts.say import say
from renkei.wording.visible import one_line

FILE_BYTES = 20_000_000
"""Most bytes of a file."""

MOST_FILES = 10
"""Most files of a post."""

LONGEST_NAME = 80
"""Most bytes kept of a file's name. The stored file is named by its message's id and these."""

_UNSAFE = re.compile(r"[^\w.()+=,@-]")


def save_files(
    project: Project, message: AnyMessage, guest: Callable[[], str], files: Sequence[File]
) -> tuple[list[Write], list[str]]:
    """Save the files of a message; return the writes that register each as an artifact, and why others are left out.

    `guest` returns the owner of files whose sender has no board entry. The same file of the same message is always
    saved in the same place. A project in memory saves none. Raises BadValueError for a message whose id is too long, or
    LogError.
    """
    if project.directory is None or not files:
        return [], []
    owner = message.from_ if is_agent(project.state, message.from_) else guest()
    writes, left_out = list[Write](), list[str]()
    for number, one in enumerate(files, 1):
        try:
            data = _content(one, number, project.state.locale)
        except _LeftOutError as error:
            left_out.append(str(error))
        else:
            writes.append(_saved(Layout(project.directory), owner, f"{message.id}-{number}", one.name, data))
    return writes, left_out


class _LeftOutError(Exception):
    """A file that is not saved, in words."""


def _content(file: File, number: int, locale: Locale) -> bytes:
    name = one_line(file.name)[:LONGEST_NAME]
    large = _LeftOutError(say(locale, "chat.file.large", name=name, most=FILE_BYTES // 1_000_000))
    if number > MOST_FILES:
        raise _LeftOutError(say(locale, "chat.file.many", name=name, most=MOST_FILES))
    if file.size > FILE_BYTES:
        raise large
    try:
        data = file.read()
    except ChatRefusedError as error:
        raise _LeftOutError(say(locale, "chat.file.unread", name=name, reason=error.details["reason"])) from None
    if len(data) > FILE_BYTES:
        raise large
    return data


def _saved(layout: Layout, owner: str, name: str, title: str, data: bytes) -> Write:
    end = _UNSAFE.sub("_", title).lstrip(".").encode()[-LONGEST_NAME:].decode(errors="ignore")
    ref = f"{name}-{end or 'file'}"
    path = layout.files / ref
    try:
        make_plain_directory(layout.files)
        write_atomically(path, data, durable=True)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a retry would fail in the same way
            raise BadValueError(path="/id", got=name, expected="a shorter id for a message with files") from None
        raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error
    entry = {"version": 1, "path": str(path), "description": title[:200]}
    return Write(join("agents", owner, "artifacts", ref), entry, action=title[:200])
