"""Fields of the board, as the option --field names them."""

from collections.abc import Iterable

from renkei.errors import UnknownFieldError


def is_below(path: str, field: str | None) -> bool:
    """Return whether a path is a field or below it; every path is below None."""
    return field is None or path == field or path.startswith(field.rstrip("/") + "/")


def no_field(field: str, known: Iterable[str]) -> UnknownFieldError:
    """Return the error for a field that was never written; it names those that were."""
    first = sorted({"/".join(path.split("/")[:3]) for path in known})
    return UnknownFieldError(path=field, known=", ".join(first))
