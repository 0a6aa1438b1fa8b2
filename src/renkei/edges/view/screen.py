"""Makes the page of a screen: its content, inside the frame of every page."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from renkei.edges.entry_address import entry_address
from renkei.edges.view.addresses import address_of
from renkei.edges.view.forms.arguments import form_of_act, values_of_act
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.forms.schema_fields import Field
from renkei.edges.view.refusals import WrongFieldError, reason_of
from renkei.edges.view.rendering import render
from renkei.edges.view.routes import NAVIGATION, Screen
from renkei.edges.view.stream.awaited import keys_of
from renkei.edges.view.stream.broadcast import HEARTBEAT
from renkei.edges.view.stream.problems import in_words
from renkei.edges.view.stream.story import card_of
from renkei.edges.view.time_bar import time_bar
from renkei.edges.view.visit import FailedAct, Visit
from renkei.edges.view.words import is_known, words_in
from renkei.engine.views.titles import entry_title, title_of
from renkei.errors import BadValueError, DocumentError, IdTakenError, Problem, RenkeiError, UnknownReferenceError
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES

OF_ONE_REQUEST = ("lang",)
"""Parameters that the addresses on a page do not pass on."""

IDS = ("actor", "recipient", "message_id", "contract", "decision", "name")
"""Details of errors that hold an unknown or taken id."""


def show(screen: Screen, visit: Visit) -> str:
    """Return the page of a screen; raises RenkeiError for what does not exist."""
    page = render(screen.template, **frame(screen, visit), **screen.show(visit))
    failure = visit.failure
    if failure is None or not failure.form or failure.is_gone or f'id="{escape(f"form-{failure.form}")}"' in page:
        return page
    return show(screen, replace(visit, failure=replace(failure, is_gone=True)))


def frame(screen: Screen, visit: Visit) -> dict[str, Any]:
    """Return the names that the templates of all screens use."""
    state = visit.state
    return {
        "visit": visit,
        "key_prefix": "",
        "state": state,
        "t": words_in(visit.locale),
        "locale": visit.locale,
        "navigation": NAVIGATION,
        "current": screen.name,
        "here": address(visit),
        "other_languages": [
            (locale, words_in(locale)("frame.language"), address(visit, lang=locale))
            for locale in LOCALES
            if locale != visit.locale
        ],
        "now_address": address(visit, at=None),
        "waiting_count": len(visit.waiting),
        "waiting_keys": keys_of(visit.waiting),
        "heartbeat": HEARTBEAT,
        "story": card_of(visit.surroundings.story(), visit.waiting, visit.locale) if visit.is_live else "",
        "unrecorded": visit.surroundings.unrecorded.of(visit.person),
        "process_problems": in_words(visit.project.problems(), visit.locale) if visit.is_live else "",
        "time": time_bar(visit),
        "command_id": lambda: f"view-{secrets.token_hex(12)}",
        "failure": visit.failure,
        "sent_in": lambda form: _sent(visit.failure, form),
        "fields_of_act": partial(_fields, visit),
        "known": is_known,
        "entry_title": partial(entry_title, state),
        "title_of": partial(title_of, state),
        "entry_address": entry_address,
        "address_of": partial(address_of, at=visit.at),
        "address": lambda **changes: address(visit, **changes),
    }


def _sent(failure: FailedAct | None, form: str) -> Callable[..., str]:
    """Return the source of a form's values: the values sent if it was rejected, else the defaults."""
    values = failure.values if failure is not None and failure.form == form else {}
    return lambda name, default="": values.get(name, default)


def _fields(visit: Visit, act: str, form: str, document: Mapping[str, Any]) -> list[Field]:
    """Return the fields of an act's form, filled from the rejected form, else from a document."""
    refused = visit.failure if visit.failure is not None and visit.failure.form == form else None
    values = document if refused is None else values_of_act(act, refused.every)
    return list(form_of_act(act, visit.state).fields(values).values())


def address(visit: Visit, **changes: str | int | None) -> str:
    """Return the address of a screen with some parameters changed; None leaves one out."""
    query = {name: value for name, value in visit.query.items() if name not in OF_ONE_REQUEST}
    query |= {name: str(value) for name, value in changes.items() if value is not None}
    kept = {name: value for name, value in query.items() if changes.get(name, value) is not None}
    return visit.address + (f"?{urlencode(kept)}" if kept else "")


def failure_of(form: PostedForm, error: RenkeiError, locale: Locale) -> FailedAct:
    """Return why a form was rejected, for its page."""
    text = reason_of(error, locale)
    mentions = error.details["got"] if isinstance(error, WrongFieldError) and error.key == "wrong.mention" else ""
    return FailedAct(form.one("form"), form.values, text, _problems(form, error, text), form.every, mentions)


def _problems(form: PostedForm, error: RenkeiError, text: str) -> tuple[Problem, ...]:
    """Return the faults of fields that an error names, or that hold the error's id."""
    if isinstance(error, DocumentError):
        return error.problems
    if isinstance(error, BadValueError) and error.details["path"].startswith("/"):
        said = text if isinstance(error, WrongFieldError) else error.details["problem"]
        return (Problem(error.code, error.details["path"], 1, 1, said, error.hint),)
    if isinstance(error, UnknownReferenceError | IdTakenError):
        wrong = {error.details[name] for name in IDS if name in error.details}
        fields = [path for path, values in form.every.items() if path.startswith("/") and wrong.intersection(values)]
        return tuple(Problem(error.code, path, 1, 1, text) for path in fields)
    return ()
