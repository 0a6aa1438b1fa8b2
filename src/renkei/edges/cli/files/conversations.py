"""Recorded conversations, and creating projects of FREEFORM messages from them.

Each message becomes a turn of its sender, so that the project shows what each participant had read at any point.
"""

import gzip
import itertools
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from renkei.documents.explain import explain, schema_of
from renkei.documents.json_reader import read_json
from renkei.documents.source import MAX_BYTES, SourceError, decode
from renkei.engine import commands as c
from renkei.engine.record import LONGEST_RECORD
from renkei.engine.state import HUMAN, SYSTEM
from renkei.errors import DocumentError, Problem
from renkei.project.create import create
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Count, Frozen, Id

EVERYBODY = "*"
LONGEST_NAME = 200
MAX_TOTAL = 256 * 1024**2

Name = Annotated[str, StringConstraints(strip_whitespace=True)]
"""A name, whose outer spaces are no part of it."""

_NOT_IN_IDS = re.compile(r"[^\w.@+-]+")


class RecordedMessage(Frozen):
    """One message of a recorded conversation; other fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    id: Count | Annotated[Id, StringConstraints(max_length=100)]
    """Its id within the conversation."""
    from_: Annotated[Name, Field(alias="from", min_length=1, max_length=200)]
    """Name of the sender."""
    to: Annotated[tuple[Name, ...], Field(min_length=1)]
    """Names of the recipients; "*" is everybody."""
    text: str
    """The text."""


class Conversation(Frozen):
    """One recorded conversation; other fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    id: Id
    """Name of the project to create."""
    messages: Annotated[tuple[RecordedMessage, ...], Field(min_length=1)]
    """The messages in order."""


CONVERSATION: TypeAdapter[Conversation] = TypeAdapter(Conversation)


def read_conversations(file: Path) -> list[Conversation]:
    """Read all conversations of a file; raises DocumentError."""
    found: dict[str, Conversation] = {}
    for number, raw in read_lines(file):
        try:
            source = read_json(decode(raw, number), number)
            one = CONVERSATION.validate_python(source.value)
        except SourceError as error:
            raise DocumentError(str(file), [error.problem]) from None
        except ValidationError as error:
            problems = explain(error, source, schema_of(CONVERSATION))
            raise DocumentError(str(file), problems) from None
        problem = _repeated(one, found, number)
        if problem is not None:
            raise DocumentError(str(file), [problem])
        found[one.id] = one
    if not found:
        raise DocumentError(
            str(file),
            [Problem("EMPTY", "", 1, 1, "the file contains no conversation", "Write one JSON object a line.")],
        )
    return list(found.values())


def _repeated(one: Conversation, found: dict[str, Conversation], number: int) -> Problem | None:
    """Return the problem of an id that appears twice or is too long."""
    if one.id in found:
        return Problem("DUPLICATE_ID", "/id", number, 1, f"duplicate conversation id {one.id!r}", "Rename one.")
    if len(one.id.encode()) > LONGEST_NAME:
        return Problem("BAD_FORMAT", "/id", number, 1, "too long for a directory name", "Shorten it.")
    seen: set[str] = set()
    for index, message in enumerate(one.messages):
        if str(message.id) in seen:
            path = f"/messages/{index}/id"
            return Problem("DUPLICATE_ID", path, number, 1, f"duplicate message id {str(message.id)!r}", "Rename one.")
        seen.add(str(message.id))
    return None


def read_lines(file: Path, limited: bool = True) -> Iterator[tuple[int, bytes]]:
    """Yield each nonempty line of a file (plain or .gz) with its number; raises DocumentError.

    `limited` bounds the bytes of the file and of a line; an export may have any number of lines, each a record.
    """
    total = 0
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
        try:
            for number in itertools.count(1):
                line = opened.readline(MAX_BYTES + 2 if limited else LONGEST_RECORD + 1)
                total += len(line)
                if not line:
                    return
                if limited and total > MAX_TOTAL:
                    text = f"more than {MAX_TOTAL // 1024**2} MiB when unpacked"
                    raise _too_large(file, number, text, "Split the file.")
                if len(line) > LONGEST_RECORD:
                    text = f"a record of more than {LONGEST_RECORD // 1024**2} MiB"
                    raise _too_large(file, number, text, "Export the project again, or restore a backup.")
                if line.strip():
                    yield number, line
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            hint = "Check whether the file is complete."
            raise DocumentError(
                str(file), [Problem("SYNTAX", "", 1, 1, f"not a valid gzip file: {error}", hint)]
            ) from None


def _too_large(file: Path, number: int, text: str, hint: str) -> DocumentError:
    return DocumentError(str(file), [Problem("TOO_LARGE", "", number, 1, text, hint)])


def import_conversation(conversation: Conversation, directory: Path) -> Iterator[RecordedMessage]:
    """Create the project of a conversation; yield each message after importing it."""
    names = ids_of([(one.from_, one.to) for one in conversation.messages])
    joins = [c.Join(name) for name in dict.fromkeys(names.values()) if name != HUMAN]
    goal = _gist(conversation.messages[0].text)
    with create(directory, conversation.id, goal, rules=(), members=joins, guarded=False) as project:
        for message in conversation.messages:
            _send(project, message, names)
            yield message


def ids_of(messages: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return the id of every sender and recipient; a name that is not a valid id is changed into one."""
    spoken = [name for author, readers in messages for name in (author, *readers) if name != EVERYBODY]
    names: dict[str, str] = {}
    taken = {"all", SYSTEM}
    for number, name in enumerate(dict.fromkeys(spoken)):
        fit = _NOT_IN_IDS.sub("_", name).lstrip(".-")[:100] or "unnamed"
        fit = f"{fit}-{number}" if fit in taken else fit
        taken.add(fit)
        names[name] = fit
    return names


def _send(project: Project, message: RecordedMessage, names: dict[str, str]) -> None:
    sender = names[message.from_]
    to = ["all" if name == EVERYBODY else names[name] for name in message.to]
    payload = Freeform(intent_hint="FREEFORM", body=message.text, requires_response=False, urgency="normal")
    header: dict[str, Any] = {"id": f"m-{message.id}", "context_summary": _gist(message.text)}
    if sender == HUMAN:
        project.send(project.message(sender, payload, to, **header))
        return
    with project.turn(sender) as turn:
        turn.send(payload, to, **header)


def _gist(text: str) -> str:
    return " ".join(text.split())[:120]
