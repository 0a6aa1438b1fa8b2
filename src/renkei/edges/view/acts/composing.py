"""Composing: a message of any type, or a contract, from the form of its schema."""

from renkei.edges.view.acts.acting import Acting, FormUnfinishedError
from renkei.edges.view.acts.posting import sent_message
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.documents import CONTRACT, contract_of, form_of, message_of
from renkei.edges.view.forms.form import Form
from renkei.engine import commands as c
from renkei.errors import BadValueError
from renkei.protocol.messages import MESSAGE_CLASSES


def send(acting: Acting, form: Form) -> str:
    """Send a message of the type in the field `type`; returns the address of the message."""
    kind = form.one("type")
    if kind not in MESSAGE_CLASSES:
        raise BadValueError(path="?type", got=kind, expected=", ".join(MESSAGE_CLASSES))
    _check_finished(form)
    header = acting.project.new_header() | {"from": acting.person}
    message = message_of(kind, header, form_of(kind, acting.project.state, acting.person).document(form.every))
    return sent_message(acting.acts.do(c.Send(message)))


def open_contract(acting: Acting, form: Form) -> str:
    """Open a contract: for its assignee, or for claiming; returns the address of the contract."""
    _check_finished(form)
    terms = contract_of(form_of(CONTRACT, acting.project.state, acting.person).document(form.every))
    acting.acts.do(c.OpenContract(terms))
    return page_of("contract", terms.id)


def _check_finished(form: Form) -> None:
    if form.one("add"):
        raise FormUnfinishedError
