"""Forms that hold more than the arguments of their act, and how each is read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from renkei.board.fields import ENTRIES
from renkei.budget.context.message_text import summary_of
from renkei.documents.json_pointer import join
from renkei.edges.view.acts.acting import ActingPerson, FormUnfinishedError
from renkei.edges.view.board.controls import control_of, controls
from renkei.edges.view.forms.arguments import values_of_act
from renkei.edges.view.forms.documents import CONTRACT, completed, contract_of, form_of
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.forms.schema_fields import fields_of
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.refusals import WrongFieldError
from renkei.engine.views.mentions import unknown_mentions, with_code
from renkei.errors import BadValueError
from renkei.protocol.messages import MESSAGE_CLASSES

FULL_FORM = "/compose/contract"
"""The address of the form with all terms of a contract."""

FULL = "open_contract-full"
"""The id of that form."""

MADE = ("id", "ref", "created_at", "artifacts", "status", "resolution", "resolved")
"""Fields that the form of a new entry of the board does not ask for: they are its name, or follow later."""

JUDGING = ("changes_requested", "rejected")
"""Verdicts that need words."""


def arguments_of(name: str, acting: ActingPerson, form: PostedForm) -> Mapping[str, Any]:
    """Return the arguments of an act as plain data; raises FormUnfinishedError, or BadValueError."""
    special = SPECIAL.get(name)
    return values_of_act(name, form.every) if special is None else special(acting, form)


def chosen(form: PostedForm) -> str:
    """Return the option that is chosen, or else the other answer."""
    option = form.one("chosen_option")
    return option if option.strip() else form.one("other").strip()


def _post(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return a post; raises WrongFieldError for a name that nobody has, unless the same form is sent again."""
    names = unknown_mentions(acting.project.state, form.one("body"))
    unknown = " ".join(f"@{name}" for name in names)
    if unknown and form.one("meant") != unknown:
        raise WrongFieldError("/body", "wrong.mention", unknown)
    return values_of_act("post", {**form.every, "body": [with_code(form.one("body"), names)]})


def _send(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return a message from the form of its type. Without a summary it is the first line of the main text."""
    kind = form.one("type")
    if kind not in MESSAGE_CLASSES:
        raise BadValueError(path="?type", got=kind, expected=", ".join(MESSAGE_CLASSES))
    _check_finished(form)
    document = completed(kind, form_of(kind, acting.project.state, acting.person).document(form.every))
    summary = summary_of(kind, document.get("payload"))
    return {"message": {"context_summary": summary, **document, "type": kind}}


def _open_contract(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return the terms of the short or the full form; the person delegates where the form does not say who does.

    Raises FormUnfinishedError with the full form when the person wants that one.
    """
    document = form_of(CONTRACT, acting.project.state, acting.person).document(form.every)
    if form.one("full"):
        shown = fields_of({"delegator": acting.person} | document)
        raise FormUnfinishedError(PostedForm({"form": [FULL], "back": [FULL_FORM], **shown}))
    _check_finished(form)
    own = {} if form.one("form") == FULL else {"delegator": acting.person}
    return {"task_contract": contract_of(own | document)}


def _check_finished(form: PostedForm) -> None:
    if form.one("add"):
        raise FormUnfinishedError


def _decide(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return a decision for one of the options, or for an answer of the person's own."""
    option = chosen(form)
    return values_of_act("decide", {**form.every, "chosen_option": [option]})


def _review(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return a verdict, which without words has those of its first finding; an approval needs none."""
    values = values_of_act("review", form.every)
    words = next((row["description"] for row in values.get("findings", ())), "")
    if not values.get("summary") and values.get("verdict") in JUDGING and not words:
        raise WrongFieldError("/summary", "wrong.no_reason")
    return {"summary": words} | values


def _leave(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return the participant to remove; raises WrongFieldError unless the form confirms it."""
    if not form.one("meant"):
        raise WrongFieldError("/meant", "wrong.not_meant")
    return values_of_act("leave", form.every)


def _feedback(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return feedback on a context; the button of a message says both the tier and the message."""
    tier, _, message = form.one("judged").partition(" ")
    pressed: dict[str, Sequence[str]] = {"wanted": [tier], "message_id": [message]} if tier else {}
    return values_of_act("give_context_feedback", {**form.every, **pressed})


def _set_quota(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return the limits; the form shows both, so an empty field removes its limit."""
    shown = {
        name: [text if (text := form.one(name).strip()) else "none"]
        for name in ("turns", "tokens")
        if name in form.every
    }
    return values_of_act("set_quota", {**form.every, **shown})


def _write(acting: ActingPerson, form: PostedForm) -> dict[str, Any]:
    """Return writes of the board with typed values, or the write that adds an entry."""
    if "list" in form.every:
        return {"writes": [_entry(form)]}
    rows = sorted(
        {name.split("/")[2] for name in form.every if name.startswith("/writes/")}, key=lambda row: row.zfill(5)
    )
    return {"writes": [_row(form, f"/writes/{row}") for row in rows]}


def _row(form: PostedForm, at: str) -> dict[str, Any]:
    path = form.one(f"{at}/path")
    value = control_of(path).read(form.one(f"{at}/value"), path)
    base = form.one(f"{at}/if_seq")
    if_seq = {"if_seq": base if whole_number(base) is None else whole_number(base)} if base else {}
    return {"path": path, "value": value, "action": form.one(f"{at}/action"), **if_seq}


def _entry(form: PostedForm) -> dict[str, Any]:
    """Return the write of a new entry; a field that is left empty has its default."""
    inside = (form.one("agent"), "artifacts") if form.one("agent") else ()
    place = (form.one("list"), *(("*", "artifacts") if inside else ()), "*")
    if place not in ENTRIES:
        raise BadValueError(path="/list", got=form.one("list"), expected="pending_decisions, blockers or artifacts")
    model, naming = ENTRIES[place]
    path = join(form.one("list"), *inside, form.one(naming).strip())
    given = [one for one in controls(model).values() if one.name not in MADE and form.one(one.name).strip()]
    entry = {one.name: one.read(form.one(one.name), f"{path}/{one.name}") for one in given}
    return {"path": path, "value": entry, "action": form.one("action")}


SPECIAL: Mapping[str, Callable[[ActingPerson, PostedForm], dict[str, Any]]] = {
    "post": _post,
    "send": _send,
    "open_contract": _open_contract,
    "decide": _decide,
    "review": _review,
    "leave": _leave,
    "give_context_feedback": _feedback,
    "set_quota": _set_quota,
    "write": _write,
}
"""Act → its arguments from a form that is not only made of them."""
