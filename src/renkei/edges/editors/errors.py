"""The errors of editors' sessions, and errors as ACP carries them."""

from typing import Any

from acp import RequestError
from renkei.errors import DocumentError, RenkeiError
from renkei.wording.visible import visible

INVALID_PARAMS, NOT_FOUND, INVALID_REQUEST = -32602, -32002, -32600


class EditorError(RenkeiError):
    """An editor asked for something that its session cannot do."""

    code = "EDITOR_REFUSED"


class UnknownSessionError(EditorError):
    """There is no session of this id."""

    code = "UNKNOWN_SESSION"
    template = "There is no session {session!r} here."
    hint_template = "Begin one with session/new in the folder of the project."


class PromptOpenError(EditorError):
    """A session takes one prompt at a time."""

    code = "PROMPT_OPEN"
    template = "The session {session!r} has a prompt that is not answered yet."
    hint_template = "Wait for its answer, or cancel it."


class EmptyPromptError(EditorError):
    """A prompt holds nothing that can be sent."""

    code = "EMPTY_PROMPT"
    template = "The prompt holds no text."
    hint_template = "Write what the lead should do. Files are named by their paths; pictures and sound cannot be sent."


CODES: dict[type[RenkeiError], int] = {
    UnknownSessionError: NOT_FOUND,
    PromptOpenError: INVALID_REQUEST,
}
"""Errors with their own code in JSON-RPC."""


def as_request_error(error: RenkeiError | OSError) -> RequestError:
    """Return an error as the answer to a request: its message with every problem, and its data."""
    if isinstance(error, OSError):
        return RequestError(INVALID_PARAMS, visible(str(error)))
    data: dict[str, Any] = error.as_dict()
    return RequestError(CODES.get(type(error), INVALID_PARAMS), visible(words_of(error)), data)


def words_of(error: RenkeiError) -> str:
    """Return an error as text: what is wrong, where, and what would be right."""
    if isinstance(error, DocumentError):
        source = error.details["source"]
        return "\n".join(f"{one.located(source)} {one.hint}".strip() for one in error.problems)
    return f"{error.message} {error.hint}".strip()
