"""Posting: a FREEFORM message to anybody or any group, or a reply in a thread. A mention makes it blocking."""

from typing import Any
from urllib.parse import quote

from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.documents import message_of
from renkei.edges.view.forms.form import Form
from renkei.edges.view.refusals import WrongFieldError
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.views.mentions import mentioned


def post(acting: Acting, form: Form) -> str | None:
    """Post a message to everybody whom the field `to` names, and to whom its text mentions.

    A mention names its recipient, which a blocking message to a group alone does not: so it interrupts nobody else.
    """
    text = form.one("text").strip()
    named = mentioned(acting.project.state, text)
    to = list(dict.fromkeys((*form.all("to"), *named)))
    if not text:
        raise WrongFieldError("/text", "wrong.no_text")
    if not to:
        raise WrongFieldError("/to", "wrong.no_recipient")
    priority = "blocking" if named else form.one("priority", "normal")
    wants_reply = bool(form.one("requires_response"))
    payload = {"intent_hint": "NOTE", "body": text, "requires_response": wants_reply, "urgency": priority}
    document: dict[str, Any] = {"to": to, "priority": priority, "payload": payload}
    document |= {name: value for name in ("in_reply_to", "thread", "task_ref") if (value := form.one(name))}
    header = acting.project.new_header() | {"from": acting.person}
    record = acting.acts.do(c.Send(message_of("FREEFORM", header, document)))
    return sent_message(record) if form.one("shows") == "message" else None


def sent_message(record: Record | None) -> str:
    """Return the address of the first message of a record; the conversation's where nothing was sent."""
    for event in record.events if record is not None else ():
        if isinstance(event, MessageSent):
            return f"{page_of('message', event.message.id)}#m-{quote(event.message.id, safe='')}"
    return "/"
