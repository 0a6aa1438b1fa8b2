"""Correcting a context: which tier a message should have had for an agent."""

from typing import cast

from renkei.budget.relevance.tiers import Tier
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms import Form
from renkei.errors import BadValueError


def give_feedback(acting: Acting, form: Form) -> None:
    """Keep a correction of the context that the form was shown with."""
    seq = form.one("seq")
    if not (seq.isascii() and seq.isdigit() and len(seq) < 16):
        raise BadValueError(path="/seq", got=seq, expected="the number of a record")
    wanted = cast("Tier", form.one("wanted"))
    acting.acts.give_context_feedback(
        form.one("agent"), form.one("message"), wanted, seq=int(seq), note=form.one("note").strip()
    )
