"""Answers other than screens: the form to sign in, and errors."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from renkei.edges.view.forms.form import LARGEST_FORM
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.rendering import render
from renkei.edges.view.session.sign_in import SignInNeededError
from renkei.edges.view.words import language_of, words_in
from renkei.errors import BadValueError, LogError, NotAllowedError, RenkeiError, UnknownReferenceError

STATUS: dict[type[RenkeiError], HTTPStatus] = {
    NotAllowedError: HTTPStatus.FORBIDDEN,
    UnknownReferenceError: HTTPStatus.NOT_FOUND,
    BadValueError: HTTPStatus.BAD_REQUEST,
    LogError: HTTPStatus.SERVICE_UNAVAILABLE,
    RenkeiError: HTTPStatus.UNPROCESSABLE_ENTITY,
}
"""The status of each error; one without a row has that of its nearest base class."""


def local_address(address: str) -> str:
    """Return an address of this server as it is, and the first screen's for any other."""
    is_local = address.startswith("/") and not address.startswith("//")
    return address if is_local and address.isprintable() and "\\" not in address else "/"


async def ask_to_sign_in(request: Request, error: Exception) -> Response:
    """Answer a request from an unknown visitor with the form to sign in.

    A link on a page of another site does not carry the cookie (SameSite=Strict). Then the page is loaded again, from
    itself, which does.
    """
    assert isinstance(error, SignInNeededError)
    return who_are_you(request, error)


def who_are_you(request: Request, error: SignInNeededError, sent: str = "", to: str = "") -> Response:
    """Return the form to sign in, which leads `to` an address, by default the one of the request.

    It keeps the form that was submitted, encoded as `sent`; its page shows that form again afterwards.
    """
    is_foreign = request.headers.get("sec-fetch-site") == "cross-site" and request.method == "GET"
    locale = language_of(request, "en")
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    to = local_address(to or ("/" if request.url.path.startswith(("/sign-", "/acts/", "/stream")) else here))
    page = render(
        "sign_in.html",
        t=words_in(locale),
        locale=locale,
        why=error.details["why"],
        to=to,
        again=to if is_foreign else "",
        sent=sent if len(sent) < LARGEST_FORM // 2 else "",
    )
    return HTMLResponse(page, HTTPStatus.OK if is_foreign else HTTPStatus.FORBIDDEN)


def elsewhere(request: Request) -> Response:
    """Answer a request under a name that is not the view's: say where to find it, without its name.

    Programs on this machine can ask, too. The name protects the session as long as they do not know it.
    """
    return _error_page(request, HTTPStatus.FORBIDDEN, words_in(language_of(request, "en"))("sign_in.elsewhere"))


async def refuse(request: Request, error: Exception) -> Response:
    """Answer a request that failed with an error."""
    assert isinstance(error, RenkeiError)
    return _error_page(request, status_of(error), reason_of(error, language_of(request, "en")))


async def not_found(request: Request, error: Exception) -> Response:
    """Answer a request for an unknown address."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    return _error_page(request, status, f"{request.url.path}: {status.phrase}")


async def forget(request: Request, error: Exception) -> Response:
    """Return an empty answer: the client disconnected before its form was complete, so nothing was done."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


def _error_page(request: Request, status: HTTPStatus, text: str) -> Response:
    locale = language_of(request, "en")
    return HTMLResponse(render("error.html", t=words_in(locale), locale=locale, text=text), status)


def status_of(error: RenkeiError) -> HTTPStatus:
    """Return the HTTP status of an error."""
    own: HTTPStatus | None = getattr(error, "http_status", None)
    return own if own is not None else next(STATUS[one] for one in type(error).__mro__ if one in STATUS)
