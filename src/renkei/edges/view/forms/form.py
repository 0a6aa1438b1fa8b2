"""Reads a form that was posted: bounded, and as a mapping of its fields."""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request

from renkei.edges.view.numbers import whole_number
from renkei.edges.view.refusals import WrongFieldError
from renkei.errors import RenkeiError

LARGEST_FORM = 4 * 1024 * 1024
"""Bytes."""

MOST_FIELDS = 2000

SLOWEST_SENDER = 20.0
"""Seconds in which a form has to arrive."""

KIND = "application/x-www-form-urlencoded"

BESIDE_CONTENT = ("form_token", "command_id", "form", "back", "next", "rehearsal", "left")
"""Fields of every form that are not its content."""


class BadFormError(RenkeiError):
    """A form cannot be read; `http_status` is the status of the answer."""

    code = "BAD_FORM"
    template = "{problem}"


class PastFormError(RenkeiError):
    """The form was submitted from a historical (read-only) page."""

    code = "PAST_FORM"
    template = "this page shows a past record, where nothing can be done"
    hint_template = "Go back to now and repeat."
    http_status = HTTPStatus.CONFLICT


class PostedForm:
    """The fields of a form, each with its list of values."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    def one(self, name: str, default: str = "") -> str:
        """Return the last value of a field."""
        return self._fields.get(name, [default])[-1]

    def all(self, name: str) -> list[str]:
        """Return all values of a field."""
        return self._fields.get(name, [])

    def limit(self, name: str) -> int | None:
        """Return the limit that a field holds, None for an empty one; raises BadValueError."""
        text = self.one(name).strip()
        found = whole_number(text, 12)
        if text and not found:
            raise WrongFieldError(f"/{name}", "wrong.limit", text)
        return found

    @property
    def every(self) -> Mapping[str, Sequence[str]]:
        """All values of each field."""
        return self._fields

    @property
    def values(self) -> dict[str, str]:
        """The last value of each field, shown again if the form is rejected."""
        return {name: found[-1] for name, found in self._fields.items()}

    @property
    def digest(self) -> str:
        """A digest of the form's content."""
        content = {name: found for name, found in sorted(self._fields.items()) if name not in BESIDE_CONTENT}
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    @property
    def encoded(self) -> str:
        """The form as it is sent, without the token of its page."""
        return urlencode({name: found for name, found in self._fields.items() if name != "form_token"}, doseq=True)


async def read_form(request: Request) -> PostedForm:
    """Return the form of a request; raises BadFormError, or ClientDisconnect."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != KIND:
        raise _refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"the body is not {KIND}")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_SENDER):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_FORM:
                    raise _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the form has over {LARGEST_FORM} bytes")
    except TimeoutError:
        raise _refused(HTTPStatus.REQUEST_TIMEOUT, "the form did not arrive in time") from None
    try:
        return parse_form(body.decode("ascii"))
    except ValueError:
        raise _refused(HTTPStatus.BAD_REQUEST, "the form cannot be read") from None


def parse_form(text: str) -> PostedForm:
    """Return a form that is encoded as it is sent; raises ValueError."""
    fields = parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    return PostedForm({name: [one.replace("\r\n", "\n") for one in found] for name, found in fields.items()})


def _refused(status: HTTPStatus, problem: str) -> BadFormError:
    return BadFormError(http_status=status, problem=problem)
