"""Send typed messages: from FILEs, from fields on the command line, or as plain text.

`renkei send TYPE --as ID --to ID FIELD=VALUE…` sends one message of that type, such as `renkei send STATUS_UPDATE
--as ann --to lead new_status=working progress_summary="half done"`. FIELDs are those of the payload and of the header
(`renkei schema TYPE`). A field that takes a string takes the text literally; other values are YAML, as in
`options='[{label: a, analysis: b}]'`.

A FILE contains one or more messages as YAML, JSON or JSON Lines; `-` is standard input. Missing fields are filled in:
`id`, `timestamp` and `priority`, `from` and `to` with the values of --as and --to, and in every form
`context_summary` with the first line of the main text. Either all messages are sent or none.
"""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import actor_option, outcome_options
from renkei.edges.cli.arguments.person import check_person
from renkei.edges.cli.output.echo import DATA, QUIET, echo, print_data
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.project.project import Project
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage, is_vendor_type
from renkei.wording.visible import visible


@click.command("send", help=__doc__)
@click.argument("words", nargs=-1, metavar="FILE… | TYPE FIELD=VALUE…", shell_complete=completion.words_to_send)
@actor_option("The sender; by default the one that FILE names, else `human`.")
@click.option(
    "--to",
    "receivers",
    multiple=True,
    metavar="ID",
    help="A recipient: participant or group (repeatable).",
    shell_complete=completion.receivers,
)
@click.option("--text", metavar="TEXT", help="Text of a FREEFORM message; `-` reads it from standard input.")
@outcome_options
def command(
    words: Sequence[str], actor: str | None, receivers: tuple[str, ...], text: str | None, output_format: str
) -> None:
    if bool(words) == (text is not None):
        raise click.UsageError("Give FILEs, or TYPE and FIELD=VALUE…, or --text, with --to.")
    filled: dict[str, Any] = {"from": actor or HUMAN}
    filled |= {"to": list(receivers)} if receivers else {}
    with open_project() as project:
        if text is not None:
            text = sys.stdin.read() if text == "-" else text
            if not receivers:
                raise click.UsageError("Missing option '--to': who receives the text?")
            if not text.strip():
                raise click.UsageError("--text is empty.")
            check_person(project.state, actor or HUMAN)
            record = project.post(text, receivers, actor=actor or HUMAN)
            _print(_sent(record), record, output_format)
            return
        messages = _typed(project, words, filled)
        _check_senders(messages, actor)
        check_person(project.state, messages[0].from_)
        _print(messages, project.do(*map(c.Send, messages), actor=messages[0].from_), output_format)


def _sent(record: Record | None) -> list[AnyMessage]:
    """Return the first message of a record."""
    events = record.events if record else ()
    return [event.message for event in events if isinstance(event, MessageSent)][:1]


def _typed(project: Project, words: Sequence[str], filled: dict[str, Any]) -> list[AnyMessage]:
    """Return the message that words are, or those of the files that they name; raises UsageError or DocumentError."""
    if words[0] in MESSAGE_CLASSES or is_vendor_type(words[0]):
        from renkei.edges.cli.arguments.typed_message import build_message  # reads YAML, which is slow to import

        header = project.new_header() | {"priority": "normal"} | filled
        return [build_message(words[0], words[1:], header)]
    from renkei.edges.cli.files.documents import read_messages  # the same

    _check_type(words[0])
    return [message for name in words for message in read_messages(project, name, filled)]


def _check_type(word: str) -> None:
    """Raise UsageError for a word that is no file, and is like a type of message or a text."""
    if " " in word and not Path(word).exists():
        raise click.UsageError(f"No such file: {word!r}. To send it as text, write it after --text.")
    close = get_close_matches(word.upper(), MESSAGE_CLASSES, n=1)
    if close and not Path(word).exists():
        raise click.UsageError(f"{word!r} is neither a type of message nor a file. Did you mean {close[0]!r}?")


def _check_senders(messages: Sequence[AnyMessage], actor: str | None) -> None:
    senders = {message.from_ for message in messages}
    if len(senders) != 1:
        raise click.UsageError(f"All messages in one call must have the same sender; got {', '.join(sorted(senders))}.")
    if actor is not None and actor not in senders:
        raise click.UsageError(f"The sender in the file is {senders.pop()!r}, but --as or $RENKEI_AS says {actor!r}.")


def _print(messages: Sequence[AnyMessage], record: Record | None, output_format: str) -> None:
    """Print each message with its seq and its warnings; the warnings go to standard error, unless they are data."""
    warnings: dict[str, Sequence[str]] = {message.id: () for message in messages}
    for event in record.events if record else ():
        if isinstance(event, MessageSent) and event.message.id in warnings:
            warnings[event.message.id] = event.warnings
    if output_format in DATA:
        seq = record.seq if record else None
        print_data(output_format, [_data(one, seq, warnings[one.id]) for one in messages])
        return
    what = f"seq {record.seq}" if record else "already sent, nothing changed"
    for message in messages if output_format != QUIET else ():
        echo(f"{message.id}  {message.type} → {', '.join(message.receivers)}  ({what})")
    for name, texts in warnings.items():
        for text in texts:
            echo(f"warning: {name} {visible(text)}", err=True)


def _data(message: AnyMessage, seq: int | None, warnings: Sequence[str]) -> dict[str, Any]:
    named = {"id": message.id, "type": message.type, "to": list(message.receivers)}
    return {"seq": seq, "changed": seq is not None, **named, "warnings": list(warnings)}
