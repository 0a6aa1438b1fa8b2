"""Errors of renkei as errors of A2A, which each transport writes in its own form.

The code, the hint and whether to try again go along as text, because gRPC carries nothing else.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from a2a.utils.errors import (
    A2AError,
    ExtensionSupportRequiredError,
    InternalError,
    InvalidParamsError,
    InvalidRequestError,
    TaskNotFoundError,
    UnsupportedOperationError,
)

from renkei import errors

REFUSALS: dict[type[errors.RenkeiError], type[A2AError]] = {
    errors.UnknownExtensionError: ExtensionSupportRequiredError,
    errors.UnknownContractError: TaskNotFoundError,
    errors.UnknownReferenceError: InvalidParamsError,
    errors.DocumentError: InvalidParamsError,
    errors.InvalidInputError: InvalidParamsError,
    errors.IdTakenError: InvalidParamsError,
    errors.TokenRefusedError: InvalidRequestError,
    errors.ProtocolError: UnsupportedOperationError,
    errors.RenkeiError: InternalError,
}
"""The A2A error of each error; one without a row has that of its nearest base class."""


def refusal(error: errors.RenkeiError) -> A2AError:
    """Return an error for the client."""
    kind = next(REFUSALS[one] for one in type(error).__mro__ if one in REFUSALS)
    data = {"code": error.code, "hint": error.hint, "retryable": str(error.retryable).lower()}
    return kind(str(error), data)


@contextmanager
def refused() -> Iterator[None]:
    """Raise the errors of a block as errors of A2A. Internal failures appear only in the server's output."""
    try:
        yield
    except A2AError:
        raise
    except errors.RenkeiError as error:
        raise refusal(error) from None
    except Exception:
        logging.getLogger(__name__).exception("an A2A request failed")
        raise InternalError("The server failed. Its output says why.") from None
