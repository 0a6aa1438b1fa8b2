"""Types of arguments, and the line that says what a message is about."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from renkei.protocol.primitives import Flag, Frozen, Id

MAX_SUMMARY = 120
"""Characters of the line that says what a message is about."""


class _AsNames:
    """Schema of ids: a tuple, read from a list or from a single id."""

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        ids = handler.generate_schema(tuple[Id, ...])
        return core_schema.no_info_before_validator_function(_as_tuple, ids)


def _as_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Names = Annotated[str | Sequence[str], _AsNames]
"""One id, or a list of ids."""


class Evidence(Frozen):
    """A producer's claim about one acceptance criterion."""

    criterion: str
    """Its text in the contract."""
    evidence: str
    """The evidence."""
    met: Flag = True
    """Whether the criterion is met."""


class _AsClaims:
    """Schema of claims: a tuple, read from a list or from a mapping of criteria to evidence."""

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        claims = handler.generate_schema(tuple[Evidence, ...])
        return core_schema.no_info_before_validator_function(_as_claims, claims)


def _as_claims(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return tuple({"criterion": criterion, "evidence": text} for criterion, text in value.items())


Claims = Annotated[Sequence[Evidence] | Mapping[str, str], _AsClaims]
"""A list of `{criterion, evidence, met}`, or a mapping from the text of a criterion to the evidence for it."""


def first_line(text: str) -> str:
    """Return the first line of a text that is not empty, at most 120 characters: the summary of a message."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:MAX_SUMMARY]
