"""Posting: a FREEFORM message to anybody or any group, or a reply in a thread. A mention makes it blocking."""

from typing import Any
from urllib.parse import quote

from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.documents import message_of
from renkei.edges.view.forms import Form
from renkei.engine import commands as c
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.engine.views.mentions import mentioned
from renkei.errors import BadValueError


def post(acting: Acting, form: Form) -> str | None:
    """Post a message to everybody whom the field `to` names, and to whom its text mentions.

    A mention names its recipient, which a blocking message to a group alone does not: so it interrupts nobody else.
    """
    text = form.one("text").strip()
    named = mentioned(acting.project.state, text)
    to = list(dict.fromkeys((*form.all("to"), *named)))
    if not text:
        raise BadValueError(path="/text", problem="a message needs a text")
    if not to:
        raise BadValueError(path="/to", problem="a message needs a recipient")
    priority = "blocking" if named else form.one("priority", "normal")
    wants_reply = bool(form.one("requires_response"))
    payload = {"intent_hint": "NOTE", "body": text, "requires_response": wants_reply, "urgency": priority}
    document: dict[str, Any] = {"to": to, "priority": priority, "payload": payload}
    document |= {name: value for name in ("in_reply_to", "thread", "task_ref") if (value := form.one(name))}
    header = acting.project.new_header() | {"from": acting.person}
    record = acting.acts.do(c.Send(message_of("FREEFORM", header, document)))
    return address_of(record) if form.one("shows") == "message" else None


def address_of(record: Record | None) -> str:
    """Return the address of the message that a record begins with."""
    sent = next((one for one in record.events if isinstance(one, MessageSent)), None) if record is not None else None
    if sent is None:
        return "/"
    name = quote(sent.message.id, safe="")
    return f"/messages/{name}#m-{name}"
