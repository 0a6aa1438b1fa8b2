"""Send typed messages: from FILEs, from fields on the command line, or as plain text.

`renkei send TYPE --from ID --to ID FIELD=VALUE…` sends one message of that type, such as `renkei send STATUS_UPDATE
--from ann --to lead new_status=working progress_summary="half done"`. FIELDs are those of the payload and of the header
(`renkei schema TYPE`). A field that takes a string takes the text literally; other values are YAML, as in
`options='[{label: a, analysis: b}]'`.

A FILE contains one or more messages as YAML, JSON or JSON Lines; `-` is standard input. Missing fields are filled in:
`id`, `timestamp` and `priority`, and `from` and `to` with the values of --from and --to. Either all messages are
sent or none.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from renkei.documents.source import Source, SourceError
from renkei.edges.cli.echo import echo
from renkei.edges.cli.files import read_sources, refuse, wrong_kind
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.typed_message import build_message
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.validation import check
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage
from renkei.protocol.payloads import Freeform
from renkei.visible import visible


@click.command("send", help=__doc__)
@project_option
@click.argument("words", nargs=-1, metavar="FILE… | TYPE FIELD=VALUE…")
@click.option("--from", "sender", metavar="ID", help="The sender.")
@click.option("--to", "receivers", multiple=True, metavar="ID", help="A recipient: participant or group (repeatable).")
@click.option("--text", help="Text of a FREEFORM message.")
def command(
    directory: Path, words: Sequence[str], sender: str | None, receivers: tuple[str, ...], text: str | None
) -> None:
    if bool(words) == (text is not None):
        raise click.UsageError("Give FILEs, or TYPE and FIELD=VALUE…, or --text, with --from and --to.")
    filled: dict[str, Any] = {"from": sender} if sender else {}
    filled |= {"to": list(receivers)} if receivers else {}
    with open_project(directory) as project:
        if text is not None:
            messages = [_plain(project, text, filled)]
        elif words[0] in MESSAGE_CLASSES:
            header = project.new_header() | {"priority": "normal"} | filled
            messages = [build_message(words[0], words[1:], header)]
        else:
            messages = [message for name in words for message in _read(project, name, filled)]
        _send(project, messages)


def _plain(project: Project, text: str, filled: dict[str, Any]) -> AnyMessage:
    if len(filled) < 2 or not text.strip():
        raise click.UsageError("--text must not be empty and needs --from and --to.")
    payload = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="normal")
    return project.message(filled["from"], payload, filled["to"], context_summary=text.splitlines()[0][:120])


def _read(project: Project, name: str, filled: dict[str, Any]) -> Iterator[AnyMessage]:
    for source in read_sources(name):
        if isinstance(source, SourceError):
            raise DocumentError(name, [source.problem])
        _fill(project, source, filled)
        checked = check(source)
        refuse(name, checked.problems)
        if checked.kind != "message":
            hint = "Only messages can be sent."
            raise wrong_kind(name, source.line, checked.kind, hint)
        yield checked.model


def _fill(project: Project, source: Source, filled: dict[str, Any]) -> None:
    value: Any = source.value
    header = value.get("message", value) if isinstance(value, dict) else None
    if isinstance(header, dict):
        for name, given in (filled | project.new_header() | {"priority": "normal"}).items():
            header.setdefault(name, given)


def _send(project: Project, messages: list[AnyMessage]) -> None:
    senders = {message.from_ for message in messages}
    if len(senders) != 1:
        raise click.UsageError(f"All messages in one call must have the same sender; got {', '.join(sorted(senders))}.")
    record = project.do(*(c.Send(message) for message in messages), actor=senders.pop())
    for message in messages:
        what = f"seq {record.seq}" if record else "already sent, nothing changed"
        echo(f"{message.id}  {message.type} → {', '.join(message.receivers)}  ({what})")
    sent = {message.id for message in messages}
    for event in record.events if record else ():
        if isinstance(event, MessageSent) and event.message.id in sent:
            for warning in event.warnings:
                echo(f"warning: {event.message.id} {visible(warning)}", err=True)
