"""A message in: bytes to a checked model, beside bare pydantic and the published JSON Schema."""

import json
from collections.abc import Iterator
from typing import Any

from measure import Row, beside
from pydantic import TypeAdapter

from renkei.documents.schema_check import build_validator
from renkei.protocol.messages import Message, parse_message
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


def rows() -> Iterator[Row]:
    """Measure."""
    data = json.dumps(HANDOFF).encode()
    bare: TypeAdapter[Any] = TypeAdapter(Message)
    ours, limit = beside(lambda: parse_message(data), lambda: bare.validate_json(data), 2000)
    yield Row(f"message in ({len(data)} bytes)", ours, limit, "pydantic alone", "≤ 1.11 ×", limit / 0.9)
    compiled = build_validator(load("message"))

    def by_schema() -> object:
        return list(compiled.iter_errors(json.loads(data)))

    ours, limit = beside(lambda: parse_message(data), by_schema, 20)
    yield Row("message in, against jsonschema", ours, limit, "the JSON Schema", "≤ 1/40 ×", limit / 40)
