"""Posting: a FREEFORM message to anybody or any group, or a reply in a thread."""

from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms import Form
from renkei.engine import commands as c
from renkei.protocol.payloads import Freeform


def post(acting: Acting, form: Form) -> None:
    """Post a message to everybody whom the field `to` names."""
    acts = acting.acts
    text = form.one("text")
    urgent = bool(form.one("urgent"))
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=urgent, urgency="high" if urgent else "normal")
    reply = form.one("in_reply_to") or None
    message = acts.message(
        acting.person,
        payload,
        form.all("to") or ["all"],
        "blocking" if urgent else "normal",
        text.partition("\n")[0][:120],
        in_reply_to=reply,
    )
    acts.do(c.Send(message))
