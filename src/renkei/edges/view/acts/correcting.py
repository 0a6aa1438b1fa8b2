"""Correcting a context: which tier a message should have had for an agent."""

from typing import cast
from urllib.parse import quote

from renkei.budget.relevance.tiers import Tier
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms.form import Form


def give_feedback(acting: Acting, form: Form) -> str:
    """Keep a correction of the context that the form was shown with, and go back to its message."""
    wanted, message = form.one("wanted"), form.one("message")
    if judged := form.one("judged"):  # the button of a message says both
        wanted, _, message = judged.partition(" ")
    tier, note = cast("Tier", wanted), form.one("note").strip()
    acting.acts.give_context_feedback(form.one("agent"), message, tier, seq=form.seq("seq"), note=note)
    return f"{form.one('back', '/')}#c-{quote(message)}"
