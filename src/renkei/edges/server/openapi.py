"""The OpenAPI 3.1 document of the API, made from the table of endpoints."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from renkei.acts.contracts import NEW_CONTRACT
from renkei.acts.messages import NEW_MESSAGE
from renkei.acts.table import ACTS
from renkei.contracts.model import TaskContract
from renkei.edges.server import problems
from renkei.edges.server.endpoints import ENDPOINTS, EVENT_STREAM, WAITING, Endpoint
from renkei.edges.server.reading import adapter_of
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage

REF = "#/components/schemas/{model}"
JSON = "application/json"
Mode = Literal["validation", "serialization"]

FILLED_IN = {"id", "from", "timestamp", "priority", "context_summary"}
"""Fields of a message that the server fills in where they are absent."""

ABOUT = """\
Coordinate with a team of agents: messages, a shared board, contracts, decisions.

Send the token in `Authorization: Bearer TOKEN`. It says who calls; a body that names another sender is refused.
A request with an `Idempotency-Key` is done once: repeated under the same key, it is answered with the first record.
A key that was used for another request is refused (422, `DUPLICATE_COMMAND`).
A refusal is a problem of RFC 9457 with a stable `code` and a `hint`; nothing was written.
"""

KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A new text for each act, so that a repeated request is done once.",
    "schema": {"type": "string"},
}
LAST_SEEN = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The last seq that was received; the stream continues after it.",
    "schema": {"type": "integer"},
}


@cache
def openapi() -> dict[str, Any]:
    """Return the document."""
    schemas, components = _schemas()
    paths: dict[str, Any] = {}
    for one in (*ENDPOINTS, *WAITING):
        paths.setdefault(f"/api{one.path}", {})[one.method.lower()] = _operation(one, schemas)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "renkei", "version": "1", "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}, "schemas": components},
    }
    return _named(document)


Kinds = dict[tuple[int, Mode], Any]
"""The schema of each type that an endpoint uses, by its identity: types such as lists cannot all be hashed."""


def _used() -> Iterator[tuple[Any, Mode]]:
    yield AnyMessage, "validation"
    yield TaskContract, "validation"
    for one in (*ENDPOINTS, *WAITING):
        if one.body is not None:
            yield one.body, "validation"
        if one.answer is not EVENT_STREAM:
            yield one.answer, "serialization"


def _schemas() -> tuple[Kinds, dict[str, Any]]:
    """Return the schema of each type, and the components that they refer to."""
    inputs = {(id(kind), mode): (id(kind), mode, adapter_of(kind)) for kind, mode in _used()}
    found, rest = TypeAdapter.json_schemas(inputs.values(), by_alias=True, ref_template=REF)
    components = rest["$defs"] | _new_messages(rest["$defs"]) | {"Problem": problems.SCHEMA}
    helps = {act.arguments.__name__: act.help for act in ACTS.values()}
    for name in components.keys() & helps.keys():
        components[name]["description"] = helps[name]
    return dict(found), components


def _new_messages(components: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas of messages without the fields that the server fills in."""
    made, mapping = {}, {}
    for kind, model in MESSAGE_CLASSES.items():
        name = f"New{model.__name__}"
        full = components[f"{model.__name__}-Input"]
        made[name] = full | {"required": [one for one in full["required"] if one not in FILLED_IN]}
        mapping[kind] = REF.format(model=name)
    terms = components.get("TaskContract-Input") or components["TaskContract"]
    made["NewTaskContract"] = terms | {"required": [name for name in terms["required"] if name != "delegator"]}
    union = {"oneOf": [{"$ref": ref} for ref in mapping.values()]}
    made["NewMessage"] = union | {"discriminator": {"propertyName": "type", "mapping": mapping}}
    return made


def _named(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with plain names of components, without unused ones."""
    text = json.dumps(document).replace('-Output"', '"').replace('-Input"', 'Input"')
    text = text.replace(json.dumps(NEW_MESSAGE), json.dumps({"$ref": REF.format(model="NewMessage")}))
    text = text.replace(json.dumps(NEW_CONTRACT), json.dumps({"$ref": REF.format(model="NewTaskContract")}))
    named: dict[str, Any] = json.loads(text)
    components = named["components"]["schemas"]
    todo, used = _refs(named["paths"]), dict[str, Any]()
    while todo:
        name = todo.pop()
        if name not in used:
            used[name] = components[name]
            todo |= _refs(components[name])
    named["components"]["schemas"] = dict(sorted(used.items()))
    return named


def _refs(value: Any) -> set[str]:
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(value)))


def _operation(endpoint: Endpoint, schemas: Kinds) -> dict[str, Any]:
    waits = endpoint.answer is EVENT_STREAM
    schema = {"type": "string"} if waits else schemas[id(endpoint.answer), "serialization"]
    answer = {"description": "The answer.", "content": {EVENT_STREAM if waits else JSON: {"schema": schema}}}
    refused = {"schema": {"$ref": REF.format(model="Problem")}}
    operation = {
        "operationId": endpoint.act.__name__,
        "summary": (endpoint.act.__doc__ or "").removeprefix("Return ").partition("\n")[0],
        "parameters": list(_parameters(endpoint)),
        "responses": {
            "200": answer,
            "default": {"description": "A refusal.", "content": {problems.MEDIA_TYPE: refused}},
        },
    }
    if endpoint.body is not None:
        body = schemas[id(endpoint.body), "validation"]
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return operation


def _parameters(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"\{(\w+)\}", endpoint.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    query = endpoint.query.model_json_schema(by_alias=True)
    for name, schema in query.get("properties", {}).items():
        told = {"description": schema["description"]} if "description" in schema else {}
        required = name in query.get("required", ())
        plain = {key: value for key, value in schema.items() if key not in ("title", "description")}
        yield {"name": name, "in": "query", "required": required, **told, "schema": plain}
    if endpoint.method != "GET":
        yield KEY
    if endpoint.answer is EVENT_STREAM:
        yield LAST_SEEN
