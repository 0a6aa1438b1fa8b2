"""The form of any act, made from the model of its arguments: its fields, and the plain data that a form holds.

A field has the name of its argument; a part of an argument is named by its JSON Pointer, such as
`/findings/0/severity`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from renkei.acts.table import find_act
from renkei.edges.view.forms.form import BESIDE_CONTENT
from renkei.edges.view.forms.schema_fields import Schema, SchemaForm
from renkei.engine.state import State

PEOPLE = ("agents", "members", "to")
"""Arguments that list participants: a box for each."""

PERSON = ("agent", "assignee", "debtor")
"""Arguments that name one participant: one of a list."""

BOXES = {"mark_read": ("messages",), "remove_rules": ("events",)}
"""Act → further arguments whose values are chosen, not typed."""

ROWS = {"findings": ("description", ("location",)), "evidence": ("evidence", ())}
"""Argument of rows → the field without which a row is blank, and required ones that may be empty."""

BESIDE = (*BESIDE_CONTENT, "ref", "shows", "other", "judged", "meant", "add", "full")
"""Fields of forms that are no arguments."""


def form_of_act(name: str, state: State) -> SchemaForm:
    """Return the form of an act in a project."""
    people = tuple(one.id for one in state.everybody())
    known = {f"/{argument}": people for argument in (*PEOPLE, *PERSON)}
    if name == "reserve_files":
        known["/participant"] = people
    if name == "remove_rules":
        known["/events"] = tuple(rule.event for rule in state.rules.rules)
    return SchemaForm(*_schema(name), choices=known, left_out=())


def values_of_act(name: str, fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the plain data that a form of an act holds. Unknown fields are kept, so that they are rejected."""
    schema, definitions = _schema(name)
    boxes = {f"/{argument}": () for argument in (*PEOPLE, *BOXES.get(name, ()))}
    pointed = {one if one.startswith("/") else f"/{one}": found for one, found in fields.items() if one not in BESIDE}
    values = SchemaForm(schema, definitions, choices=boxes, left_out=()).document(pointed)
    for argument, (text, empty) in ROWS.items():
        if argument in values:
            blank = dict.fromkeys(empty, "")
            values[argument] = [blank | row for row in values[argument] if row.get(text)]
    names = {one.split("/")[1]: found[-1] for one, found in pointed.items()}
    return values | {one: text for one, text in names.items() if one not in schema["properties"]}


@cache
def _schema(name: str) -> tuple[Schema, Schema]:
    """Return the schema of an act's arguments, with parts too deep for fields as data, and its definitions."""
    found = find_act(name).arguments.model_json_schema()
    definitions = found.get("$defs", {})
    properties = found.get("properties", {})
    return found | {"properties": {key: _shape(one, definitions) for key, one in properties.items()}}, definitions


def _shape(schema: Schema, definitions: Schema) -> Schema:
    """Return the schema of an argument; a mapping without properties, typed as YAML, for one with parts of parts."""
    options = schema.get("anyOf", [schema])
    references = [one.get("items", one).get("$ref", "").rpartition("/")[2] for one in options]
    parts = [part for name in references if name for part in definitions[name].get("properties", {}).values()]
    deep = any("$ref" in part or part.get("type") in ("array", "object") for part in parts)
    return {"type": "object", "description": schema.get("description", "")} if deep else schema
