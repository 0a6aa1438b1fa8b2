"""Two pages of a link that answers a question: the first asks for confirmation, the second says what happened.

Mail scanners and messengers open links to show a preview, so opening one decides nothing: the button does. No session
is needed. In a browser where someone else has signed in, a link answers nothing, since it was forwarded.
"""

from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from renkei.edges.entry_address import entry_address
from renkei.edges.reaching.answer_links import Answer, AnswerLinkError, give_answer, read_answer
from renkei.edges.view.forms.form import read_form
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.rendering import render
from renkei.edges.view.services import ViewServices
from renkei.edges.view.session.sign_in import SignInNeededError
from renkei.edges.view.words import language_of, words_in
from renkei.errors import LogError, RenkeiError
from renkei.protocol.primitives import Locale

STATUS = {
    "answer.expired": HTTPStatus.GONE,
    "answer.answered": HTTPStatus.GONE,
    "answer.used": HTTPStatus.GONE,
    "answer.changed": HTTPStatus.CONFLICT,
}
"""Why a link answers nothing → the status; any other reason is forbidden."""


async def ask(services: ViewServices, request: Request) -> Response:
    """Answer with what a link would decide, and a button; nothing is written."""
    token = request.query_params.get("link", "")
    answer: Response = await services.run(_page, services, request, token, False)
    return answer


async def decide(services: ViewServices, request: Request) -> Response:
    """Decide as a link says."""
    token = (await read_form(request)).one("link")
    answer: Response = await services.run(_page, services, request, token, True)
    return answer


def _page(services: ViewServices, request: Request, token: str, is_meant: bool) -> Response:
    """Return the page of a link; `is_meant`: the person has pressed the button."""
    project = services.project
    locale = language_of(request, project.state.locale)
    values: dict[str, Any] = {"project": project.state.name, "link": token, "why": "", "answer": None}
    status = HTTPStatus.OK
    try:
        answer = read_answer(project, token)
        _check_person(services, request, answer)
        answer = give_answer(project, token) if is_meant else answer
        values |= {"answer": answer, "is_done": is_meant or answer.made, "entry": _entry(answer)}
    except AnswerLinkError as error:
        why = str(error.details["why"])
        status = STATUS.get(why, HTTPStatus.FORBIDDEN)
        values["why"] = words_in(locale)(why)
    except RenkeiError as error:
        status = HTTPStatus.SERVICE_UNAVAILABLE if isinstance(error, LogError) else HTTPStatus.CONFLICT
        values["why"] = _refusal(error, locale)
    return HTMLResponse(render("answer.html", t=words_in(locale), locale=locale, **values), status)


def _refusal(error: RenkeiError, locale: Locale) -> str:
    return words_in(locale)("act.failed", text=reason_of(error, locale))


def _entry(answer: Answer) -> str:
    return entry_address(f"decision:{answer.decision}")


def _check_person(services: ViewServices, request: Request, answer: Answer) -> None:
    """Raise AnswerLinkError if someone else has signed in to this browser."""
    try:
        person = services.sign_in.session(request).person
    except SignInNeededError:
        return
    if person != answer.person:
        raise AnswerLinkError(why="answer.other")
