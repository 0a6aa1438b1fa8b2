"""Participants: pause and interrupt agents, add and take out participants, groups, tokens."""

from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.form import Form
from renkei.edges.view.refusals import WrongFieldError
from renkei.engine import commands as c
from renkei.errors import NotAllowedError
from renkei.protocol.payloads import Freeform

DAY = 86_400
"""Seconds."""


def pause_agent(acting: Acting, form: Form) -> None:
    """Pause an agent."""
    acting.acts.pause(form.one("agent"), reason=_needed(form, "reason"))


def pause_project(acting: Acting, form: Form) -> None:
    """Pause the project."""
    acting.acts.pause_project(reason=_needed(form, "reason"))


def interrupt(acting: Acting, form: Form) -> None:
    """Send an agent a blocking message, and end its open turn if the form asks for it."""
    acts, agent, text = acting.acts, form.one("agent"), _needed(form, "text")
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="high")
    summary = text.partition("\n")[0][:120]
    message = acting.project.message(acting.person, payload, agent, "blocking", summary)
    ending = (c.InterruptTurn(agent, summary),) if form.one("end_turn") else ()
    acts.do(*ending, c.Send(message))


def add_participant(acting: Acting, form: Form) -> str:
    """Add an agent, a lead or a human, and go to its page."""
    name, kind = _needed(form, "id"), form.one("kind")
    acting.acts.do(c.Join(name, form.one("role").strip(), human=kind == "human", lead=kind == "lead"))
    return page_of("agent", name)


def take_out(acting: Acting, form: Form) -> str:
    """Take a participant out of the project; the form has to say that this is meant."""
    if not form.one("meant"):
        raise WrongFieldError("/meant", "wrong.not_meant")
    acting.acts.leave(form.one("agent"), form.one("reason").strip())
    return "/agents"


def set_group(acting: Acting, form: Form) -> None:
    """Define a group, or replace its members."""
    acting.acts.set_group(_needed(form, "group"), form.all("members"))


def create_token(acting: Acting, form: Form) -> str:
    """Make a token, and go to the page that shows it once."""
    agent = form.one("agent")
    _check_token(acting, agent)
    days = form.limit("days")
    seconds = None if days is None else days * DAY
    acting.surroundings.once.make(
        acting.person, acting.command, lambda: acting.project.create_token(agent, seconds)
    )  # once for a form, as all acts
    return f"{page_of('agent', agent)}/token?made={acting.command}"


def revoke_token(acting: Acting, form: Form) -> None:
    """Revoke a token."""
    name = form.one("token")
    holder = next((one.actor for one in acting.project.tokens() if one.id == name), acting.person)
    _check_token(acting, holder)
    acting.project.revoke_token(name)


def _check_token(acting: Acting, holder: str) -> None:
    """Raise NotAllowedError for the token of another person: with it, one person could act as the other."""
    state = acting.project.state
    if holder == acting.person or holder not in state.actors or not state.actors[holder].human:
        return
    what = f"make or revoke tokens of {holder!r}, who is a person"
    raise NotAllowedError(actor=acting.person, what=what, allowed=f"{holder}, and `renkei token` on the server")


def _needed(form: Form, name: str) -> str:
    text = form.one(name).strip()
    if not text:
        raise WrongFieldError(f"/{name}", "wrong.empty", name)
    return text
