"""Errors as problems of RFC 9457: one shape, with the code, the hint and the details that every error of renkei has."""

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from renkei import errors

MEDIA_TYPE = "application/problem+json"


class RequestRefusedError(errors.RenkeiError):
    """A request is malformed; `status` is the HTTP status."""

    code = "REQUEST_REFUSED"
    template = "{problem}."
    hint_template = "{hint}"


class KeyReusedError(errors.DuplicateCommandError):
    """An Idempotency-Key was used before, for another request."""

    template = "The Idempotency-Key {name!r} was already used for another request."
    hint_template = "Use a new key for each request; reuse a key only to repeat the same request."


STATUS: dict[type[errors.RenkeiError], HTTPStatus] = {
    errors.TokenRefusedError: HTTPStatus.UNAUTHORIZED,
    errors.NotAllowedError: HTTPStatus.FORBIDDEN,
    errors.UnknownReferenceError: HTTPStatus.NOT_FOUND,
    errors.DocumentError: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.InvalidInputError: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.DuplicateCommandError: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.UnreadLimitError: HTTPStatus.TOO_MANY_REQUESTS,
    errors.ProtocolError: HTTPStatus.CONFLICT,
    errors.LogError: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.RenkeiError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status of each error; one without a row has that of its nearest base class."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A problem (RFC 9457) with what every error of renkei says.",
    "properties": {
        "type": {"type": "string", "description": "A URN that ends with the code."},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer", "description": "The status of the answer."},
        "detail": {"type": "string", "description": "What is wrong."},
        "code": {"type": "string", "description": "The stable code of the error."},
        "hint": {"type": "string", "description": "What would be right."},
        "retryable": {"type": "boolean", "description": "Whether the same request may succeed when it is repeated."},
        "details": {"type": "object", "description": "The values behind the words."},
    },
    "required": ["type", "title", "status", "detail", "code", "hint", "retryable", "details"],
}


def status_of(error: errors.RenkeiError) -> HTTPStatus:
    """Return the HTTP status of an error."""
    if isinstance(error, RequestRefusedError):
        return HTTPStatus(error.details["status"])
    return next(STATUS[one] for one in type(error).__mro__ if one in STATUS)


def problem(error: errors.RenkeiError) -> Response:
    """Return the answer to a rejected request."""
    status = status_of(error)
    told = error.as_dict()
    body = {
        "type": f"urn:renkei:problem:{error.code}",
        "title": status.phrase,
        "status": status.value,
        "detail": told.pop("message"),
        **told,
    }
    headers = {"WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else None
    content = json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Response(content, status.value, headers, MEDIA_TYPE)


def refused(status: HTTPStatus, text: str, hint: str = "") -> RequestRefusedError:
    """Return the error of a malformed request."""
    return RequestRefusedError(status=status.value, problem=text, hint=hint)
