"""Tokens: made and revoked for programs and for the person. They are no acts of the project."""

from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.form import PostedForm
from renkei.errors import NotAllowedError

DAY = 86_400
"""Seconds."""


def create_token(acting: ActingPerson, form: PostedForm) -> str:
    """Make a token, and go to the page that shows it once."""
    agent = form.one("agent")
    _check_token(acting, agent)
    days = form.limit("days")
    seconds = None if days is None else days * DAY
    acting.surroundings.once.make(
        acting.person, acting.command, lambda: acting.project.create_token(agent, seconds)
    )  # once for a form, as all acts
    return f"{page_of('agent', agent)}/token?made={acting.command}"


def revoke_token(acting: ActingPerson, form: PostedForm) -> str:
    """Revoke a token."""
    name = form.one("token")
    holder = next((one.actor for one in acting.project.tokens() if one.id == name), acting.person)
    _check_token(acting, holder)
    acting.project.revoke_token(name)
    return form.one("back")


def _check_token(acting: ActingPerson, holder: str) -> None:
    """Raise NotAllowedError for the token of another person: with it, one person could act as the other."""
    state = acting.project.state
    if holder == acting.person or holder not in state.actors or not state.actors[holder].human:
        return
    what = f"make or revoke tokens of {holder!r}, who is a person"
    raise NotAllowedError(actor=acting.person, what=what, allowed=f"{holder}, and `renkei token` on the server")
