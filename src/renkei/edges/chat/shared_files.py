"""The files that a message brings into a chat: those of its sender's artifacts that it names, from one directory.

An agent chooses the path of an artifact, and could name any file. So only a regular file is posted, below the directory
that a person gave, reached without a symbolic link, and not hidden or named like a secret.
"""

import mimetypes
import os
import re
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from renkei.documents.json_pointer import join
from renkei.edges.chat.bridge.files import FILE_BYTES, LONGEST_NAME, MOST_FILES
from renkei.edges.chat.port import Attachment
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, payload_field
from renkei.texts.say import say
from renkei.wording.visible import one_line

SECRET = re.compile(
    r"id_(rsa|dsa|ecdsa|ed25519).*|.*\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|env)([^a-z].*)?|.*tokens?(\.\w+)*"
    r"|.*(secret|credential|passw(or)?d|private.?key|api.?key|service.?account)s?([^a-z].*)?|htpasswd|netrc|known_services",
    re.IGNORECASE,
)
"""Names of files, and of directories, that may hold a secret. Hidden files, such as `.env`, are never posted."""


class _KeptBackError(Exception):
    """A file that is not posted; its text is the key of the reason."""


@frozen
class SharedFiles:
    """The files that the messages of one bridge bring along. `directory`: "" for none."""

    directory: str

    def of(self, state: State, message: AnyMessage) -> tuple[tuple[Attachment, ...], list[str]]:
        """Return the files of a message's artifacts, and why others are kept back."""
        found, kept_back = list[Attachment](), list[str]()
        for path in dict.fromkeys(_paths(state, message)) if self.directory else ():
            name = one_line(Path(path).name)[:LONGEST_NAME]
            try:
                if len(found) == MOST_FILES:
                    raise _KeptBackError("many")
                found.append(_attachment(name, self._content(path)))
            except _KeptBackError as error:
                reason = say(state.locale, f"chat.kept_back.{error}", most=FILE_BYTES // 1_000_000, count=MOST_FILES)
                kept_back.append(say(state.locale, "chat.kept_back", name=name, reason=reason))
        return tuple(found), kept_back

    def _content(self, path: str) -> bytes:
        parts = self._parts(path)
        if any(one.startswith(".") or SECRET.fullmatch(one) for one in parts):
            raise _KeptBackError("secret")
        try:
            with closing(_Folder(self.directory)) as folder:
                return folder.read(parts)
        except (OSError, ValueError):
            raise _KeptBackError("unreadable") from None

    def _parts(self, path: str) -> tuple[str, ...]:
        """Return the parts of a path below the directory."""
        whole = os.path.normpath(Path(self.directory) / path)
        with suppress(ValueError):
            if parts := Path(whole).relative_to(self.directory).parts:
                return parts
        raise _KeptBackError("outside")


class _Folder:
    """A directory in which files are opened part by part, so that no link leads out of it."""

    def __init__(self, directory: str) -> None:
        self._handles = [os.open(directory, os.O_RDONLY | os.O_DIRECTORY)]

    def close(self) -> None:
        for one in self._handles:
            os.close(one)

    def read(self, parts: tuple[str, ...]) -> bytes:
        for name in parts[:-1]:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
            self._handles.append(os.open(name, flags, dir_fd=self._handles[-1]))
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # a pipe would wait for ever
        self._handles.append(os.open(parts[-1], flags, dir_fd=self._handles[-1]))
        known = os.fstat(self._handles[-1])
        if not stat.S_ISREG(known.st_mode) or known.st_nlink > 1:  # a hard link may be to a file of elsewhere
            raise _KeptBackError("unreadable")
        with os.fdopen(os.dup(self._handles[-1]), "rb") as opened:
            data = opened.read(FILE_BYTES + 1)
        if len(data) > FILE_BYTES:
            raise _KeptBackError("large")
        return data


def _attachment(name: str, data: bytes) -> Attachment:
    return Attachment(name, mimetypes.guess_type(name)[0] or "application/octet-stream", lambda: data)


def _paths(state: State, message: AnyMessage) -> Iterator[str]:
    """Yield the path of each artifact of its sender that a message names."""
    named = [one.id for one in message.related_state_refs if one.type == "artifact"]
    for ref in dict.fromkeys((*(payload_field(message, "output_artifacts") or ()), *_one(message), *named)):
        path: Any = state.board.get(join("agents", message.from_, "artifacts", ref, "path"))
        if isinstance(path, str) and path and "\0" not in path:
            yield path


def _one(message: AnyMessage) -> tuple[str, ...]:
    ref = payload_field(message, "artifact_ref") if message.type == "REVIEW_REQUEST" else None
    return (ref,) if isinstance(ref, str) else ()
