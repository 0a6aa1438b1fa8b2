"""The sentences of the view, and their language: the person's choice, else the browser's, else the project's."""

from collections.abc import Callable
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from renkei.protocol.messages import is_vendor_type
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES, texts
from renkei.texts.say import fill

Words = Callable[..., str]
"""Returns the sentence of a key, with its placeholders filled in."""

COOKIE = "renkei-language"

YEAR = 365 * 86_400


@cache
def words_in(locale: Locale) -> Words:
    """Return a function that builds sentences: `say(key, **values)`; it raises KeyError for an unknown key.

    A vendor's type of message is its own name.
    """
    known = texts(locale, "view")

    def say(key: str, **values: object) -> str:
        kind = key.removeprefix("type.")
        return kind if is_vendor_type(kind) else fill(known[key], values, none="–")

    return say


def is_known(key: str) -> bool:
    """Return whether the view has a sentence of this key, in every language."""
    return key in texts("en", "view")


def language_of(request: Request, default: Locale) -> Locale:
    """Return the language: `?lang=`, the cookie, Accept-Language, or the default."""
    accepted = [one.partition(";")[0].strip()[:2] for one in request.headers.get("accept-language", "").split(",")]
    wanted = [request.query_params.get("lang", ""), request.cookies.get(COOKIE, ""), *accepted]
    return next((known for one in wanted for known in LOCALES if known == one), default)


def remember_language(response: Response, request: Request) -> None:
    """Let a response keep the language that the address asks for."""
    if (chosen := request.query_params.get("lang", "")) in LOCALES:
        response.set_cookie(COOKIE, chosen, max_age=YEAR, path="/", httponly=True, samesite="strict")
