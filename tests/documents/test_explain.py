"""A fault is reported once, with its location and what would have been right."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from reading import one_yaml
from renkei.documents.explain import MOST_PROBLEMS, explain, first_problem
from renkei.documents.source import Source
from renkei.engine.validation import check
from renkei.errors import BadValueError
from renkei.protocol.primitives import valid_id

MESSAGE = """\
id: M-1
type: FREEFORM
from: ann
to: bob
priority: low
timestamp: 2026-01-05T09:00:00Z
context_summary: Hello.
payload: {intent_hint: none, body: Hi., requires_response: false, urgency: low}
"""
CONTRACT = """\
task_contract:
  id: TC-1
  delegator: lead
  inputs: {description: Build it.}
  expected_output: {format: code}
  acceptance_criteria: [{criterion: It works.}]
  timeout: {max_steps: 3}
"""


def problems(text: str, old: str, new: str) -> list:
    assert old in text
    return list(check(one_yaml(text.replace(old, new))).problems)


FAULTS = [
    (MESSAGE, "from: ann\n", "", "MISSING_FIELD /from 1:1", "`from` is missing", "The sender."),
    (MESSAGE, "type: FREEFORM\n", "", "MISSING_FIELD /type 1:1", "`type` is missing", ""),
    (MESSAGE, "FREEFORM", "FREEFROM", "NOT_ONE_OF /type 2:7", "'FREEFROM'", "Did you mean 'FREEFORM'?"),
    (MESSAGE, "FREEFORM", "[FREEFORM]", "NOT_ONE_OF /type 2:7", "FREEFORM", "Allowed: TASK_HANDOFF"),
    (MESSAGE, "FREEFORM", "{a: 1}", "NOT_ONE_OF /type 2:7", "'a'", "Allowed: TASK_HANDOFF"),
    (MESSAGE, "y: low\nt", "y: hgih\nt", "NOT_ONE_OF /priority 5:11", "'hgih'", "Did you mean 'high'?"),
    (MESSAGE, "to: bob", "to: bob jones", "BAD_FORMAT /to 4:5", "'bob jones'", "no spaces"),
    (MESSAGE, "to: bob", "to: [ann, bob jones]", "BAD_FORMAT /to/1 4:11", "'bob jones'", "no spaces"),
    (MESSAGE, "to: bob", "to: []", "TOO_FEW /to 4:5", "", "Recipients"),
    (MESSAGE, "to: bob", "to: 5", "WRONG_TYPE /to 4:5", "expected a string or a list, got number 5", ""),
    (MESSAGE, "T09:00:00Z", "", "BAD_FORMAT /timestamp 6:12", "2026-01-05", "2026-01-15T09:30:00Z"),
    (MESSAGE, "01-05", "02-30", "BAD_FORMAT /timestamp 6:12", "2026-02-30", ""),
    (
        MESSAGE,
        "false",
        "no",
        "WRONG_TYPE /payload/requires_response 8:60",
        "true or false, got a string",
        "Write false",
    ),
    (MESSAGE, "Hello.", "", "WRONG_TYPE /context_summary 7:17", "expected a string, got null", "background"),
    (MESSAGE, "to: bob", "to: bob\nmood: good", "UNKNOWN_FIELD /mood 5:1", "`mood`", "Allowed: id, from"),
    (MESSAGE, "body", "bdy: 1, body", "UNKNOWN_FIELD /payload/bdy 8:30", "`bdy`", "Did you mean 'body'?"),
    (CONTRACT, "[{criterion: It works.}]", "[]", "TOO_FEW /task_contract/acceptance_criteria 6:24", "", "done"),
    (CONTRACT, "3}", "0}", "OUT_OF_RANGE /task_contract/timeout/max_steps 7:24", "at least 1", "turns"),
    (
        CONTRACT,
        "{format: code}",
        "x",
        "WRONG_TYPE /task_contract/expected_output 5:20",
        "a mapping, got a string",
        "produce",
    ),
    (CONTRACT, "task_contract", "a/b: 1\ntask_contract", "UNKNOWN_FIELD /a~1b 1:1", "'a/b'", "only root key"),
    (
        CONTRACT,
        "task_contract",
        "contract",
        "UNKNOWN_KIND /contract 1:1",
        "unknown root key",
        "Did you mean 'task_contract'?",
    ),
]


@pytest.mark.parametrize(("text", "old", "new", "where", "words", "hint"), FAULTS, ids=[row[3] for row in FAULTS])
def test_a_fault_is_reported_once_with_its_location_and_what_would_be_right(text, old, new, where, words, hint):
    (problem,) = problems(text, old, new)
    assert f"{problem.code} {problem.path} {problem.line}:{problem.column}" == where
    assert words in problem.message
    assert hint in problem.hint


def test_faults_are_listed_in_the_order_of_the_document():
    found = problems(MESSAGE, "priority: low\n", "priority: now\nmood: good\nreply_by: soon\n")
    assert [problem.path for problem in found] == ["/priority", "/mood", "/reply_by"]


def test_a_stray_key_named_like_the_type_does_not_change_the_paths_of_other_faults():
    found = problems(MESSAGE.replace("Hi.", "5"), "to: bob", "FREEFORM: 1\nto: bob")
    assert [problem.path for problem in found] == ["/FREEFORM", "/payload/body"]


def test_a_message_may_stand_under_a_root_key():
    assert check(one_yaml("message:\n  " + MESSAGE.rstrip().replace("\n", "\n  "))).model.id == "M-1"


GOOD = one_yaml(MESSAGE).value


class Part(BaseModel):
    names: list[str] = []
    size: int | list[str] = 0


def failure(value: object) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        Part.model_validate(value)
    return caught.value


def test_the_first_problem_is_an_error_with_the_path_below_the_given_one():
    value = {"names": ["a", 5]}
    error = first_problem(failure(value), value, "/extensions/part")
    assert (error.path, error.got) == ("/extensions/part/names/1", 5)
    assert error.message == "/extensions/part/names/1: expected a string, got number 5."
    assert error.hint == 'Write it in quotes: "5".'


def test_the_path_of_the_first_problem_names_no_member_of_a_union():
    value = {"size": "x"}
    assert first_problem(failure(value), value).path == "/size"


def test_the_value_itself_is_named_by_the_last_part_of_its_path():
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Literal["idle", "working"]).validate_python("idel")
    assert str(first_problem(caught.value, "idel", "/agents/ann/status")) == (
        "/agents/ann/status: 'idel' is not a valid status. Did you mean 'idle'? Allowed: idle, working."
    )


def test_an_unknown_id_format_states_the_rule():
    with pytest.raises(BadValueError) as caught:
        valid_id("a b")
    assert caught.value.message == "'a b' is not a valid id."
    assert caught.value.hint.startswith("An id has 1 to 128 visible characters, no spaces")


@pytest.mark.parametrize(
    ("got", "words"),
    [(True, "a boolean"), (None, "null"), (5, "number 5"), (2.5, "number 2.5"), ({}, "a mapping"), ([], "a list")],
)
def test_a_wrong_type_is_named_in_the_words_of_json(got, words):
    (problem, *_) = list(check(Source({**GOOD, "context_summary": got})).problems)
    assert problem.message == f"expected a string, got {words}"


def test_a_long_list_of_problems_is_cut_and_counted():
    value = {**GOOD, **{f"x{n}": 1 for n in range(MOST_PROBLEMS + 1)}}
    *listed, last = check(Source(value)).problems
    assert len(listed) == MOST_PROBLEMS
    assert (last.code, last.message) == ("MORE", "and 1 more problem")
    value["y"] = 1
    assert check(Source(value)).problems[-1].message == "and 2 more problems"


def test_a_misspelt_field_of_a_nested_list_is_corrected_from_the_schema():
    (problem,) = problems(CONTRACT, "criterion:", "criterion: x, verification_methd:")
    assert problem.hint.startswith("Did you mean 'verification_method'?")


class Union(BaseModel):
    names: list[str] | tuple[int, ...]


def test_two_members_of_a_union_that_want_the_same_type_are_named_once():
    with pytest.raises(ValidationError) as caught:
        Union.model_validate({"names": 5})
    (problem,) = explain(caught.value, Source({"names": 5}), {})
    assert problem.message == "expected a list, got number 5"


def test_exactly_the_most_problems_are_listed_without_a_remainder():
    found = check(Source({**GOOD, **{f"x{n}": 1 for n in range(MOST_PROBLEMS)}})).problems
    assert {problem.code for problem in found} == {"UNKNOWN_FIELD"}
    assert len(found) == MOST_PROBLEMS


def test_a_misspelt_setting_of_an_action_is_corrected_from_the_schema():
    rule = "events: [{event: e, trigger: {message: FREEFORM}, auto_actions: [{notify: {filtr: agent}}]}]"
    (problem,) = check(one_yaml(rule)).problems
    assert problem.hint.startswith("Did you mean 'filter'?")


class Plain(BaseModel):
    model_config = ConfigDict(strict=True)
    text: str = ""
    whole: int = 0
    share: float = 0.0
    flag: bool = False
    row: tuple[int, ...] = ()
    names: list[str] = []
    table: dict[str, int] = {}
    inner: Part = Part()
    nothing: None = None
    either: int | str = 0
    code: Annotated[str, Field(pattern="^[A-Z]{3}$")] = "ABC"


def explained(field: str, got: object) -> tuple[str, str]:
    with pytest.raises(ValidationError) as caught:
        Plain.model_validate({field: got})
    (problem,) = explain(caught.value, Source({field: got}), {})
    return problem.message, problem.hint


EXPECTED = {
    "text": "a string",
    "whole": "an integer",
    "share": "a number",
    "flag": "true or false",
    "row": "a list",
    "names": "a list",
    "table": "a mapping",
    "inner": "a mapping",
    "either": "an integer or a string",
}


@pytest.mark.parametrize(("field", "words"), EXPECTED.items())
def test_every_type_that_a_field_may_have_is_named_in_words(field, words):
    assert explained(field, None)[0] == f"expected {words}, got null"


def test_a_field_that_must_be_empty_says_so():
    assert explained("nothing", [])[0] == "expected null, got a list"


def test_a_format_without_a_description_states_its_pattern():
    assert explained("code", "a, got b") == ("'a, got b' is not a valid code", "It must match ^[A-Z]{3}$")
