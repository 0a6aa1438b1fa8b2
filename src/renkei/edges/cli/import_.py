"""`renkei import`: recorded conversations become projects of FREEFORM messages.

The form is one conversation a line: `{"id", "messages": [{"id", "from", "to": [names or "*"], "text"}]}`. Each message
is a turn of its sender, so that what everybody had read at any point is known.
"""

import gzip
import itertools
import re
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import click
from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from renkei.documents.explain import explain, schema_of
from renkei.documents.json_reader import read_json
from renkei.documents.source import MAX_BYTES, SourceError, decode
from renkei.edges.cli.copies import put_records, read_records
from renkei.edges.cli.terminal import console
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, SYSTEM
from renkei.errors import DocumentError, Problem, ProjectExistsError
from renkei.project.open import LOG_NAME, create
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Count, Frozen, Id

EVERYBODY = "*"
LONGEST_NAME = 200
MAX_TOTAL = 256 * 1024**2
_UNFIT = re.compile(r"[^\w.@+-]+")


class RecordedMessage(Frozen):
    """One message of a recorded conversation. What else its source says of it is left there."""

    model_config = ConfigDict(extra="ignore")

    id: Count | Annotated[Id, StringConstraints(max_length=100)]
    """Its id within the conversation."""
    from_: Annotated[str, Field(alias="from", min_length=1, max_length=200)]
    """Who said it."""
    to: Annotated[tuple[str, ...], Field(min_length=1)]
    """To whom; "*" is everybody."""
    text: str
    """What was said."""


class Conversation(Frozen):
    """One recorded conversation."""

    model_config = ConfigDict(extra="ignore")

    id: Id
    """Name of the project that it becomes."""
    messages: Annotated[tuple[RecordedMessage, ...], Field(min_length=1)]
    """What was said, in order."""


CONVERSATION: TypeAdapter[Conversation] = TypeAdapter(Conversation)


@click.command("import")
@click.argument("file", metavar="FILE.jsonl[.gz]", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--into", required=True, metavar="DIR", type=click.Path(path_type=Path), help="One project a conversation."
)
def import_command(file: Path, into: Path) -> None:
    """Turn recorded team conversations into projects that can be replayed, or an export back into its project.

    One conversation a line: {"id", "messages": [{"id", "from", "to": [names or "*"], "text"}]}. Nothing is written when
    any line is wrong.
    """
    first = next(_lines(file), (1, b""))[1]
    if _is_record(first):
        count = put_records(into, read_records(str(file), _lines(file, limited=False)))
        click.echo(f"{count} records in {into}.")
        return
    conversations = _read(file)
    for one in conversations:
        if (into / one.id / LOG_NAME).exists():
            raise ProjectExistsError(path=str(into / one.id))
    total = sum(len(one.messages) for one in conversations)
    into.mkdir(parents=True, exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        tempfile.TemporaryDirectory(dir=into, prefix=".importing-") as half,
        Progress(*columns, console=console(stderr=True), transient=True) as progress,
    ):
        bar = progress.add_task("importing", total=total)
        for one in conversations:
            for _ in import_conversation(one, Path(half) / one.id):
                progress.advance(bar)
        for one in conversations:
            (Path(half) / one.id).rename(into / one.id)  # only whole projects appear
    click.echo(f"{len(conversations)} projects with {total} messages in {into}.")
    click.echo(f"Look at one: renkei replay {into}/{conversations[0].id}")


def _is_record(line: bytes) -> bool:
    """Tell an export of a project from recorded conversations by its first line."""
    return line.lstrip().startswith(b'{"seq":')


def _read(file: Path) -> list[Conversation]:
    found: dict[str, Conversation] = {}
    for number, raw in _lines(file):
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
            str(file), [Problem("EMPTY", "", 1, 1, "there is no conversation", "One JSON object a line.")]
        )
    return list(found.values())


def _repeated(one: Conversation, found: dict[str, Conversation], number: int) -> Problem | None:
    """Tell what is there twice: a conversation in the file, a message in the conversation."""
    if one.id in found:
        return Problem("DUPLICATE_ID", "/id", number, 1, f"the conversation {one.id!r} is there twice", "Rename one.")
    if len(one.id.encode()) > LONGEST_NAME:
        return Problem("BAD_FORMAT", "/id", number, 1, "too long for the name of a directory", "Shorten it.")
    seen: set[str] = set()
    for index, message in enumerate(one.messages):
        if str(message.id) in seen:
            path = f"/messages/{index}/id"
            return Problem("DUPLICATE_ID", path, number, 1, f"the message {message.id!r} is there twice", "Rename one.")
        seen.add(str(message.id))
    return None


def _lines(file: Path, limited: bool = True) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty; an export may be as long as the project was."""
    total = 0
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
        try:
            for number in itertools.count(1):
                line = opened.readline(MAX_BYTES + 2 if limited else -1)
                total += len(line)
                if not line:
                    return
                if limited and total > MAX_TOTAL:
                    raise _too_large(file, number)
                if line.strip():
                    yield number, line
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            hint = "Was the file cut off?"
            raise DocumentError(str(file), [Problem("SYNTAX", "", 1, 1, f"not gzip: {error}", hint)]) from None


def _too_large(file: Path, number: int) -> DocumentError:
    text = f"more than {MAX_TOTAL // 1024**2} MiB when unpacked"
    return DocumentError(str(file), [Problem("TOO_LARGE", "", number, 1, text, "Split the file.")])


def import_conversation(conversation: Conversation, directory: Path) -> Iterator[RecordedMessage]:
    """Make the project of a conversation, yielding each message that was taken in."""
    names = names_of([(one.from_, one.to) for one in conversation.messages])
    joins = [c.Join(name) for name in dict.fromkeys(names.values()) if name != HUMAN]
    goal = _gist(conversation.messages[0].text)
    with create(directory, conversation.id, goal, rules=(), members=joins, guarded=False) as project:
        for message in conversation.messages:
            _say(project, message, names)
            yield message


def names_of(said: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Give an id to everybody who speaks or is spoken to; a name that is no id becomes one."""
    spoken = [name for author, readers in said for name in (author, *readers) if name != EVERYBODY]
    names: dict[str, str] = {}
    taken = {"all", SYSTEM}
    for number, name in enumerate(dict.fromkeys(spoken)):
        fit = _UNFIT.sub("_", name).lstrip(".-")[:100] or "somebody"
        fit = f"{fit}-{number}" if fit in taken else fit
        taken.add(fit)
        names[name] = fit
    return names


def _say(project: Project, message: RecordedMessage, names: dict[str, str]) -> None:
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
