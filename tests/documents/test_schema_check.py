"""A JSON Schema gives the verdict of ECMA 262, and each fault is located."""

import json

import pytest

from renkei.documents import schema_check
from renkei.documents.schema_check import MOST_PROBLEMS, schema_checker, schema_problems
from renkei.schemas.published import load


def told(schema: dict, value: object) -> list[tuple]:
    return [(one.code, one.path, one.line) for one in schema_problems(schema, value, lambda path: (len(path) + 1, 1))]


def test_a_fault_by_schema_has_its_code_pointer_and_place():
    schema = {"properties": {"a/b": {"items": {"type": "string"}}}, "required": ["c"]}
    assert set(told(schema, {"a/b": ["x", 1]})) == {("WRONG_TYPE", "/a~1b/1", 3), ("MISSING_FIELD", "", 1)}


@pytest.mark.parametrize(
    ("pattern", "fits"), [("^a$", "a"), (r"^a\$$", "a$"), ("^[$]a$", "$a"), (r"^a\\$", "a\\"), ("^a$|^b$", "a")]
)
def test_the_end_of_a_pattern_is_the_end_of_the_text(pattern, fits):
    assert told({"pattern": pattern}, fits) == []
    assert told({"pattern": pattern}, fits + "\n") == [("BAD_FORMAT", "", 1)]
    trusted = schema_check.build_validator({"pattern": pattern})
    assert trusted.is_valid(fits)
    assert not trusted.is_valid(fits + "\n")


def test_a_schema_that_refers_to_itself_is_as_strict_inside():
    schema = {"$schema": load("message")["$schema"], "pattern": "^a$", "properties": {"b": {"$ref": "#"}}}
    assert told(schema, {"b": "a\n"}) == [("BAD_FORMAT", "/b", 2)]


BROKEN = [{"type": "none"}, {"pattern": "("}, {"$ref": "#/$defs/none"}, {"$ref": "#"}, {"$ref": "urn:nowhere"}]


@pytest.mark.parametrize("schema", BROKEN, ids=json.dumps)
def test_a_broken_schema_is_one_problem(schema):
    assert [code for code, _, _ in told(schema, "a")] == ["BAD_SCHEMA"]


def test_a_schema_that_points_to_a_file_does_not_make_us_read_it(tmp_path):
    (tmp_path / "other.json").write_text(json.dumps({"type": "string"}))
    schema = {"$ref": (tmp_path / "other.json").as_uri()}
    assert [code for code, _, _ in told(schema, 1)] == ["BAD_SCHEMA"]


def test_the_list_of_faults_is_bounded():
    assert len(told({"items": {"type": "string"}}, [1] * (MOST_PROBLEMS + 5))) == MOST_PROBLEMS


@pytest.mark.parametrize("time", ["2026-01-05T09:00:00Z", "2026-01-05t09:00:00z", "2026-01-05 09:00:00+09:00"])
def test_a_time_may_be_written_in_any_way_of_the_standard(time):
    assert told({"format": "date-time"}, time) == []
    assert told({"format": "date-time"}, time.replace("01-05", "02-30")) == [("BAD_FORMAT", "", 1)]


FORMS = {
    "anyOf": [{"$ref": "#/$defs/task"}, {"properties": {"task": {"$ref": "#/$defs/task"}}, "required": ["task"]}],
    "$defs": {
        "task": {"type": "object", "required": ["id", "size"], "properties": {"size": {"type": "integer"}}},
    },
}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"id": 1, "size": "x"}, [("WRONG_TYPE", "/size")]),
        ({"task": {"id": 1, "size": "x"}}, [("WRONG_TYPE", "/task/size")]),
        ({"id": 1}, [("MISSING_FIELD", "")]),
        ({"task": {}}, [("MISSING_FIELD", "/task"), ("MISSING_FIELD", "/task")]),
        ({"task": {"id": 1, "size": 2}}, []),
    ],
)
def test_the_faults_of_the_nearest_form_are_listed(value: object, found: list[tuple[str, str]]) -> None:
    problems = schema_problems(FORMS, value, lambda path: (1, 1))
    assert [(one.code, one.path) for one in problems] == found


def test_the_validator_of_many_values_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    build = schema_check.build_validator
    monkeypatch.setattr(
        schema_check, "build_validator", lambda schema, **how: built.append(schema) or build(schema, **how)
    )
    check = schema_checker({"type": "integer"})
    assert [len(list(check(value, lambda path: (1, 1)))) for value in (1, "one", 2)] == [0, 1, 0]
    assert len(built) == 1


def test_too_few_items_have_a_code_of_their_own() -> None:
    assert told({"minItems": 1}, []) == [("TOO_FEW", "", 1)]


def test_a_number_too_large_for_a_schemas_arithmetic_is_a_problem() -> None:
    assert [code for code, _, _ in told({"multipleOf": 0.5}, 10**400)] == ["BAD_SCHEMA"]
