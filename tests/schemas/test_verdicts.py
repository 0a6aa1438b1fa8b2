"""The published JSON Schemas: up to date, valid, and of one mind with the models."""

import importlib.util
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError, create_model

from renkei.board.model import ProjectState
from renkei.contracts.model import TaskContract
from renkei.documents.schema_check import build_validator, schema_problems
from renkei.documents.source import Source
from renkei.engine.validation import check
from renkei.protocol.messages import MESSAGE, MESSAGE_CLASSES
from renkei.protocol.primitives import Frozen
from renkei.schemas.published import load, names
from schemas.mutations import (
    DOCUMENTS,
    HUGE,
    INEXPRESSIBLE,
    MESSAGES,
    OTHERS,
    ROOTED,
    changed,
    everywhere,
    mutated,
    places,
)
from thoroughness import examples, thinned

ROOT = Path(__file__).parents[2]


def under_one_key(key: str, model: type[Frozen]) -> TypeAdapter:
    """Make the model of a document whose one root key is the name of its kind."""
    return TypeAdapter(create_model(key, __base__=Frozen, **{key: (model, ...)}))


MODELS = {
    "message": MESSAGE,
    "task_contract": under_one_key("task_contract", TaskContract),
    "project_state": under_one_key("project_state", ProjectState),
}
MODELS |= {kind: TypeAdapter(cls) for kind, cls in MESSAGE_CLASSES.items()}


@cache
def validator(name: str) -> Draft202012Validator:
    """Build the validator of a published schema, which takes longer than to use it."""
    return build_validator(load(name))


def taken_by_reader(kind: str, value: object) -> bool:
    found = check(Source(value))
    faults = [one for one in found.problems if one.code not in INEXPRESSIBLE]
    return found.kind == kind and not faults


def taken_by_model(name: str, value: object) -> bool:
    if name in OTHERS or name in ("message", "task_contract"):
        return taken_by_reader(name, value)
    try:
        MODELS[name].validate_python(value)
    except ValidationError:
        return False
    return True


def of_two_minds(name: str, values: list) -> list:
    """Give the values that one of the model and the published schema takes, and the other does not."""
    taken_by_schema = validator(name).is_valid
    return [one for one in values if taken_by_model(name, one) != taken_by_schema(one)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_model_and_schema_agree_on_a_valid_document_and_on_every_single_change_of_it(name):
    assert taken_by_model(name, DOCUMENTS[name])
    assert of_two_minds(name, [DOCUMENTS[name], *thinned([*everywhere(DOCUMENTS[name])])]) == []


@st.composite
def several_changes(draw: st.DrawFn, documents: dict[str, Any]) -> Any:
    """Draw a document with up to four changes."""
    value = documents[draw(st.sampled_from(sorted(documents)))]
    return mutated(value, lambda among: draw(st.sampled_from(among)), draw(st.integers(1, 4)))


@pytest.mark.long
@settings(max_examples=examples(4_000), deadline=None)
@given(several_changes(MESSAGES))
def test_model_and_schema_agree_on_messages_with_several_changes(value):
    assert of_two_minds("message", [value]) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ROOTED)
@settings(max_examples=examples(2_000), deadline=None)
@given(data=st.data())
def test_reader_and_schema_agree_on_documents_with_several_changes(kind, data):
    value = data.draw(several_changes({kind: ROOTED[kind]}))
    assert taken_by_reader(kind, value) == validator(kind).is_valid(value)


@pytest.mark.long
@settings(max_examples=examples(2_000), deadline=None)
@given(several_changes({kind: {"message": one} for kind, one in MESSAGES.items()}))
def test_reader_and_schema_agree_on_messages_under_a_root_key(value):
    assert of_two_minds("message", [value]) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", DOCUMENTS)
def test_model_and_schema_agree_on_huge_values_in_every_place(kind):
    found = [changed(DOCUMENTS[kind], place, one) for place in places(DOCUMENTS[kind]) for one in HUGE]
    assert of_two_minds(kind, thinned(found)) == []


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_is_valid_with_and_without_its_root_key(kind):
    bare, rooted = MESSAGES[kind], {"message": MESSAGES[kind]}
    assert taken_by_reader("message", bare)
    assert taken_by_reader("message", rooted)
    assert (
        of_two_minds("message", [bare, rooted, rooted | {"x": 1}, rooted | {"type": kind}, {"message": rooted}]) == []
    )


def bare_forms(kind: str) -> list:
    """Give a document without its root key, and what is nearly one."""
    bare = ROOTED[kind][kind]
    fields = bare if isinstance(bare, dict) else bare[0]
    nearly = [[], {}, [bare], fields, [fields], [None, fields], [fields, None], {**fields, "type": "FREEFORM"}]
    without = [{name: fields[name] for name in fields if name != gone} for gone in fields]
    return [bare, *nearly, *without, *([one] for one in without)]


@pytest.mark.parametrize("kind", ROOTED)
def test_a_board_contract_or_rules_are_valid_with_and_without_their_root_key(kind):
    bare, rooted = ROOTED[kind][kind], ROOTED[kind]
    assert validator(kind).is_valid(bare)
    assert validator(kind).is_valid(rooted)
    assert taken_by_reader(kind, bare)
    assert taken_by_reader(kind, rooted)
    wrapped = [{kind: one} for one in bare_forms(kind)]
    both = [*bare_forms(kind), *wrapped, rooted | {"x": 1}, {kind: rooted}]
    verdicts = validator(kind).is_valid
    assert [one for one in both if taken_by_reader(kind, one) != verdicts(one)] == []


@pytest.mark.parametrize("kind", ROOTED)
def test_reader_and_schema_agree_on_every_single_change_of_a_document_with_and_without_its_root_key(kind):
    verdicts = validator(kind).is_valid
    changed = thinned([*everywhere(ROOTED[kind][kind]), *everywhere(ROOTED[kind])])
    assert [one for one in changed if taken_by_reader(kind, one) != verdicts(one)] == []


BAD_TIMES = ["2026-02-30T09:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+09:00", "9999-12-31T23:59:59-09:00"]


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_schema_of_any_message_takes_a_message_of_each_type(kind):
    assert list(validator("message").iter_errors(MESSAGES[kind])) == []


@pytest.mark.parametrize("time", BAD_TIMES)
def test_a_time_that_no_calendar_has_is_refused_by_model_and_schema(time):
    value = {**MESSAGES["FREEFORM"], "timestamp": time}
    assert not taken_by_model("FREEFORM", value)
    problems = list(schema_problems(load("FREEFORM"), value, lambda path: (1, 1)))
    assert [(problem.code, problem.path) for problem in problems] == [("BAD_FORMAT", "/timestamp")]


def test_the_committed_schemas_are_what_the_code_makes_of_them():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert {name: load(name) for name in names()} == generate.schemas()


def parts_of(schema: object) -> Iterator[dict]:
    """Yield a schema and those inside it."""
    if isinstance(schema, dict):
        yield schema
        for word in ("properties", "$defs"):
            yield from (part for one in schema.get(word, {}).values() for part in parts_of(one))
        for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            yield from (part for one in schema.get(word, []) for part in parts_of(one))
        for word in ("items", "additionalProperties", "propertyNames"):
            yield from parts_of(schema.get(word))


KNOWN = {"$schema", "$id", "$defs", "title", "description", "default", "discriminator", "examples"}
KNOWN |= set(Draft202012Validator.VALIDATORS)


@pytest.mark.parametrize("name", names())
def test_a_published_schema_is_valid_and_uses_only_words_that_json_schema_has(name):
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {word for part in parts_of(schema) for word in part} - KNOWN == set()
