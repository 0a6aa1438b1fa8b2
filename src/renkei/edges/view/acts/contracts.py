"""What a person does with contracts: open them, say who does the work, judge it, pause it, comment on it."""

from typing import Any

from pydantic import ValidationError

from renkei.contracts.model import TaskContract
from renkei.documents.explain import first_problem
from renkei.edges.view.acts.acting import Acting, FormUnfinishedError
from renkei.edges.view.acts.findings import findings_of
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.form import Form
from renkei.edges.view.forms.schema_fields import fields_of
from renkei.engine import commands as c

FULL_FORM = "/compose/contract"
"""The address of the form with all terms."""


def open_contract(acting: Acting, form: Form) -> str:
    """Open a contract with the terms of the short form; return the address of its page.

    Raises FormUnfinishedError with the full form when the person wants that one.
    """
    terms = _terms(acting.person, form)
    if form.one("full"):
        raise FormUnfinishedError(Form({"form": ["compose-contract"], "back": [FULL_FORM], **fields_of(terms)}))
    try:
        contract = TaskContract.model_validate(terms)
    except ValidationError as error:
        raise first_problem(error, terms) from None
    acting.acts.do(c.OpenContract(contract))
    return page_of("contract", contract.id)


def _terms(person: str, form: Form) -> dict[str, Any]:
    return {
        "id": form.one("id").strip(),
        "delegator": person,
        "assignee": form.one("assignee") or None,
        "inputs": {"description": form.one("description")},
        "expected_output": {"format": form.one("format")},
        "acceptance_criteria": [{"criterion": one} for one in _lines(form.one("criteria"))],
        "depends_on": form.one("depends_on").replace(",", " ").split(),
        "roles": form.one("roles").replace(",", " ").split(),
        "priority": form.one("priority") or "normal",
    }


def _lines(text: str) -> list[str]:
    return [one.strip() for one in text.splitlines() if one.strip()]


def assign(acting: Acting, form: Form) -> None:
    """Give work to somebody; whoever has it is notified."""
    acting.acts.assign(form.one("contract"), form.one("assignee"), form.one("reason"))


def release(acting: Acting, form: Form) -> None:
    """Take work from its assignee, so that others can claim it."""
    acting.acts.release(form.one("contract"), form.one("reason"))


def reopen(acting: Acting, form: Form) -> None:
    """Let work be tried again that ended short."""
    acting.acts.reopen(form.one("contract"), form.one("reason"))


def cancel(acting: Acting, form: Form) -> None:
    """Cancel a contract and its subcontracts."""
    acting.acts.cancel(form.one("contract"), form.one("reason"))


def pause(acting: Acting, form: Form) -> None:
    """Pause a contract."""
    acting.acts.pause_contract(form.one("contract"), reason=form.one("reason"))


def resume(acting: Acting, form: Form) -> None:
    """Resume a paused contract."""
    acting.acts.resume_contract(form.one("contract"))


def accept(acting: Acting, form: Form) -> None:
    """Accept submitted work."""
    acting.acts.accept(form.one("contract"), form.one("reason"))


def send_back(acting: Acting, form: Form) -> None:
    """Ask for another attempt, with what was found."""
    acting.acts.review(form.one("contract"), "changes_requested", form.one("reason"), findings=findings_of(form))


def reject(acting: Acting, form: Form) -> None:
    """Reject work: it has failed, or a partial result is open for others."""
    acting.acts.reject(form.one("contract"), form.one("reason"))


def note(acting: Acting, form: Form) -> None:
    """Add a note to a contract."""
    acting.acts.do(c.AddNote(form.one("contract"), form.one("reason")))
