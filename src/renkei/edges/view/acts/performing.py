"""Any act of the table, from its form: the arguments are read from the fields, the act is performed for the person."""

from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote, urlencode, urlsplit

from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS as TABLE
from renkei.acts.table import find_act
from renkei.edges.view.acts import searches, tokens
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.snoozing import snooze
from renkei.edges.view.acts.special import arguments_of, chosen
from renkei.edges.view.addresses import page_of
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.refusals import WrongFieldError
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.errors import BadValueError, DocumentError
from renkei.protocol.primitives import Frozen

HAND_OVER = "TASK_HANDOFF"

WORDS = {
    ("post", "/body"): "wrong.no_text",
    ("post", "/to"): "wrong.no_recipient",
    ("unblock", "/body"): "wrong.no_answer",
    ("decide", "/chosen_option"): "wrong.option",
    ("set_quota", "/turns"): "wrong.limit",
    ("set_quota", "/tokens"): "wrong.limit",
}
"""Act and field → the sentence that explains the fault; other empty fields have `wrong.empty`."""


def perform(name: str, acting: ActingPerson, form: PostedForm) -> str:
    """Perform an act with the content of its form; return the address to go to. Raises RenkeiError."""
    act, caller = find_act(name), acting.acts
    try:
        arguments = act.read(arguments_of(name, acting, form))
        record = caller.perform((act, arguments))
    except (DocumentError, BadValueError) as error:
        raise _in_words(name, form, error) from None
    after = AFTER.get(name)
    return after(form, arguments, record) if after else done(name, form, spent=acting.project.state.spent)


def rehearse(name: str, acting: ActingPerson, form: PostedForm) -> None:
    """Raise the error with which an act would be rejected now; nothing is done."""
    if name not in TABLE:
        return
    act = find_act(name)
    try:
        acting.project.rehearse((act, act.read(arguments_of(name, acting, form))), actor=acting.person)
    except (DocumentError, BadValueError) as error:
        raise _in_words(name, form, error) from None


def _in_words(name: str, form: PostedForm, error: DocumentError | BadValueError) -> DocumentError | BadValueError:
    """Return a fault of a field with the view's words for it, where it has some."""
    if isinstance(error, WrongFieldError):
        return error
    code, path, others = error.code, str(error.details.get("path", "")), 0
    if isinstance(error, DocumentError):
        code, path, others = error.problems[0].code, error.problems[0].path, len(error.problems) - 1
    if not others and name == "send" and form.one("type") == HAND_OVER and path == "/to" and code == "MISSING_FIELD":
        return WrongFieldError(path, "wrong.no_assignee")
    if name in ("send", "open_contract"):  # their forms show all faults, each at its field
        return error
    key = WORDS.get((name, path)) or ("wrong.empty" if code == "MISSING_FIELD" else "")
    return WrongFieldError(path, key, form.one(path[1:])) if key else error


def done(name: str, form: PostedForm, *, spent: bool = False) -> str:
    """Return the address of the page of a form. The list of what waits then opens the next entry and shows the outcome.

    The outcome is named as `act.HOW.done`.
    """
    back = form.one("back")
    if urlsplit(back).path != "/waiting":
        return back
    what, how = outcome(name, form, spent=spent)
    following = {"entry": form.one("next")} if form.one("next") else {}
    return f"/waiting?{urlencode(following | {'done': what, 'how': how})}"


def outcome(name: str, form: PostedForm, *, spent: bool = False) -> tuple[str, str]:
    """Return what the form of an act is about, and how it was done: the outcome is named as `act.HOW.done`."""
    what = ": ".join(one for one in (form.one("ref"), chosen(form) if name == "decide" else "") if one)
    how = ".".join(one for one in (name, form.one("verdict"), "spent" if spent and name == "set_quota" else "") if one)
    return what, how


def at_field(path: str) -> str:
    """Return the address of a field or an entry on the board."""
    return f"/board#{quote(f'f{path}')}"


def _at_message(form: PostedForm, arguments: Frozen, record: Record | None) -> str:
    """Return the address of the message that was sent, for a form that shows it."""
    for event in record.events if record is not None else ():
        if isinstance(event, MessageSent):
            return f"{page_of('message', event.message.id)}#m-{quote(event.message.id, safe='')}"
    return "/"


def _at_contract(form: PostedForm, arguments: Frozen, record: Record | None) -> str:
    """Return the address of the contract that was opened."""
    opened = (event for event in (record.events if record is not None else ()) if event.kind == "contract_opened")
    return next((page_of("contract", event.contract.id) for event in opened), form.one("back"))


After = Callable[[PostedForm, Frozen, Record | None], str]
"""Returns the address to go to after an act."""

AFTER: Mapping[str, After] = {
    "send": _at_message,
    "post": lambda form, to, record: (
        _at_message(form, to, record) if form.one("shows") == "message" else form.one("back")
    ),
    "open_contract": _at_contract,
    "delegate": _at_contract,
    "join": lambda form, to, record: page_of("agent", vars(to)["participant"]),
    "leave": lambda form, to, record: "/agents",
    "write": lambda form, to, record: form.one("back") if form.one("shows") else at_field(vars(to)["writes"][0].path),
    "give_context_feedback": lambda form, to, record: f"{form.one('back', '/')}#c-{quote(vars(to)['message_id'])}",
}
"""Act → where to go after it; after every other act to the page of its form."""

Act = Callable[[ActingPerson, PostedForm], str]
"""Performs the act of a form and returns the address to go to."""

ACTS: Mapping[str, Act] = {
    **{name: partial(perform, name) for name in TABLE if name not in OMITTED["view"]},
    "create-token": tokens.create_token,
    "revoke-token": tokens.revoke_token,
    "snooze": snooze,
    "save-search": searches.save_search,
    "delete-search": searches.delete_search,
}
"""A person's acts in the view, by their names in the address of their forms."""
