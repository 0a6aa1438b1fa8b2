"""The state of a project as JSON, with a schema derived from its type hints.

No field is named here. Dataclasses become objects by field name, persistent maps become objects with sorted keys (or
lists of pairs if a key is not a string), and Pydantic models use their own schema. Reading builds only these declared
types and validates every value, so a file from a stranger cannot run code. `shape` is a hash of all field names and
types: data of another shape must not be read.
"""

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from immutables import Map
from pydantic import BaseModel, Discriminator, Field, GetCoreSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from renkei.engine.state import State


class _AsDataclass:
    """Schema of a frozen dataclass: an object with exactly its fields."""

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        hints = get_type_hints(source, include_extras=True)
        names = [field.name for field in dataclasses.fields(source)]
        fields = [
            core_schema.dataclass_field(name, handler.generate_schema(_declared(hints[name])), kw_only=True)
            for name in names
        ]
        arguments = core_schema.dataclass_args_schema(source.__name__, fields)
        config = core_schema.CoreConfig(extra_fields_behavior="forbid")
        slots = "__slots__" in vars(source)
        return core_schema.dataclass_schema(source, arguments, names, config=config, slots=slots, frozen=True)


class _AsMap:
    """Schema of a mapping, written sorted: its own order depends on the process (hashes of strings)."""

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        build = Map if get_origin(source) is Map else dict
        key, value = get_args(source)
        textual = key is str
        pair = (key, _declared(value))
        inner = handler.generate_schema(
            GenericAlias(dict, pair) if textual else GenericAlias(list, GenericAlias(tuple, pair))
        )

        def dump(mapping: Mapping[Any, Any], dump_inner: Any) -> Any:
            pairs = sorted(mapping.items())
            return dump_inner(dict(pairs) if textual else pairs)

        return core_schema.no_info_after_validator_function(
            build, inner, serialization=core_schema.wrap_serializer_function_ser_schema(dump, schema=inner)
        )


def _declared(hint: Any) -> Any:
    """Return a type hint with a schema attached to every part unknown to Pydantic."""
    origin, arguments = get_origin(hint), get_args(hint)
    if dataclasses.is_dataclass(hint):
        return Annotated[hint, _AsDataclass]
    if origin in (Map, Mapping):
        return Annotated[hint, _AsMap]
    if origin in (Union, UnionType):
        return _declared_union(arguments)
    if origin is tuple:
        return GenericAlias(tuple, tuple(one if one is ... else _declared(one) for one in arguments))
    return hint


def _declared_union(members: tuple[Any, ...]) -> Any:
    """Return the union of types; a tag finds its models at once, and one whose tag may be any text is tried last."""
    tag = _tag_of(members)
    if tag is None:
        return reduce(or_, map(_declared, members))
    tagged = [one for one in members if get_origin(one.model_fields[tag].annotation) is Literal]
    union: Any = Annotated[reduce(or_, map(_declared, tagged)), Discriminator(tag)]
    if others := [_declared(one) for one in members if one not in tagged]:
        return Annotated[reduce(or_, [union, *others]), Field(union_mode="left_to_right")]
    return union


def _tag_of(members: tuple[Any, ...]) -> str | None:
    """Return the field that distinguishes the models of a union, or None."""
    if all(isinstance(one, type) and issubclass(one, BaseModel) for one in members):
        for name in ("type", "kind"):
            if all(name in one.model_fields for one in members):
                return name
    return None


@cache
def _adapter() -> TypeAdapter[State]:
    return TypeAdapter(_declared(State))


def dump_state(state: State) -> bytes:
    """Return a state as one line of JSON; equal states give equal bytes."""
    return _adapter().dump_json(state, by_alias=True)


def load_state(data: bytes) -> State:
    """Return the state that `dump_state` wrote; raises ValueError for anything else."""
    return _adapter().validate_json(data)


def state_document(state: State) -> dict[str, Any]:
    """Return a whole state as dicts, lists, strings, numbers, booleans and None, in a stable order."""
    document: dict[str, Any] = _adapter().dump_python(state, mode="json", by_alias=True)
    return document


@cache
def shape() -> str:
    """Return a hash of the names and types of all fields of the state and its parts, as 64 hexadecimal digits."""
    return hashlib.sha256("\n".join(_lines(State, set())).encode()).hexdigest()


def _lines(hint: Any, seen: set[Any]) -> Iterator[str]:
    """Yield a line for each field of each class that a type hint reaches."""
    if isinstance(hint, type) and (dataclasses.is_dataclass(hint) or issubclass(hint, BaseModel)):
        if hint in seen:
            return
        seen.add(hint)
        hints = get_type_hints(hint)
        for name in (
            [one.name for one in dataclasses.fields(hint)] if dataclasses.is_dataclass(hint) else hint.model_fields
        ):
            yield f"{hint.__qualname__}.{name}: {hints[name]!r}"
            yield from _lines(hints[name], seen)
    for inner in get_args(hint):
        yield from _lines(inner, seen)
