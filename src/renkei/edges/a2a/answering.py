"""A text as the answer to a request: the choice of an option, or a verdict about work."""

from renkei.acts.plain_answers import answer_in, verdict_in
from renkei.acts.reviews import perform_answer, send_verdict
from renkei.engine import commands as c
from renkei.project.acting import Acting
from renkei.protocol.messages import AnyMessage, payload_field


def answer_to(context: Acting, asked: AnyMessage | None, text: str) -> c.Action | None:
    """Return the typed answer that a text is; None if it is only a text.

    Agents that know nothing of the protocol judge work in plain words, so any text but an approval sends it back.
    """
    if asked is not None and asked.type == "REVIEW_REQUEST":
        ref = payload_field(asked, "artifact_ref")
        verdict = verdict_in(ref, text)
        is_approval = verdict is not None and verdict.act == "accept"
        return send_verdict(context, ref, "approved" if is_approval else "changes_requested", text)
    found = answer_in(context.state, context.actor, asked, text)
    return perform_answer(context, found) if found is not None else None
