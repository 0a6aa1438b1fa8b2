"""Makes the page of a screen: what the screen shows, and what stands around it on every page."""

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from renkei.edges.view.awaited import keys_of
from renkei.edges.view.forms import Form
from renkei.edges.view.rendering import render
from renkei.edges.view.routes import NAVIGATION, Screen
from renkei.edges.view.time_bar import time_bar
from renkei.edges.view.visit import Failure, Visit
from renkei.edges.view.words.say import LOCALES, words_in
from renkei.engine.views.waiting_for import waiting_for
from renkei.errors import BadValueError, DocumentError, Problem, RenkeiError


def show(screen: Screen, visit: Visit) -> str:
    """Return the page of a screen; raises RenkeiError for what does not exist."""
    return render(screen.template, **frame(screen, visit), **screen.show(visit))


def frame(screen: Screen, visit: Visit) -> dict[str, Any]:
    """Return what the templates of all screens use."""
    state = visit.state
    waiting = waiting_for(state, visit.person) if visit.person in state.actors else []
    other = next(one for one in LOCALES if one != visit.locale)
    return {
        "visit": visit,
        "state": state,
        "t": words_in(visit.locale),
        "locale": visit.locale,
        "navigation": NAVIGATION,
        "current": screen.name,
        "here": address(visit),
        "in_other_language": address(visit, lang=other),
        "now_address": address(visit, at=None),
        "waiting_count": len(waiting),
        "waiting_keys": keys_of(waiting),
        "time": time_bar(visit),
        "command_id": lambda: f"view-{secrets.token_hex(12)}",
        "failure": visit.failure,
        "sent_in": lambda form: _sent(visit.failure, form),
        "address": lambda **changes: address(visit, **changes),
    }


def _sent(failure: Failure | None, form: str) -> Callable[..., str]:
    """Return what gives the values of a form's fields: those that were sent when it was refused, else the defaults."""
    values = failure.values if failure is not None and failure.form == form else {}
    return lambda name, default="": values.get(name, default)


def address(visit: Visit, **changes: str | int | None) -> str:
    """Return the address of a screen with some parameters changed; None leaves one out."""
    query = {name: value for name, value in visit.query.items() if name != "lang"}
    query |= {name: str(value) for name, value in changes.items() if value is not None}
    kept = {name: value for name, value in query.items() if changes.get(name, value) is not None}
    return visit.address + (f"?{urlencode(kept)}" if kept else "")


def failure_of(form: Form, error: RenkeiError) -> Failure:
    """Return why a form was refused, for its page."""
    return Failure(form.one("form"), form.values, error.message, error.hint, _problems(error), form.every)


def _problems(error: RenkeiError) -> tuple[Problem, ...]:
    """Return the faults of single fields that an error names."""
    if isinstance(error, DocumentError):
        return error.problems
    if isinstance(error, BadValueError) and error.details["path"].startswith("/"):
        return (Problem(error.code, error.details["path"], 1, 1, error.details["problem"], error.hint),)
    return ()
