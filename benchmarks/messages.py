"""A message in: bytes to a checked model, beside pydantic without our constraints and the published JSON Schema.

And what it costs to settle a message that has no consequences, and one that opens a contract.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from measure import Row, beside, microseconds
from pydantic import BaseModel, Discriminator, Field, TypeAdapter, create_model

import renkei
from renkei.documents.schema_check import build_validator
from renkei.engine import commands as c
from renkei.engine.record import FEW
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.protocol.messages import AnyMessage, make_message, parse_message
from renkei.protocol.primitives import later
from renkei.schemas.published import load

HANDOFF: dict[str, Any] = {
    "id": "m-1",
    "type": "TASK_HANDOFF",
    "from": "agent-architect",
    "to": "agent-backend",
    "priority": "high",
    "timestamp": "2026-01-05T09:00:00Z",
    "context_summary": "The design is settled; the API comes first because the login screen waits for it.",
    "payload": {
        "task_description": "Implement the user authentication API " * 8,
        "input_artifacts": ["auth-api-spec-v2", "db-schema-v3"],
        "expected_output": {"format": "TypeScript", "success_criteria": ["all tests pass", "every endpoint exists"]},
        "constraints": ["keep the existing /api/v1/ endpoints working", "answer within 200 ms"] * 3,
        "authority_scope": "how functions and files are split, how errors are handled inside",
        "fallback_on_failure": "deliver what is done and list the rest as deviations",
    },
}


SHARE: dict[str, Any] = HANDOFF | {
    "type": "KNOWLEDGE_SHARE",
    "payload": {"topic": "login", "content": "Use argon2. " * 40, "relevance_to_recipients": "", "actionable": False},
}


def without_constraints(kind: Any) -> Any:
    """Build the same type from plain pydantic: no patterns, bounds, validators, freezing or refusal of new fields."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return without_constraints(arguments[0])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _plain_model(kind)
    if origin is None or origin is Literal:
        return kind
    plain = tuple(one if one is Ellipsis else without_constraints(one) for one in arguments)
    return Union[plain] if origin in (Union, UnionType) else origin[plain]  # noqa: UP007 – made at run time


@cache
def _plain_model(model: type[BaseModel]) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        default = ... if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
        fields[name] = without_constraints(info.annotation), Field(default, alias=info.alias)
    return create_model(f"Plain{model.__name__}", **fields)


def rows() -> Iterator[Row]:
    """Measure."""
    data = json.dumps(HANDOFF).encode()
    plain: TypeAdapter[Any] = TypeAdapter(Annotated[without_constraints(AnyMessage), Discriminator("type")])
    ours, limit = beside(lambda: parse_message(data), lambda: plain.validate_json(data), 2000)
    yield Row(f"parse a message ({len(data)} bytes)", ours, limit, "pydantic, plain types", "≤ 2 ×", limit * 2)
    compiled = build_validator(load("message"))

    def by_schema() -> object:
        return list(compiled.iter_errors(json.loads(data)))

    ours, limit = beside(lambda: parse_message(data), by_schema, 20)
    yield Row("parse a message, against jsonschema", ours, limit, "the JSON Schema", "≤ 1/40 ×", limit / 40)
    members = [c.Join("agent-architect", lead=True), c.Join("agent-backend")]
    state = renkei.create(members=members, guarded=False).state
    for name, values, most in (("KNOWLEDGE_SHARE", SHARE, 40), ("TASK_HANDOFF", HANDOFF, 1000)):
        parsing = microseconds(lambda values=values: make_message(values), 200)  # type: ignore[misc]
        yield Row(f"settle a {name}", settling(state, values), parsing, "building it", f"≤ {most:,} µs", most)


def settling(state: State, values: dict[str, Any]) -> float:
    """Return the microseconds to settle a message on a state; the model is built before, and nothing is written."""
    numbers, at = count(), later(state.at, 1000)
    message = make_message(values)

    def settle() -> object:
        return settle_on(state, c.Command(f"c{next(numbers)}", at, message.from_, (c.Send(message),)))

    for _ in range(FEW):  # the first records of a process are validated in another way
        settle()
    return min(microseconds(settle, 50) for _ in range(7))
