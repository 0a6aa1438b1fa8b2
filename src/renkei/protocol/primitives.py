"""The primitive types of all documents: ids, references, times, and the base model.

A published JSON Schema must give the same verdict as these types in any language. So each constraint can be expressed
in JSON Schema (pattern, bounds, enum), and nothing is converted silently: `"3"` is not a number.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StrictBool,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import CoreSchema

from renkei.documents.explain import first_problem
from renkei.errors import BadValueError
from renkei.protocol.field_docs import field_docs

HIDDEN = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"
)
"""Control and invisible characters, not allowed in names: names that look equal must be equal."""

# Lengths are separate bounds: a repeated `{1,512}` of a class this large takes 6 ms to compile, in every process.
ID_PATTERN = rf"^[^\s{HIDDEN}/\\~.*-][^\s{HIDDEN}/\\~*]*$"
LONGEST_ID = 128
REF_PATTERN = rf"^[^{HIDDEN}]+$"
LONGEST_REF = 512
TIME_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?"
    r"([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])$"
)


def utc(timestamp: str) -> str:
    """Convert an ISO 8601 time with offset to UTC with microseconds, so that text order is time order.

    Raises ValueError for a date or offset that does not exist.
    """
    if len(timestamp) in (20, 27) and (timestamp[10], timestamp[16], timestamp[-1]) == ("T", ":", "Z"):  # much faster
        datetime.fromisoformat(timestamp)
        return timestamp if len(timestamp) == 27 else f"{timestamp[:19]}.000000Z"
    moment = datetime.fromisoformat(timestamp.upper())
    try:
        return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    except OverflowError as error:
        raise ValueError("year out of range") from error


def later(timestamp: str, microseconds: int) -> str:
    """Return a time (UTC, as from `utc`) plus some microseconds, at most the end of the year 9999."""
    try:
        moment = datetime.fromisoformat(timestamp) + timedelta(microseconds=microseconds)
    except OverflowError:
        return "9999-12-31T23:59:59.999999Z"
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def seconds_between(start: str, end: str) -> float:
    """Return the seconds from one time to another (UTC, as from `utc`)."""
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


DEFERRED = ConfigDict(defer_build=True, allow_inf_nan=False)
"""For adapters: build the validator on first use."""

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_ID)]
"""An id: 1 to 128 characters, no spaces, slashes, `~`, `*` or invisible characters, not starting with `.` or `-`."""

_ID: TypeAdapter[str] = TypeAdapter(Id, config=DEFERRED)


def valid_id(name: str) -> str:
    """Return `name` if it is an id; raises BadValueError."""
    try:
        return _ID.validate_python(name)
    except ValidationError as error:
        raise first_problem(error) from None


Ref = Annotated[str, StringConstraints(pattern=REF_PATTERN, max_length=LONGEST_REF)]
"""A reference to an artifact or a location: 1 to 512 visible characters."""

Timestamp = Annotated[
    str,
    StringConstraints(pattern=TIME_PATTERN),
    AfterValidator(utc),
    Field(json_schema_extra={"format": "date-time"}),
]
"""ISO 8601 date and time with `Z` or an offset; stored as UTC with microseconds."""

Count = Annotated[int, Field(strict=True, ge=0, le=2**53 - 1), BeforeValidator(_whole)]
"""An integer from 0 that JSON represents exactly in every language."""

Positive = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1), BeforeValidator(_whole)]
"""An integer from 1."""

Flag = StrictBool
Score = Annotated[float, Field(strict=True, ge=0.0, le=1.0)]

Priority = Literal["blocking", "high", "normal", "low"]
AgentStatus = Literal["idle", "working", "blocked", "completed", "error"]
Via = Literal["", "terminal", "script", "view", "chat", "editor", "token", "notification"]
"""The way by which a person's command came; "" where no door named it."""

Locale = Literal["en", "ja"]

PRIORITIES: dict[str, int] = {"blocking": 0, "high": 1, "normal": 2, "low": 3}
"""Rank of each priority; 0 is the most urgent."""

Item = TypeVar("Item")


class _AsTuple:
    """Schema of a sequence: exactly that of a tuple of the same items."""

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(GenericAlias(tuple, (*get_args(source), ...)))


TupleOf = Annotated[Sequence[Item], _AsTuple]
"""A tuple field that type checkers let callers fill with a list."""

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as _ModelType
else:

    class _ModelType(type(BaseModel)):
        """The type of models: calling the constructor with a wrong value raises BadValueError."""

        def __call__(cls, *unnamed: Any, **values: Any) -> Any:
            if unnamed:
                first = next(iter(cls.model_fields), "name")
                raise TypeError(f"{cls.__name__} takes its fields by name: {cls.__name__}({first}=…)")
            try:
                return cls.__pydantic_validator__.validate_python(values)  # all that pydantic's constructor does
            except ValidationError as error:
                raise first_problem(error, values, schema=cls.model_json_schema()) from None


class Frozen(BaseModel, metaclass=_ModelType):
    """Base of all models: immutable, no unknown fields, no NaN; docstrings of fields become schema descriptions."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        defer_build=True,  # a command builds only the validators that it uses
        serialize_by_alias=True,
    )

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Return the model of plain data; raises BadValueError, as the constructor does."""
        try:
            return super().model_validate(obj, **options)
        except ValidationError as error:
            raise first_problem(error, obj, schema=cls.model_json_schema()) from None

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Return the model of JSON; raises BadValueError, as the constructor does."""
        try:
            return super().model_validate_json(json_data, **options)
        except ValidationError as error:
            raise first_problem(error, schema=cls.model_json_schema()) from None

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        reference = handler(schema)
        properties = handler.resolve_ref_schema(reference).get("properties", {})
        for name, text in field_docs(cls).items():
            field = cls.model_fields.get(name)
            place = properties.get((field.alias or name) if field else None, {})
            if field and not field.description and handler.resolve_ref_schema(place).get("description") != text:
                place["description"] = text
        return reference


def to_json(model: Frozen) -> bytes:
    """Return a model as JSON in UTF-8; raises BadValueError for values that JSON cannot hold."""
    try:
        return model.__pydantic_serializer__.to_json(model, by_alias=True, warnings=False)
    except ValueError as error:  # Pydantic or Python cannot write it
        reason = str(error).removeprefix("Error serializing to JSON: ")
        problem = f"the command contains a value that JSON cannot hold, such as a lone surrogate ({reason})"
        raise BadValueError(path="", problem=problem) from None
